package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestAQuestionIsAResultAndItsAnswerComesWithTheNextRequest(t *testing.T) {
	d := newDesk(t, askers())
	h := modern{name: "greet"}.send(t, d)
	p := h.asks(t, "q")
	want := `{"message":"Who are you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","description":"Your name.","minLength":2,"maxLength":20}},"required":["name"]}}`
	if q := p.Requests["q"]; q.Method != "elicitation/create" || string(q.Params) != want || p.State != "" {
		t.Errorf("got %s", h.text)
	}
	modern{name: "greet", more: answers(`{"q":`+filledIn(`{"name":"Ada"}`)+`}`, "")}.send(t, d).tells(t, `accept {"name":"Ada"}`)
}

func TestWhatIsNoAnswerIsAskedAgain(t *testing.T) {
	d := newDesk(t, askers())
	for _, responses := range []string{
		`{}`, `null`, `{"other":` + filledIn(`{"name":"Ada"}`) + `}`, `{"q":null}`, `{"q":7}`, `{"q":[]}`, `{"q":"accept"}`, `{"q":{}}`,
		`{"q":{"action":"yes"}}`, `{"q":{"action":"accept"}}`, `{"q":{"action":"accept","content":null}}`, `{"q":{"action":"accept","content":[]}}`,
		`{"q":` + filledIn(`{"name":"A"}`) + `}`, `{"q":` + filledIn(`{"name":7}`) + `}`, `{"q":` + filledIn(`{}`) + `}`,
		`{"q":` + filledIn(`{"name":"Ada","name":"Bob"}`) + `}`,
	} {
		h := modern{name: "greet", more: answers(responses, "")}.send(t, d)
		if h.result == nil { // also right, where it cannot be read at all
			h.faulty(t, 400, -32602)
			continue
		}
		h.asks(t, "q")
	}
	for _, responses := range []string{`[]`, `"x"`, `7`, `true`, `{"q":{},"q":{}}`} {
		modern{name: "greet", more: answers(responses, "")}.send(t, d).faulty(t, 400, -32602)
	}
}

func TestDecliningAndCancellingAreAnswers(t *testing.T) {
	d := newDesk(t, askers())
	for _, action := range []string{"decline", "cancel"} {
		modern{name: "greet", more: answers(`{"q":{"action":"`+action+`","content":{"name":"Ada"}}}`, "")}.send(t, d).tells(t, action+" ")
	}
	modern{name: "confirm", more: answers(`{"q":{"action":"accept"}}`, "")}.send(t, d).tells(t, "accept {}")
}

func TestNobodyIsAskedWhatTheyHaveNotDeclaredToAnswer(t *testing.T) {
	d := newDesk(t, askers(), mcp.Func("poem", "Asks a model.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		tools := poem
		tools.Options = jsontext.Value(`{"tools":[]}`)
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"a": tools, "b": mcp.Roots{}}}
	}, mcp.Asks()))
	for _, c := range []struct{ tool, can, lacks string }{
		{"greet", `{}`, `{"elicitation":{}}`},
		{"greet", `{"elicitation":{"url":{}}}`, `{"elicitation":{}}`},
		{"pay", `{"elicitation":{}}`, `{"elicitation":{"url":{}}}`},
		{"poem", `{"sampling":{}}`, `{"roots":{},"sampling":{"tools":{}}}`},
	} {
		h := modern{name: c.tool, can: c.can}.send(t, d)
		h.faulty(t, 400, -32021)
		if string(h.fault.Data) != `{"requiredCapabilities":`+c.lacks+`}` {
			t.Errorf("%s %s: %s", c.tool, c.can, h.text)
		}
	}
	p := modern{name: "pay"}.send(t, d).asks(t, "q")
	if want := `{"mode":"url","message":"Please pay.","url":"https://pay.example/7"}`; string(p.Requests["q"].Params) != want {
		t.Errorf("got %s", p.Requests["q"].Params)
	}
	modern{name: "pay", more: answers(`{"q":{"action":"accept"}}`, "")}.send(t, d).tells(t, "accept ")
}

