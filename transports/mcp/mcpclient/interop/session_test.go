package interop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestTheServerIntroducesItself(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		got := s.InitializeResult()
		if got.ProtocolVersion != s.revision {
			t.Errorf("revision %q, want %q", got.ProtocolVersion, s.revision)
		}
		if got.ServerInfo == nil || got.ServerInfo.Name != "shop" || got.ServerInfo.Version != "v1.2.3" {
			t.Errorf("server %+v, want shop v1.2.3", got.ServerInfo)
		}
		if want := "Look an order up before you place another."; got.Instructions != want {
			t.Errorf("instructions %q, want %q", got.Instructions, want)
		}
		if diff := cmp.Diff(&mcpsdk.ServerCapabilities{Tools: &mcpsdk.ToolCapabilities{}}, got.Capabilities); diff != "" {
			t.Error("capabilities (-want +got):", diff)
		}
	})
}

func TestAClientThatLeavesItOpenGetsTheNewestRevision(t *testing.T) {
	for _, d := range doors() {
		t.Run(d.name, func(t *testing.T) {
			s := connect(t, rule{}, d)
			if got, want := s.InitializeResult().ProtocolVersion, rules()[0].revision; got != want {
				t.Errorf("revision %q, want %q", got, want)
			}
			if _, text := s.call(t, "get_order", orderNumber{7}); text == "" {
				t.Error("a tool says nothing")
			}
		})
	}
}

func TestAPingIsAnsweredWhereThereIsOne(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		err := s.Ping(within(t), nil)
		if s.handshake && err != nil {
			t.Error(err)
		}
		// The client sends none of what a request has to say for itself then. Over
		// HTTP the header tells; over stdio such a ping is one of the earlier era.
		if overHTTP := s.wire.met() != nil; !s.handshake && overHTTP && err == nil {
			t.Error("a ping was answered, which this revision does not have")
		}
	})
}

func TestWhatIsNotOfferedIsRefusedAndTheSessionGoesOn(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		ctx := within(t)
		for method, ask := range map[string]func() error{
			"resources/list":           func() error { _, err := s.ListResources(ctx, nil); return err },
			"resources/templates/list": func() error { _, err := s.ListResourceTemplates(ctx, nil); return err },
			"resources/read": func() error {
				_, err := s.ReadResource(ctx, &mcpsdk.ReadResourceParams{URI: "test://none"})
				return err
			},
			"prompts/list": func() error { _, err := s.ListPrompts(ctx, nil); return err },
			"prompts/get":  func() error { _, err := s.GetPrompt(ctx, &mcpsdk.GetPromptParams{Name: "none"}); return err },
			"completion/complete": func() error {
				_, err := s.Complete(ctx, &mcpsdk.CompleteParams{Ref: &mcpsdk.CompleteReference{Type: "ref/prompt", Name: "none"}})
				return err
			},
		} {
			if err := ask(); code(err) != -32601 {
				t.Errorf("%s: got %v, want error -32601", method, err)
			}
		}
		s.call(t, "get_order", orderNumber{7})
	})
}

func TestASessionHasOneIdAndTheLaterEraNone(t *testing.T) {
	for _, r := range rules() {
		t.Run(r.revision, func(t *testing.T) {
			s := connect(t, r, doors()[0])
			s.call(t, "get_order", orderNumber{7})
			if (s.ID() != "") != s.handshake {
				t.Errorf("session id %q", s.ID())
			}
			for _, x := range s.wire.met() {
				if id := x.header.Get("Mcp-Session-Id"); x.status < 300 && id != s.ID() {
					t.Errorf("%s was answered %d with session id %q, want %q", x.request.Method, x.status, id, s.ID())
				}
			}
		})
	}
}

func TestASessionEndsInPeace(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		s.call(t, "get_order", orderNumber{7})
		if err := s.Close(); err != nil {
			t.Error("close:", err)
		}
		for _, x := range s.wire.met() {
			if want := map[string]int{"GET": 405, "DELETE": 405}[x.request.Method]; want != 0 && x.status != want {
				t.Errorf("%s was answered %d, want %d", x.request.Method, x.status, want)
			}
			if x.request.Method == "POST" && x.status >= 300 {
				t.Errorf("a POST was answered %d", x.status)
			}
		}
	})
}
