package mcp_test

import (
	"context"
	"maps"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// forwarding is a desk whose tool "do" asks topic with its own arguments.
func forwarding(t *testing.T, topic string) *desk {
	t.Helper()
	return custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		return call.Ask(ctx, topic, call.Arguments)
	})
}

var reference = regexp.MustCompile(`reference [0-9a-f]+`)

// A custom tool that hands on a topic's answer answers as a tool does that is
// bound to the topic.
func TestWhatATopicAnswersIsHandedOnAsItIs(t *testing.T) {
	for tool, topic := range map[string]string{
		"ping_tool": "ping", "echo": "echo", "order": "order", "items": "items", "list": "list", "text": "text",
		"event": "event", "missing": "missing", "fails": "fails", "panics": "panics", "exits": "exits", "hollow": "hollow",
	} {
		d := forwarding(t, topic)
		for _, arguments := range []string{`{"text":"a","lines":[]}`, `{"text":7,"lines":7}`, `{}`} {
			want := reference.ReplaceAllString(d.call(t, tool, arguments).text, "reference")
			got := reference.ReplaceAllString(d.call(t, "do", arguments).text, "reference")
			if got != want {
				t.Errorf("%s %s: got %s, want %s", topic, arguments, got, want)
			}
		}
	}
	if text, result := forwarding(t, "nowhere").call(t, "do", `{}`).tool(t); !result.IsError || text != `not-found: topic "nowhere" has no handler` {
		t.Error(text)
	}
}

func TestEachAskIsAMessageWithTheToolsHeaders(t *testing.T) {
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		for _, args := range []any{echo{Text: "a"}, map[string]any{"text": "b"}, jsontext.Value(`{"text":"c"}`), []byte(`{"text":"d"}`), nil} {
			_, _ = call.Ask(ctx, "echo", args)
		}
		return nil, nil
	}, mcp.Writes())
	id := session(t, d)
	d.call(t, "do", `{"private":1}`, "Mcp-Session-Id: "+id, "Authorization: Bearer x")
	if diff := cmp.Diff([]string{"benzene:mcp:do", "echo", "echo", "echo", "echo", "echo"}, d.ran()); diff != "" {
		t.Fatal(diff)
	}
	for _, c := range d.came[1:] {
		want := came{
			topic: benzene.Topic{ID: "echo"}, body: c.body, via: "mcp",
			headers: map[string]string{"benzene-mcp-tool": "do", "benzene-mcp-session": id},
			facts: map[string]any{
				"mcp.method.name": "tools/call", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "1", "mcp.session.id": id,
				"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "do",
			},
		}
		if diff := cmp.Diff(want, c, cmp.AllowUnexported(came{})); diff != "" {
			t.Error(diff)
		}
	}
}

// One ask that fails takes nothing back of another, nor of the tool.
func TestEachAskHasAScopeOfItsOwn(t *testing.T) {
	l := newLedger()
	registry, err := benzene.NewRegistry(
		benzene.Handle("good", func(ctx context.Context, _ nothing) (nothing, error) { l.write(ctx); return nothing{}, nil }),
		benzene.Handle("bad", func(ctx context.Context, _ nothing) (nothing, error) {
			l.write(ctx)
			return nothing{}, benzene.Conflict.Errorf("no")
		}))
	if err != nil {
		t.Fatal(err)
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Func("do", "Does.", mcp.Object(),
		func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
			l.write(ctx)
			for _, topic := range []string{"good", "bad", "good"} {
				_, _ = call.Ask(ctx, topic, nil)
			}
			return mcp.Answer("done"), nil
		})))
	if err != nil {
		t.Fatal(err)
	}
	(&desk{Handler: h}).call(t, "do", `{}`)
	if diff := cmp.Diff([]string{"good ok", "bad conflict", "good ok", "benzene:mcp:do ok"}, l.ended); diff != "" {
		t.Error(diff)
	}
}

