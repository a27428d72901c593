package mcp_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestAServiceThatDeclaresToolsAloneKnowsNothingElse(t *testing.T) {
	d := newDesk(t)
	for _, revision := range bothEras {
		for method, params := range map[string]string{
			"resources/list": `{}`, "resources/templates/list": `{}`, "resources/read": `{"uri":"shop://a"}`,
			"resources/subscribe": `{"uri":"shop://a"}`, "resources/unsubscribe": `{"uri":"shop://a"}`,
			"prompts/list": `{}`, "prompts/get": `{"name":"a"}`,
			"completion/complete": `{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":""}}`,
		} {
			d.ask(t, revision, method, params).fails(t, revision, -32601)
		}
	}
	if len(d.ran()) > 0 {
		t.Error("something ran")
	}
}

func TestWhatIsDeclaredIsACapability(t *testing.T) {
	resource := mcp.Resource("shop://a", "a", "text")
	prompt := mcp.Prompt("a", "", "echo")
	completed := mcp.Prompt("b", "", "echo", mcp.CompletesBy("text", nobody))
	for _, c := range []struct {
		part mcp.Part
		want string
		not  string
	}{
		{resource, `{"tools":{},"resources":{}}`, "prompts/list"},
		{mcp.Resource("shop://{path}", "a", "page"), `{"tools":{},"resources":{}}`, "completion/complete"},
		{prompt, `{"tools":{},"prompts":{}}`, "resources/list"},
		{completed, `{"tools":{},"prompts":{},"completions":{}}`, "resources/templates/list"},
		{mcp.Parts(resource, completed), `{"tools":{},"resources":{},"prompts":{},"completions":{}}`, "logging/setLevel"},
	} {
		d := serve(t, c.part)
		for _, revision := range bothEras {
			d.ask(t, revision, c.not, `{}`).fails(t, revision, -32601)
		}
		for _, h := range []heard{d.post(t, hello(withHandshake)), d.ask(t, without, "server/discover", `{}`)} {
			if !strings.Contains(h.text, `"capabilities":`+c.want+`,`) {
				t.Errorf("want %s, got %s", c.want, h.text)
			}
		}
	}
	old := serve(t, completed).post(t, hello("2024-11-05"))
	if !strings.Contains(old.text, `"capabilities":{"tools":{},"prompts":{}}`) {
		t.Errorf("2024-11-05 has no such capability: %s", old.text)
	}
}

func nobody(context.Context, mcp.CompletionRequest) (mcp.Completion, error) {
	return mcp.Completion{}, nil
}

