package mcp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type rack struct {
	Label *string           `json:"label"`
	Boxes []items           `json:"boxes"`
	Notes map[string]string `json:"notes"`
	Next  *rack             `json:"next,omitempty"`
	Any   any               `json:"any"`
}

// answering is a service of topics that each answer a value, with a tool for each.
func answering(t *testing.T, more ...mcp.Part) *desk {
	t.Helper()
	text := "x"
	registry, err := benzene.NewRegistry(
		constant("object", rack{}), constant("full", rack{&text, []items{{}}, map[string]string{"a": "b"}, &rack{}, []any{nil}}),
		constant("pointer", &items{}), constant[*items]("nil_pointer", nil),
		constant("list", []string{"a"}), constant[[]string]("nil_list", nil), constant("lists", [][]items{nil, {{}}}),
		constant("text", "x"), constant("number", int64(9007199254740993)), constant("flag", false),
		constant[*string]("nil_text", nil), constant[*[]string]("nil_list_pointer", nil),
		constant[any]("null", nil), constant[any]("anything", map[string]any{"a": nil}),
		constant("map", map[string]int(nil)),
	)
	if err != nil {
		t.Fatal(err)
	}
	dispatcher := benzene.NewDispatcher(registry, nil)
	parts := more
	for _, c := range dispatcher.Contracts() {
		parts = append(parts, mcp.Tool(c.Topic.ID, "Answers.", c.Topic.ID))
	}
	h, err := http.Handler(dispatcher, mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Handler: h}
}

func constant[T any](topic string, value T) benzene.Endpoint {
	return benzene.Handle(topic, func(context.Context, nothing) (T, error) { return value, nil })
}

// What is listed and what is sent agree, in each revision, by the word of a
// validator of somebody else's: structured content exactly where a schema is
// listed, and as it says.
func TestWhatIsPromisedIsKeptInEveryRevision(t *testing.T) {
	d := answering(t)
	for _, revision := range everyRevision {
		for name, tool := range d.listAt(t, revision) {
			h := d.speak(t, revision, "tools/call", name, "")
			var result toolResult
			decode(t, h.result, &result)
			switch {
			case result.IsError:
				if result.Structured != nil || !strings.HasPrefix(name, "nil_") {
					t.Errorf("%s: %s: %s", revision, name, h.text)
				}
				continue
			case (tool.Output == nil) != (result.Structured == nil):
				t.Errorf("%s: %s: promised %s, sent %s", revision, name, tool.Output, h.text)
			case tool.Output == nil:
				continue
			case *result.Content[0].Text != string(result.Structured):
				t.Errorf("%s: %s: two answers in %s", revision, name, h.text)
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(result.Structured))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled(t, tool.Output).Validate(value); err != nil {
				t.Errorf("%s: %s: %s is not %s: %v", revision, name, result.Structured, tool.Output, err)
			}
		}
	}
}

