package mcp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func answersNothing(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, nil }

// Each thing that is wrong is told in a sentence that says what to do, and what
// it is about is left out; the rest works.
func TestWhatIsWrongWithOneToolIsSaid(t *testing.T) {
	schema := mcp.SchemaText
	for about, c := range map[string]struct {
		part mcp.Part
		want string // check, "advice " where it is that, and the sentence
	}{
		"no function":       {mcp.Func("do", "Does.", mcp.Object(), nil), `mcp-tool-names mcp: tool "do" has no function; give one`},
		"no typed function": {mcp.FuncOf[echo]("do", "Does.", nil), `mcp-tool-names mcp: tool "do" has no function; give one`},
		"no schema": {mcp.Func("do", "Does.", nil, answersNothing),
			`mcp-tool-schemas mcp: tool "do": there is no input schema; give one, mcp.Object() where it takes no arguments`},
		"no object": {mcp.FuncOf("do", "Does.", func(context.Context, *mcp.Call, int) (*mcp.Result, error) { return nil, nil }),
			`mcp-tool-schemas mcp: tool "do": a function takes int, but the arguments of a tool are always an object; take a struct`},
		"a bad name": {mcp.Func("do it", "Does.", mcp.Object(), answersNothing),
			`mcp-tool-names mcp: tool name "do it" (topic "benzene:mcp:do it") does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -`},
		"no description": {mcp.Func("do", "", mcp.Object(), answersNothing),
			`mcp-tool-names mcp: tool "do" (topic "benzene:mcp:do") has no description; say what it does and when to call it`},
		"broken JSON": {mcp.Func("do", "Does.", schema(`{"type":`), answersNothing),
			`mcp-tool-schemas mcp: tool "do": input schema: it is not JSON (from byte 8 on)`},
		"a text at the root": {mcp.Tool("do", "Does.", "echo", mcp.InputSchema(schema(`{"type":"string"}`))),
			`mcp-tool-schemas mcp: tool "do": input schema: the root must be the schema of an object; give it "type":"object"`},
		"a foreign reference": {mcp.Tool("do", "Does.", "echo", mcp.OutputSchema(schema(`{"type":"object","properties":{"a":{"$ref":"https://schemas.example/a"}}}`))),
			`mcp-tool-schemas mcp: tool "do": output schema: "/properties/a" refers to "https://schemas.example/a"; `},
		"nothing to mirror": {mcp.Tool("do", "Does.", "echo", mcp.Mirror("txt", "Text")),
			`mcp-tool-schemas mcp: tool "do": topic "echo" takes mcp_test.echo, which has no member "txt" to mirror in a header; correct the name`},
		"nothing within to mirror": {mcp.Tool("do", "Does.", "order", mcp.Mirror("lines.sku", "Sku")),
			`mcp-tool-schemas mcp: tool "do": topic "order" takes mcp_test.order, which has no member "lines.sku" to mirror in a header; correct the name`},
		"a list to mirror": {mcp.Tool("do", "Does.", "echo", mcp.Mirror("tags", "Tags")), `mcp-tool-schemas mcp: tool "do": input schema: `},
		"mirrored beside a schema": {mcp.Tool("do", "Does.", "echo", mcp.Mirror("text", "Text"), mcp.InputSchema(mcp.Object(mcp.Text("text", "")))),
			`mcp-tool-schemas mcp: tool "do": "text" is mirrored, and the input schema is given by hand; say so there, with x-mcp-header`},
		"an icon by http": {mcp.Tool("do", "Does.", "echo", mcp.Icons(mcp.Icon{Src: "http://shop.example/a.png"})),
			`mcp-tool-names mcp: tool "do" has an icon at "http://shop.example/a.png"; clients show https: and data: URIs only`},
		"an icon's theme": {mcp.Tool("do", "Does.", "echo", mcp.Icons(mcp.Icon{Src: "data:,", Theme: "blue"})),
			`mcp-tool-names mcp: tool "do" has an icon for the theme "blue"; there are "light" and "dark"`},
		"no topic": {mcp.Tool("do", "Does.", ""), `mcp-tool-topics mcp: tool "do" is bound to topic "", which has no handler; add one, or drop the tool`},
	} {
		found, d := findings(t, c.part, mcp.Tool("rest", "Echoes.", "echo"))
		if len(found) != 1 {
			t.Errorf("%s: got %d findings: %v", about, len(found), found)
			continue
		}
		if got := found[0].Check + " " + found[0].Message; !strings.HasPrefix(got, c.want) || found[0].Advice {
			t.Errorf("%s:\n got %s\nwant %s", about, got, c.want)
		}
		if list := d.list(t); len(list) != 1 || list[0].Name != "rest" {
			t.Errorf("%s: the list is %+v", about, list)
		}
		d.call(t, "do", `{}`).faulty(t, 200, -32602)
		if _, result := d.call(t, "rest", `{"text":"x"}`).tool(t); result.IsError {
			t.Errorf("%s: the rest does not work", about)
		}
	}
}