func TestACallIsASenderOfTypedMessages(t *testing.T) {
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		one, err := benzene.Call[echo](ctx, call, "echo", echo{Text: "a"})
		if err != nil {
			return nil, err
		}
		two, err := benzene.Call[echo](ctx, benzene.Versioned(call, "2"), "echo", one)
		return &mcp.Result{Structured: two}, err
	})
	if text, _ := d.call(t, "do", `{}`).tool(t); text != `{"text":"a","tags":["second"]}` {
		t.Error(text)
	}
	if got := d.last(t); got.topic != (benzene.Topic{ID: "echo", Version: "2"}) || got.via != "mcp" || got.headers["benzene-mcp-tool"] != "do" {
		t.Errorf("got %+v", got)
	}
}

func TestASenderMayGiveHeadersOfItsOwn(t *testing.T) {
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		_, err := call.Dispatch(ctx, benzene.Message{Topic: benzene.Topic{ID: "ping"}, Headers: benzene.HeaderMap{"x-batch": "7"}})
		return nil, err
	})
	d.call(t, "do", `{}`)
	if diff := cmp.Diff(map[string]string{"x-batch": "7"}, d.last(t).headers); diff != "" {
		t.Error(diff)
	}
}

// What a tool asks belongs to the tool for whoever decides on it, also when it
// is asked under a context of the function's own.
func TestAnAskedTopicKnowsWhichToolAsks(t *testing.T) {
	var asked []string
	registry, _ := benzene.NewRegistry(benzene.Handle("who", func(ctx context.Context, _ nothing) (nothing, error) {
		call, ok := mcp.CallFrom(ctx)
		inv, _ := benzene.InvocationFrom(ctx)
		if ok {
			asked = append(asked, call.Name+" "+inv.Topic.ID)
		}
		return nothing{}, nil
	}))
	dispatcher := benzene.NewDispatcher(registry, nil)
	h, err := http.Handler(dispatcher, mcp.Endpoint(mcp.Func("do", "Does.", mcp.Object(),
		func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
			for _, ctx := range []context.Context{ctx, context.WithoutCancel(ctx), context.Background()} {
				if _, err := call.Ask(ctx, "who", nil); err != nil {
					return nil, err
				}
			}
			return nil, nil
		})))
	if err != nil {
		t.Fatal(err)
	}
	(&desk{Handler: h}).call(t, "do", `{}`)
	if _, err := dispatcher.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "who"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"do who", "do who", "do who"}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestAFunctionMayAskFromSeveralGoroutines(t *testing.T) {
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		var all sync.WaitGroup
		results := make([]*mcp.Result, 8)
		for i := range results {
			all.Go(func() { results[i], _ = call.Ask(ctx, "echo", echo{Text: "x"}) })
		}
		all.Wait()
		for _, r := range results {
			if r == nil || r.Content[0] != (mcp.TextContent{Text: `{"text":"x"}`}) {
				return mcp.Refusal("got %+v", r), nil
			}
		}
		return results[0], nil
	})
	if text, result := d.call(t, "do", `{}`).tool(t); result.IsError {
		t.Error(text)
	}
	if got := len(d.ran()); got != 9 {
		t.Errorf("%d messages", got)
	}
}

// A goroutine that outlives its tool can still ask: that is a message with a
// scope of its own, under the headers of a call that was answered long ago.
func TestAnAskAfterTheAnswerIsStillAMessage(t *testing.T) {
	answered, asked := make(chan struct{}), make(chan error, 1)
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		go func() {
			<-answered
			mcp.Log(ctx, mcp.LevelError, "", "late")
			benzene.Progress(ctx, 1, 2, "late")
			_, err := call.Ask(context.WithoutCancel(ctx), "echo", call.Arguments)
			asked <- err
		}()
		return mcp.Answer("begun"), nil
	}, mcp.Writes())
	h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","arguments":{"text":"kept"},"_meta":{"progressToken":1}}}`)
	close(answered)
	select {
	case err := <-asked:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the ask hangs")
	}
	if got := d.last(t); got.body != `{"text":"kept"}` || got.headers["benzene-mcp-tool"] != "do" {
		t.Errorf("got %+v", got)
	}
	if h.text != h.Body.String() {
		t.Errorf("more was sent: %s", h.Body)
	}
}