// Whatever is offered is a message like any other: the pipeline sees it, under
// the topic's name, and middleware can find out what was asked for.
func TestWhatIsReadIsAMessageLikeAnyOther(t *testing.T) {
	var calls []mcp.Call
	watched := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			if call, ok := mcp.CallFrom(ctx); ok {
				calls = append(calls, *call)
			}
			return next(ctx, inv)
		}
	}
	d := deskWith(t, watched,
		mcp.Resource("shop://shelf/{number}", "a shelf", "shelf", mcp.CompletesBy("number", nobody)),
		mcp.Prompt("say", "", "echo", mcp.TopicVersion("2"), mcp.CompletesBy("text", nobody)),
	)
	for _, c := range []struct {
		method, params string
		topic, version string
		name, uri      string
		facts          map[string]any
	}{
		{"resources/read", `{"uri":"shop://shelf/7"}`, "shelf", "", "shop://shelf/{number}", "shop://shelf/7",
			map[string]any{"mcp.resource.uri": "shop://shelf/7"}},
		{"prompts/get", `{"name":"say","arguments":{"text":"a"}}`, "echo", "2", "say", "",
			map[string]any{"gen_ai.prompt.name": "say"}},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"say"},"argument":{"name":"text","value":""}}`,
			"benzene:mcp:completion:say:text", "", "say", "", map[string]any{"gen_ai.prompt.name": "say"}},
		{"completion/complete", `{"ref":{"type":"ref/resource","uri":"shop://shelf/{number}"},"argument":{"name":"number","value":""}}`,
			"benzene:mcp:completion:shop://shelf/{number}:number", "", "shop://shelf/{number}", "", map[string]any{"mcp.resource.uri": "shop://shelf/{number}"}},
	} {
		for _, revision := range bothEras {
			if h := d.ask(t, revision, c.method, c.params); h.result == nil {
				t.Fatal(h.text)
			}
			got, call := d.last(t), calls[len(calls)-1]
			if got.topic.ID != c.topic || got.via != "mcp" || got.headers["benzene-version"] != c.version {
				t.Errorf("%s: the message is %+v", c.method, got)
			}
			if tool, given := got.headers["benzene-mcp-tool"]; given {
				t.Errorf("%s: it comes from the tool %q", c.method, tool)
			}
			if call.Method != c.method || call.Name != c.name || call.URI != c.uri || call.Revision != revision || call.Writes || call.Destructive {
				t.Errorf("%s: the call is %+v", c.method, call)
			}
			for key, want := range c.facts {
				if got.facts[key] != want || got.facts["mcp.method.name"] != c.method || got.facts["gen_ai.tool.name"] != nil {
					t.Errorf("%s: the facts are %v", c.method, got.facts)
				}
			}
		}
	}
}

// Each failure says no more than its words.
func TestAFailureThatIsNoResultIsAnError(t *testing.T) {
	d := serve(t,
		mcp.Resource("shop://missing", "a", "missing"), mcp.Resource("shop://fails", "a", "fails"),
		mcp.Resource("shop://hollow", "a", "hollow"), mcp.Resource("shop://panics", "a", "panics"),
		mcp.Resource("shop://exits", "a", "exits"), mcp.Resource("shop://shelf/{number}", "a", "shelf"),
		mcp.Prompt("missing", "", "missing"), mcp.Prompt("fails", "", "fails"),
		mcp.Prompt("hollow", "", "hollow"), mcp.Prompt("panics", "", "panics"), mcp.Prompt("exits", "", "exits"),
		mcp.Prompt("shelf", "", "shelf", mcp.CompletesBy("number", func(context.Context, mcp.CompletionRequest) (mcp.Completion, error) {
			return mcp.Completion{}, errors.New(secret)
		})),
	)
	for _, c := range []struct {
		method, params string
		code           int
		words          string // the beginning of the message
	}{
		{"resources/read", `{"uri":"shop://fails"}`, -32603, "service-unavailable"},
		{"resources/read", `{"uri":"shop://hollow"}`, -32603, "internal error (reference "},
		{"resources/read", `{"uri":"shop://panics"}`, -32603, "internal error (reference "},
		{"resources/read", `{"uri":"shop://exits"}`, -32603, "internal error (reference "},
		{"resources/read", `{"uri":"shop://shelf/409"}`, -32603, "conflict: shelf 409 is being moved"},
		{"resources/read", `{"uri":"shop://shelf/left"}`, -32602, "bad-request: number must be "},
		{"prompts/get", `{"name":"missing"}`, -32602, "not-found: there is no order 7"},
		{"prompts/get", `{"name":"fails"}`, -32603, "service-unavailable"},
		{"prompts/get", `{"name":"hollow"}`, -32603, "internal error (reference "},
		{"prompts/get", `{"name":"panics"}`, -32603, "internal error (reference "},
		{"prompts/get", `{"name":"exits"}`, -32603, "internal error (reference "},
		{"prompts/get", `{"name":"shelf","arguments":{"number":"409"}}`, -32603, "conflict: shelf 409 is being moved"},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"shelf"},"argument":{"name":"number","value":""}}`, -32603, "service-unavailable"},
	} {
		for _, revision := range bothEras {
			h := d.ask(t, revision, c.method, c.params)
			h.fails(t, revision, c.code)
			if h.fault == nil || !strings.HasPrefix(h.fault.Message, c.words) || h.fault.Data != nil ||
				slices.ContainsFunc(strings.Split(secret, " "), func(s string) bool { return strings.Contains(h.text, s) }) {
				t.Errorf("%s %s: got %s", c.method, c.params, h.text)
			}
		}
	}
}