func TestWhatCannotBeAskedIsSaidToBothSides(t *testing.T) {
	several := func(n *mcp.NeedInput) mcp.ToolHandler {
		return func(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, fmt.Errorf("asking: %w", n) }
	}
	bad := func(s mcp.Sampling) *mcp.NeedInput { return needing("q", s) }
	for name, n := range map[string]*mcp.NeedInput{
		"nothing":            {},
		"nil":                needing("q", nil),
		"nested":             needing("q", mcp.Elicitation{Message: "x", Form: mcp.Object(mcp.ObjectOf("a", "b", mcp.Text("c", "d")))}),
		"no form":            needing("q", &mcp.Elicitation{Message: "x", Form: mcp.SchemaText(`{`)}),
		"a page by http":     needing("q", mcp.Elicitation{Message: "x", URL: "http://pay.example"}),
		"no page":            needing("q", mcp.Elicitation{Message: "x", URL: "javascript:alert(1)"}),
		"no messages":        bad(mcp.Sampling{MaxTokens: 1}),
		"no tokens":          bad(mcp.Sampling{Messages: poem.Messages}),
		"no content":         bad(mcp.Sampling{Messages: []mcp.PromptMessage{{}}, MaxTokens: 1}),
		"no options":         bad(mcp.Sampling{Messages: poem.Messages, MaxTokens: 1, Options: jsontext.Value(`{"x":`)}),
		"options twice":      bad(mcp.Sampling{Messages: poem.Messages, MaxTokens: 1, Options: jsontext.Value(`{"maxTokens":9}`)}),
		"no state":           {State: func() {}},
		"no state, question": {State: make(chan int), Requests: needing("q", whoAreYou).Requests},
	} {
		t.Run(name, func(t *testing.T) {
			log := logged(t)
			d := newDesk(t, mcp.Func("bad", "Asks.", mcp.Object(), several(n), mcp.Asks()))
			modern{name: "bad"}.send(t, d).refuses(t, "input-required: the tool cannot go on: ")
			if line := log(); !strings.Contains(line, "level=ERROR") || !strings.Contains(line, "tool=bad") {
				t.Errorf("operators read %q", line)
			}
		})
	}
}

func TestAToolThatDidNotSayThatItAsksDoesNotAsk(t *testing.T) {
	log := logged(t)
	d := newDesk(t, askers())
	modern{name: "never"}.send(t, d).refuses(t, "it asks for input, which it has not declared with mcp.Asks")
	if line := log(); !strings.Contains(line, "level=ERROR") || !strings.Contains(line, "tool=never") || !strings.Contains(line, "mcp.Asks") {
		t.Errorf("operators read %q", line)
	}
	h := d.call(t, "never", `{}`)
	h.refuses(t, "it asks for input, which it has not declared with mcp.Asks")
}