func TestOnlyTheLaterEraHasStructuredContentThatIsNoObject(t *testing.T) {
	d := answering(t)
	for revision, want := range map[string]string{
		"2024-11-05": "", "2025-03-26": "",
		"2025-06-18": "full map object pointer", "2025-11-25": "full map object pointer",
		"2026-07-28": "anything flag full list lists map nil_list null number object pointer text",
	} {
		var got []string
		for _, c := range []string{"anything", "flag", "full", "list", "lists", "map", "nil_list", "nil_list_pointer", "nil_pointer", "nil_text", "null", "number", "object", "pointer", "text"} {
			if strings.Contains(d.speak(t, revision, "tools/call", c, "").text, `"structuredContent":`) {
				got = append(got, c)
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", revision, diff)
		}
	}
}

func TestNilListsAndNullAreWritten(t *testing.T) {
	d := answering(t)
	for name, want := range map[string]string{"nil_list": `[]`, "null": `null`, "map": `{}`, "number": `9007199254740993`, "lists": `[[],[{"items":[]}]]`} {
		got := d.speak(t, "2026-07-28", "tools/call", name, "").bare()
		if got != `{"content":[{"type":"text","text":`+quote(want)+`}],"structuredContent":`+want+`}` {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func quote(text string) string {
	b, _ := jsontext.AppendQuote(nil, text)
	return string(b)
}

var totalSchema = mcp.SchemaText(`{"type":"object","properties":{"text":{"type":"string","maxLength":3}},"required":["text"]}`)

// A result that is not what a schema given by hand says does not leave, and
// what was done for it is taken back.
func TestAResultThatBreaksASchemaFailsItsMessage(t *testing.T) {
	l := newLedger()
	registry, _ := benzene.NewRegistry(
		benzene.Handle("echo", func(ctx context.Context, e echo) (echo, error) { l.write(ctx); return e, nil }),
		benzene.Handle("nil", func(ctx context.Context, _ echo) (*echo, error) { l.write(ctx); return nil, nil }))
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("topic", "Echoes.", "echo", mcp.OutputSchema(totalSchema)),
		mcp.Tool("nil", "Echoes.", "nil", mcp.OutputSchema(totalSchema)),
		mcp.Tool("derived", "Echoes.", "nil"),
		mcp.FuncOf("func", "Echoes.", func(ctx context.Context, _ *mcp.Call, e echo) (*mcp.Result, error) {
			l.write(ctx)
			return &mcp.Result{Structured: e}, nil
		}, mcp.OutputSchema(totalSchema)),
		mcp.FuncOf("text", "Echoes.", func(ctx context.Context, _ *mcp.Call, e echo) (*mcp.Result, error) {
			l.write(ctx)
			return mcp.Answer(e.Text), nil
		}, mcp.OutputSchema(totalSchema)),
		mcp.FuncOf("ask", "Echoes.", func(ctx context.Context, call *mcp.Call, e echo) (*mcp.Result, error) {
			return call.Ask(ctx, "echo", e)
		}, mcp.OutputSchema(totalSchema)),
	))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	for _, c := range []struct{ tool, text, ended string }{
		{"topic", "long", "echo unexpected-error"},
		{"nil", "abc", "nil unexpected-error"},
		{"derived", "abc", "nil unexpected-error"},
		{"func", "long", "benzene:mcp:func unexpected-error"},
		{"text", "abc", "benzene:mcp:text unexpected-error"},
		{"ask", "long", "echo ok"}, // a message of its own, which kept its own promise
		{"topic", "abc", "echo ok"},
		{"func", "abc", "benzene:mcp:func ok"},
		{"ask", "abc", "echo ok"},
	} {
		l.ended = nil
		text, result := d.call(t, c.tool, `{"text":"`+c.text+`"}`).tool(t)
		broken := strings.HasPrefix(text, "unexpected-error: ") && strings.Contains(text, " (reference ") && result.Structured == nil
		fine := text == `{"text":"abc"}` && string(result.Structured) == text
		if result.IsError != broken || result.IsError == fine || strings.Contains(text, "long") {
			t.Errorf("%s %s: %s, %+v", c.tool, c.text, text, result)
		}
		if diff := cmp.Diff([]string{c.ended}, l.ended); diff != "" {
			t.Errorf("%s %s: %s", c.tool, c.text, diff)
		}
	}
	if text, _ := d.call(t, "topic", `{"text":7}`).tool(t); text != "bad-request: text must be text, got 7" {
		t.Errorf("arguments of a tool with a schema by hand: %s", text)
	}
}

// A client that checks null against a schema that has a type refuses it.
func TestNullIsHeldAgainstASchemaGivenByHand(t *testing.T) {
	d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return &mcp.Result{Structured: jsontext.Value(`{"text":"x","more":null}`)}, nil
	}, mcp.OutputSchema(mcp.SchemaText(`{"type":"object","properties":{"text":{"type":"string"},"more":{"type":"string"}}}`)))
	if text, result := d.call(t, "do", `{}`).tool(t); !result.IsError {
		t.Errorf("sent %s", text)
	}
}

func TestAListCannotBePromisedByHand(t *testing.T) {
	found, _ := findings(t, mcp.Tool("list", "Lists.", "list", mcp.OutputSchema(mcp.SchemaText(`{"type":"array","items":{"type":"string"}}`))))
	want := []benzene.Finding{{Check: "mcp-tool-schemas", Message: `mcp: tool "list": output schema: the root must be the schema of an object; give it "type":"object"`}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

func TestASchemaGivenByHandIsListedAsItIs(t *testing.T) {
	input := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"a":{"$anchor":"a","type":"object","properties":{"z":{"type":"string"},"b":{"type":"number","minimum":1.50}}}},"properties":{"y":{"$ref":"#/$defs/a"},"x":{"type":"string","x-own":[1, {"a":null}]}},"allOf":[{"required":["y"]}],"if":{"required":["x"]},"then":{"required":["y"]},"else":{},"additionalProperties":false,"examples":["é/\u00e9\/"]}`
	compact := strings.Replace(input, "[1, {", "[1,{", 1)
	d := newDesk(t, mcp.Tool("by_hand", "Echoes.", "echo", mcp.InputSchema(mcp.SchemaText(strings.ReplaceAll(input, ",", " ,\n\t")))),
		mcp.Func("own", "Echoes.", mcp.SchemaText(input), func(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, nil }))
	for _, revision := range everyRevision {
		list := d.listAt(t, revision)
		for _, name := range []string{"by_hand", "own"} {
			if diff := cmp.Diff(compact, string(list[name].Input)); diff != "" {
				t.Errorf("%s: %s", revision, diff)
			}
		}
	}
}