// For unit tests of functions: a Call can be made by hand.
func TestACallMadeByHandAsksNobody(t *testing.T) {
	call := &mcp.Call{Name: "do", Arguments: jsontext.Value(`{"text":"x"}`)}
	if _, err := call.Ask(t.Context(), "echo", nil); err == nil || !strings.HasPrefix(err.Error(), "mcp: this Call was made by hand") {
		t.Errorf("got %v", err)
	}
	if call.Variable("id") != "" || call.Args().Text("text") != "x" {
		t.Error("the call is not read")
	}
}

func TestMiddlewareLearnsOfTheToolWhatTheProgramDeclared(t *testing.T) {
	got := map[string][2]bool{}
	watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			if call, ok := mcp.CallFrom(ctx); ok {
				got[call.Name] = [2]bool{call.Writes, call.Destructive}
			}
			return next(ctx, inv)
		}
	}
	registry, _ := benzene.NewRegistry(endpoints()...)
	h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{watch}), mcp.Endpoint(tools()))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	for _, tool := range []string{"echo", "order", "event"} {
		d.call(t, tool, `{"text":"x","writes":false,"_meta":{"writes":false}}`)
	}
	want := map[string][2]bool{"echo": {false, false}, "order": {true, false}, "event": {true, true}}
	if !maps.Equal(want, got) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestHeadersThatAreLetThroughReachTheToolAndWhatItAsks(t *testing.T) {
	d := newDesk(t, mcp.PassHeaders("X-Tenant", "x-tenant", "Traceparent", "x-none"),
		mcp.Func("do", "Does.", mcp.Object(), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
			return call.Ask(ctx, "ping", nil)
		}))
	d.call(t, "do", `{}`, "X-Tenant: acme", "Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "X-Other: 7")
	want := []map[string]string{
		{"benzene-mcp-tool": "do", "x-tenant": "acme", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
		{"benzene-mcp-tool": "do", "x-tenant": "acme"}, // whose trace is in its context
	}
	for i, c := range d.came {
		if diff := cmp.Diff(want[i], c.headers); diff != "" {
			t.Error(diff)
		}
	}
}

// Whoever reads all headers reads each of them once.
func TestAHeaderIsGivenOnce(t *testing.T) {
	var keys, asked []string
	note := func(ctx context.Context) []string {
		var all []string
		inv, _ := benzene.InvocationFrom(ctx)
		for key, value := range inv.Headers.All() {
			all = append(all, key)
			if got := inv.Headers.Get(strings.ToUpper(key)); got != value {
				t.Errorf("%s is %q and %q", key, value, got)
			}
		}
		return all
	}
	registry, _ := benzene.NewRegistry(benzene.Handle("ping", func(ctx context.Context, _ nothing) (nothing, error) {
		asked = note(ctx)
		return nothing{}, nil
	}))
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.PassHeaders("X-Tenant", "X-TENANT", "baggage"),
		mcp.Func("do", "Does.", mcp.Object(), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
			keys = note(ctx)
			return call.Ask(ctx, "ping", nil)
		})))
	if err != nil {
		t.Fatal(err)
	}
	(&desk{Handler: h}).call(t, "do", `{}`, "X-Tenant: acme", "Baggage: a=b")
	if diff := cmp.Diff([]string{"benzene-mcp-tool", "baggage", "x-tenant"}, keys); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"benzene-mcp-tool", "x-tenant"}, asked); diff != "" {
		t.Error(diff)
	}
}