func TestEachRoundIsAMessageThatRollsBackAndHasNotFailed(t *testing.T) {
	var out bytes.Buffer
	var outcomes []error
	tx := benzene.NewScoped(func(context.Context) (int, error) { return 1, nil }, func(_ context.Context, _ int, outcome error) error {
		outcomes = append(outcomes, outcome)
		return nil
	})
	registry, err := benzene.NewRegistry(benzene.Handle("book", func(ctx context.Context, _ nothing) (string, error) {
		if _, err := tx.From(ctx); err != nil {
			return "", err
		}
		if _, ok := whoAreYou.Answer(mcp.Input(ctx), "q"); !ok {
			return "", needing("q", whoAreYou)
		}
		return "booked", nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	pipeline := benzene.Pipeline{middleware.Log(slog.New(slog.NewTextHandler(&out, nil)))}
	handler, err := http.Handler(benzene.NewDispatcher(registry, pipeline), mcp.Endpoint(mcp.Tool("book", "Books.", "book", mcp.Asks())))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: handler}
	modern{name: "book"}.send(t, d).asks(t, "q")
	modern{name: "book", more: answers(`{"q":`+filledIn(`{"name":"Ada"}`)+`}`, "")}.send(t, d).tells(t, `"booked"`)
	if len(outcomes) != 2 || benzene.StatusOf(outcomes[0]) != benzene.InputRequired || outcomes[1] != nil {
		t.Errorf("the scopes ended with %v", outcomes)
	}
	if need, ok := errors.AsType[*mcp.NeedInput](outcomes[0]); !ok || need.Error() != "input is needed: q" {
		t.Errorf("the scope was told %v", outcomes[0])
	}
	lines := strings.Split(out.String(), "\n")
	if !strings.Contains(lines[0], "level=INFO") || !strings.Contains(lines[0], "status=input-required") || strings.Contains(out.String(), "ERROR") {
		t.Errorf("logged as %s", out.String())
	}
}

func TestWithoutAClientThereIsNoInput(t *testing.T) {
	in := mcp.Input(context.Background())
	var state int
	if _, ok := whoAreYou.Answer(in, "q"); ok || in.Can(whoAreYou) || in.Can(nil) || in.State(&state) {
		t.Error("something was answered")
	}
}

func TestAModelsAnswerAndFoldersAreRead(t *testing.T) {
	type said struct {
		Text  string
		Roots []mcp.Root
		OK    bool
	}
	d := newDesk(t, mcp.Func("look", "Looks.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		in := mcp.Input(ctx)
		sampled, one := poem.Answer(in, "poem")
		roots, two := mcp.Roots{}.Answer(in, "roots")
		return &mcp.Result{Structured: said{sampled.Text(), roots, one || two}}, nil
	}, mcp.Asks()))
	for responses, want := range map[string]said{
		`{"poem":{"role":"assistant","model":"m","content":{"type":"text","text":"Roses"}}}`:                             {Text: "Roses", OK: true},
		`{"poem":{"role":"assistant","model":"m","content":[{"type":"text","text":"a"},{"type":"image"},{"text":"b"}]}}`: {Text: "ab", OK: true},
		`{"poem":{"role":"system","content":{}}}`:                                                                        {},
		`{"poem":{"role":"assistant","content":"x"}}`:                                                                    {},
		`{"poem":{"role":"assistant"}}`:                                                                                  {},
		`{"roots":{"roots":[{"uri":"file:///a","name":"A"}]}}`:                                                           {Roots: []mcp.Root{{URI: "file:///a", Name: "A"}}, OK: true},
		`{"roots":{"roots":[]}}`:                                                                                         {OK: true},
		`{"roots":{"roots":[{"uri":"https://a"}]}}`:                                                                      {},
		`{"roots":{"roots":null}}`:                                                                                       {},
		`{"roots":{}}`:                                                                                                   {},
	} {
		h := modern{name: "look", more: answers(responses, "")}.send(t, d)
		var got struct {
			Structured said `json:"structuredContent"`
		}
		if err := json.Unmarshal(h.result, &got); err != nil {
			t.Fatalf("%s: %v", h.text, err)
		}
		if len(got.Structured.Roots) == 0 {
			got.Structured.Roots = nil
		}
		if diff := cmp.Diff(want, got.Structured); diff != "" {
			t.Errorf("%s: %s", responses, diff)
		}
	}
}

func TestAHandlerAsksOnlyWhatItsClientCanAnswer(t *testing.T) {
	d := newDesk(t, mcp.Func("can", "Says what it could ask.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		in := mcp.Input(ctx)
		return mcp.Answer(fmt.Sprint(in.Can(whoAreYou), in.Can(payHere), in.Can(poem), in.Can(mcp.Roots{}))), nil
	}, mcp.Asks()))
	modern{name: "can", can: `{"elicitation":{},"roots":{}}`}.send(t, d).tells(t, "true false false true")
	id := "Mcp-Session-Id: " + sessionOf(t, d, `{"elicitation":{},"roots":{}}`)
	text, _ := d.call(t, "can", `{}`, id).tool(t)
	deaf, _ := d.call(t, "can", `{}`, id, "Accept: application/json").tool(t)
	stranger, _ := d.call(t, "can", `{}`).tool(t)
	if text != "true false false true" || deaf != "false false false false" || stranger != deaf {
		t.Errorf("got %s, %s, %s", text, deaf, stranger)
	}
}