func TestATopicMayHaveSeveralTools(t *testing.T) {
	found, d := findings(t, mcp.Tool("a", "Echoes.", "echo"), mcp.Tool("b", "Echoes.", "echo", mcp.Writes()))
	if found != nil || len(d.list(t)) != 2 {
		t.Errorf("%v, %v", found, d.list(t))
	}
}

// The tool that came first keeps its name.
func TestTwoToolsOfOneNameAreSaidOnce(t *testing.T) {
	own := func(text string) mcp.Part {
		return mcp.Func("do", "Does.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) { return mcp.Answer(text), nil })
	}
	for want, parts := range map[string][]mcp.Part{
		`mcp: two tools are named "do", one for topic "ping" and one for a function; rename one`: {mcp.Tool("do", "Does.", "ping"), own("x")},
		`mcp: two tools are named "do", one for a function and one for topic "ping"; rename one`: {own("{}"), mcp.Tool("do", "Does.", "ping")},
		`mcp: two tools are named "do", one for a function and one for a function; rename one`:   {own("{}"), own("x")},
	} {
		found, d := findings(t, parts...)
		if diff := cmp.Diff([]benzene.Finding{{Check: "mcp-tool-names", Message: want}}, found); diff != "" {
			t.Error(diff)
		}
		if text, _ := d.call(t, "do", `{}`).tool(t); text != "{}" {
			t.Errorf("%s: got %q", want, text)
		}
	}
}

func TestTwoEndpointsOfAServiceShareTheNamesOfFunctions(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	dispatcher := benzene.NewDispatcher(registry, nil)
	for i, want := range []string{"", `mcp: two functions are tools named "do", on two endpoints of one service; rename one, or make the part once and give that value to both endpoints`} {
		_, err := mcp.Surface(mcp.Func("do", "Does.", mcp.Object(), answersNothing))(http.Site{Dispatcher: dispatcher})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("endpoint %d: %s", i, got)
		}
	}
}

// What only some clients do not read is offered: whoever writes a schema by hand
// may know that theirs do.
func TestASchemaGivenByHandIsWarnedAbout(t *testing.T) {
	for text, want := range map[string]string{
		`["string","null"]`: `mcp: tool "do": input schema: "/properties/text" has a list of types, which some clients do not read; name one type`,
		`"array"`:           `mcp: tool "do": input schema: "/properties/text" is a list without items, which some clients do not read; say what is in it`,
	} {
		found, d := findings(t, mcp.Tool("do", "Does.", "echo", mcp.InputSchema(mcp.SchemaText(`{"type":"object","properties":{"text":{"type":`+text+`}}}`))))
		if diff := cmp.Diff([]benzene.Finding{{Check: "mcp-tool-schemas", Message: want, Advice: true}}, found); diff != "" {
			t.Error(diff)
		}
		if text, _ := d.call(t, "do", `{"text":"x"}`).tool(t); text != `{"text":"x"}` {
			t.Error(text)
		}
	}
}

func TestWhatIsWrongWithADeclarationIsSaid(t *testing.T) {
	key := make([]byte, 31)
	for want, part := range map[string]mcp.Part{
		`mcp-seal-keys mcp: key 1 that seals requestState has 31 bytes; give it 32 or more, all of them random`:                                                              mcp.SealState(key),
		`mcp-seal-keys mcp: key 1 that seals session ids has 31 bytes; give it 32 or more, all of them random`:                                                               mcp.SealSessions(key),
		`mcp-callers mcp: mcp.PassHeaders names "a b", which is no header that a caller may bring`:                                                                           mcp.PassHeaders("a b"),
		`mcp-callers mcp: mcp.PassHeaders names "", which is no header that a caller may bring`:                                                                              mcp.PassHeaders(""),
		`mcp-callers mcp: mcp.PassHeaders names "Benzene-Mcp-Tool", which is no header that a caller may bring`:                                                              mcp.PassHeaders("Benzene-Mcp-Tool"),
		`mcp-callers mcp: mcp.PassHeaders names "Benzene-Version", which is no header that a caller may bring`:                                                               mcp.PassHeaders("Benzene-Version"),
		`mcp-limits mcp: mcp.PageSize(0) leaves no room for an entry; it has to be at least 1`:                                                                               mcp.PageSize(0),
		`mcp-limits mcp: mcp.PageSize(-3) leaves no room for an entry; it has to be at least 1`:                                                                              mcp.PageSize(-3),
		`mcp-limits mcp: mcp.AnswerWithin(0s) leaves no time for an answer; it has to be more than 0`:                                                                        mcp.AnswerWithin(0),
		`mcp-limits mcp: mcp.AnswerWithin(-1m0s) leaves no time for an answer; it has to be more than 0`:                                                                     mcp.AnswerWithin(-time.Minute),
		`mcp-limits mcp: mcp.FinishWithin(-1s) is no time to finish in; it has to be 0, for none, or more`:                                                                   mcp.FinishWithin(-time.Second),
		`mcp-limits mcp: resource "x://y" has mcp.FreshFor(-1s); it has to be 0, for no time, or more`:                                                                       mcp.Resource("x://y", "Y", "ping", mcp.FreshFor(-time.Second)),
		`mcp-limits mcp: resource "x://y" has mcp.Size(-1); it has to be 0, for an unknown one, or more`:                                                                     mcp.Resource("x://y", "Y", "ping", mcp.Size(-1)),
		`mcp-callers mcp: mcp.As says who calls over standard input and output; here authentication does, so leave it out and put the endpoint behind that with http.Behind`: mcp.As(benzene.Principal{}),
	} {
		found, d := findings(t, part, mcp.Tool("rest", "Echoes.", "echo"))
		if len(found) != 1 || found[0].Check+" "+found[0].Message != want || found[0].Advice {
			t.Errorf("got %v, want %s", found, want)
		}
		if text, _ := d.call(t, "rest", `{"text":"x"}`, "Benzene-Mcp-Tool: other").tool(t); text != `{"text":"x"}` {
			t.Errorf("%s: the rest does not work: %s", want, text)
		}
		if len(d.list(t)) != 1 {
			t.Errorf("%s: the list does not work", want)
		}
	}
}