// A function asks topics as a custom tool does: each is a message of its own.
func TestAFunctionAsksTopics(t *testing.T) {
	d := serve(t,
		mcp.ResourceFunc("shop://{number}", "a", func(ctx context.Context, call *mcp.Call) ([]mcp.Contents, error) {
			number, _ := strconv.Atoi(call.Variable("number"))
			s, err := benzene.Call[shelf](ctx, call, "shelf", getShelf{Number: number})
			return []mcp.Contents{{Text: strconv.Itoa(s.Number)}}, err
		}),
		mcp.PromptFunc("own", "", nil, func(ctx context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
			s, err := benzene.Call[shelf](ctx, call, "shelf", getShelf{Number: 7})
			return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Content: mcp.TextContent{Text: strconv.Itoa(s.Number)}}}}, err
		}),
	)
	for _, revision := range bothEras {
		d.ask(t, revision, "resources/read", `{"uri":"shop://7"}`).says(t, revision, 0, `{"contents":[{"uri":"shop://7","text":"7"}]}`)
		d.ask(t, revision, "prompts/get", `{"name":"own"}`).says(t, revision, -1, said("7"))
		ran := d.ran()
		if got := ran[len(ran)-4:]; !slices.Equal(got, []string{"benzene:mcp:resource:shop://{number}", "shelf", "benzene:mcp:prompt:own", "shelf"}) {
			t.Errorf("what ran is %v", got)
		}
		if got := d.last(t); got.headers["benzene-mcp-tool"] != "" || got.via != "mcp" || got.facts["gen_ai.prompt.name"] != "own" {
			t.Errorf("the topic's message is %+v", got)
		}
		for uri, code := range map[string]int{"shop://404": -32002, "shop://409": -32603} {
			if revision >= without && code == -32002 {
				code = -32602
			}
			d.ask(t, revision, "resources/read", `{"uri":"`+uri+`"}`).fails(t, revision, code)
		}
	}
}

// Each read and each round has a scope of its own, which a failure rolls back.
func TestEachMessageHasAScope(t *testing.T) {
	var ends []string
	scoped := benzene.NewScoped(func(context.Context) (int, error) { return 0, nil }, func(_ context.Context, _ int, outcome error) error {
		ends = append(ends, string(benzene.StatusOf(outcome)))
		return nil
	})
	d := serve(t,
		mcp.ResourceFunc("shop://{what}", "a", func(ctx context.Context, call *mcp.Call) ([]mcp.Contents, error) {
			if _, err := scoped.From(ctx); err != nil {
				return nil, err
			}
			if call.Variable("what") == "gone" {
				return nil, benzene.NotFound.Errorf("it is gone")
			}
			return []mcp.Contents{{}}, nil
		}),
		mcp.PromptFunc("asks", "", nil, func(ctx context.Context, _ *mcp.Call) (*mcp.PromptResult, error) {
			if _, err := scoped.From(ctx); err != nil {
				return nil, err
			}
			_, err := who(ctx)
			return nil, err
		}, mcp.Asks()),
	)
	d.ask(t, without, "resources/read", `{"uri":"shop://a"}`)
	d.ask(t, without, "resources/read", `{"uri":"shop://gone"}`)
	d.declaring(t, without, elicits, "prompts/get", `{"name":"asks"}`)
	d.declaring(t, without, elicits, "prompts/get", `{"name":"asks","inputResponses":{"who":{"action":"decline"}}}`)
	if want := []string{"ok", "not-found", "input-required", "ok"}; !slices.Equal(ends, want) {
		t.Errorf("got %q, want %q", ends, want)
	}
}
