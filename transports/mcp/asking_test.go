package mcp_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

var (
	whoAreYou = mcp.Elicitation{Message: "Who are you?", Form: mcp.Object(mcp.Text("name", "Your name.").Length(2, 20).Required())}
	whereFrom = mcp.Elicitation{Message: "Where from?", Form: mcp.Object(mcp.Text("city", "A city.").Required())}
	whereTo   = mcp.Elicitation{Message: "Where to?", Form: mcp.Object(mcp.Text("city", "A city.").Required())}
	payHere   = mcp.Elicitation{Message: "Please pay.", URL: "https://pay.example/7"}
	poem      = mcp.Sampling{Messages: []mcp.PromptMessage{{Content: mcp.TextContent{Text: "Write a poem."}}}, MaxTokens: 10}
)

func needing(key string, r mcp.InputRequest) *mcp.NeedInput {
	return &mcp.NeedInput{Requests: map[string]mcp.InputRequest{key: r}}
}

// asker is a tool that asks one question, and says what was answered.
func asker(name string, question mcp.Elicitation) mcp.Part {
	return mcp.Func(name, "Asks.", mcp.Object(mcp.Text("for", "What for."), mcp.Integer("n", "How often.")), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		answer, ok := question.Answer(mcp.Input(ctx), "q")
		if !ok {
			return nil, needing("q", question)
		}
		return mcp.Answer(string(answer.Action) + " " + string(answer.Content)), nil
	}, mcp.Asks())
}

// travel asks twice, and remembers how far it has come.
func travel(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	in := mcp.Input(ctx)
	from, ok := whereFrom.Answer(in, "from")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"from": whereFrom}, State: "begun"}
	}
	to, ok := whereTo.Answer(in, "to")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"to": whereTo}, State: "half"}
	}
	var state string
	in.State(&state)
	return mcp.Answer(string(from.Content) + string(to.Content) + state), nil
}

func askers() mcp.Part {
	return mcp.Parts(
		asker("greet", whoAreYou),
		asker("pay", payHere),
		asker("confirm", mcp.Elicitation{Message: "Really?"}),
		mcp.Func("travel", "Asks twice.", mcp.Object(mcp.Text("for", ""), mcp.Integer("n", "")), travel, mcp.Asks()),
		mcp.Func("tour", "Asks twice.", mcp.Object(mcp.Text("for", ""), mcp.Integer("n", "")), travel, mcp.Asks()),
		mcp.Func("never", "Asks though it never said so.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
			return nil, needing("q", whoAreYou)
		}),
		mcp.Func("quiet", "Asks nothing.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) { return mcp.Answer("done"), nil }),
		mcp.PromptFunc("travel", "Asks twice.", nil, func(ctx context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
			if _, err := travel(ctx, call); err != nil {
				return nil, err
			}
			return &mcp.PromptResult{}, nil
		}, mcp.Asks()),
		mcp.ResourceFunc("trip://{id}", "trip", func(ctx context.Context, call *mcp.Call) ([]mcp.Contents, error) {
			said, err := travel(ctx, call)
			if err != nil {
				return nil, err
			}
			return []mcp.Contents{{Text: fmt.Sprint(said.Content)}}, nil
		}, mcp.Asks()),
	)
}

// A modern is a request of the era without a handshake.
type modern struct {
	can       string // capabilities
	method    string // "tools/call" unless named
	name      string
	arguments string
	more      string // members of params
	meta      string // members of _meta
	as        string // the subject of its principal
}

const canAll = `{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}`

func (m modern) send(t *testing.T, d *desk, headers ...string) heard {
	t.Helper()
	if m.method == "" {
		m.method = "tools/call"
	}
	if m.can == "" {
		m.can = canAll
	}
	key := `"name"`
	if m.method == "resources/read" {
		key = `"uri"`
	}
	params := key + `:"` + m.name + `"` + m.more
	if m.arguments != "" {
		params += `,"arguments":` + m.arguments
	}
	meta := declaresVersion + `,"io.modelcontextprotocol/clientCapabilities":` + m.can + m.meta
	r := statelessRequest(metaBody(m.method, params, meta), headers...)
	if m.as != "" {
		r = r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: m.as}))
	}
	return d.send(t, r)
}

// answers makes the members of a retry; an empty state is left out.
func answers(responses, state string) string {
	more := `,"inputResponses":` + responses
	if state != "" {
		more += `,"requestState":"` + state + `"`
	}
	return more
}

func filledIn(content string) string { return `{"action":"accept","content":` + content + `}` }

// A pending is a result that asks.
type pending struct {
	Type     string `json:"resultType"`
	Requests map[string]struct {
		Method string         `json:"method"`
		Params jsontext.Value `json:"params"`
	} `json:"inputRequests"`
	State string         `json:"requestState"`
	Meta  jsontext.Value `json:"_meta"`
}

// asks reads a result that asks for these keys.
func (h heard) asks(t *testing.T, keys ...string) (p pending) {
	t.Helper()
	err := json.Unmarshal(h.result, &p, json.RejectUnknownMembers(true))
	if err != nil || h.Code != 200 || p.Type != "input_required" || p.Meta == nil || len(p.Requests) != len(keys) {
		t.Fatalf("want questions %v, got %d %s", keys, h.Code, h.text)
	}
	for _, key := range keys {
		if p.Requests[key].Method == "" {
			t.Fatalf("nothing is asked under %q: %s", key, h.text)
		}
	}
	return p
}

// tells checks a tool's result of the later era.
func (h heard) tells(t *testing.T, want string) {
	t.Helper()
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool   `json:"isError"`
		Type    string `json:"resultType"`
	}
	if err := json.Unmarshal(h.result, &result); err != nil || len(result.Content) != 1 || result.IsError || result.Content[0].Text != want {
		t.Errorf("want %q, got %s", want, h.text)
	}
}

// refuses checks a result that says no.
func (h heard) refuses(t *testing.T, want string) {
	t.Helper()
	if !strings.Contains(string(h.result), `"isError":true`) || !strings.Contains(string(h.result), want) {
		t.Errorf("want a refusal with %q, got %s", want, h.text)
	}
}

// logged collects what slog's default logger writes during a test.
func logged(t *testing.T) func() string {
	t.Helper()
	var out bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return out.String
}

// sessionOf begins a session of a client with these capabilities.
func sessionOf(t *testing.T, d *desk, can string) string {
	t.Helper()
	return d.post(t, helloFrom("2025-11-25", can)).Header().Get("Mcp-Session-Id")
}