// advice is what Surface advises at an address, with its checks.
func advice(t *testing.T, site http.Site, parts ...mcp.Part) string {
	t.Helper()
	registry, _ := benzene.NewRegistry(endpoints()...)
	site.Dispatcher = benzene.NewDispatcher(registry, nil)
	_, err := mcp.Surface(parts...)(site)
	if err == nil {
		return ""
	}
	var said []string
	for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
		f, ok := e.(benzene.Finding) //nolint:errorlint // findings are joined, and not wrapped
		if !ok || !f.Advice {
			t.Errorf("no advice: %v", e)
		}
		said = append(said, f.Check+" "+f.Message)
	}
	return strings.Join(said, "\n")
}

func TestAnOpenEndpointIsAdvisedAgainst(t *testing.T) {
	tool := mcp.Tool("echo", "Echoes.", "echo")
	want := `mcp-exposed mcp: the endpoint listens at ":8080", beyond this machine, and behind nothing that asks who calls; ` +
		`put it behind authentication with http.Behind, listen at "localhost:8080", or say that it is meant to be open with mcp.Public`
	if got := advice(t, http.Site{Addr: ":8080"}, tool); got != want {
		t.Errorf("got %s", got)
	}
	for name, got := range map[string]string{
		"loopback": advice(t, http.Site{Addr: "127.0.0.1:8080"}, tool),
		"guarded":  advice(t, http.Site{Addr: ":8080", Guarded: true}, tool),
		"public":   advice(t, http.Site{Addr: ":8080"}, tool, mcp.Public()),
	} {
		if got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestAKeyOfOneProcessIsAdvisedAgainst(t *testing.T) {
	ask := mcp.Parts(mcp.Public(), mcp.Tool("book", "Books.", "echo", mcp.Asks()), mcp.Tool("echo", "Echoes.", "echo"),
		mcp.Func("own", "Asks.", mcp.Object(), answersNothing, mcp.Asks()))
	want := `mcp-state-key mcp: "book", "own" may ask for input, and what is remembered meanwhile is sealed with a key of this process alone, ` +
		`which no other replica opens and no restart keeps; give all of them one by mcp.SealState`
	if got := advice(t, http.Site{Addr: ":8080"}, ask); got != want {
		t.Errorf("got %s", got)
	}
	for name, got := range map[string]string{
		"loopback":    advice(t, http.Site{Addr: "localhost:8080"}, ask),
		"sealed":      advice(t, http.Site{Addr: ":8080"}, ask, mcp.SealState(make([]byte, 32))),
		"asks nobody": advice(t, http.Site{Addr: ":8080"}, mcp.Public(), mcp.Tool("echo", "Echoes.", "echo")),
	} {
		if got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A caller must not be able to pretend that another tool is called, also where a
// program's mistake is only warned about.
func TestAHeaderThatMayNotBeBroughtIsNotLetThrough(t *testing.T) {
	var got []string
	registry, _ := benzene.NewRegistry(benzene.Handle("ping", func(ctx context.Context, _ nothing) (nothing, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		for key, value := range inv.Headers.All() {
			got = append(got, key+": "+value)
		}
		return nothing{}, nil
	}))
	h, err := mcp.Surface(mcp.PassHeaders("benzene-mcp-tool", "Benzene-Mcp-Other"), mcp.Tool("ping", "Does nothing.", "ping"))(
		http.Site{Dispatcher: benzene.NewDispatcher(registry, nil)})
	if err == nil {
		t.Error("nothing is said of it")
	}
	(&desk{Handler: h}).call(t, "ping", `{}`, "Benzene-Mcp-Tool: drop_all", "Benzene-Mcp-Other: x")
	if diff := cmp.Diff([]string{"benzene-mcp-tool: ping"}, got); diff != "" {
		t.Error(diff)
	}
}
