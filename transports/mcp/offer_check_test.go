package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type crate struct {
	Lines []line `json:"lines" validate:"required"`
}

// found are the findings about parts where shelves are served, and the desk
// that has what is left.
func found(t *testing.T, parts ...mcp.Part) ([]benzene.Finding, *desk) {
	t.Helper()
	registry, err := benzene.NewRegistry(append(shelves(),
		benzene.Handle("crate", func(context.Context, crate) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("count", func(context.Context, int) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("wait", func(context.Context, unwritable) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("raw", func(context.Context, jsontext.Value) (nothing, error) { return nothing{}, nil }),
	)...)
	if err != nil {
		t.Fatal(err)
	}
	h, err := mcp.Surface(parts...)(http.Site{Dispatcher: benzene.NewDispatcher(registry, nil)})
	var list []benzene.Finding
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			list = append(list, e.(benzene.Finding)) //nolint:errorlint // a test wants it as it is
		}
	}
	return list, &desk{Handler: h}
}

func TestEverythingThatIsWrongWithResourcesIsFoundAtOnce(t *testing.T) {
	list, d := found(t,
		mcp.Resource("shop://none", "a", "none such"),
		mcp.Resource("shop://shelf/{id}", "a", "shelf"),
		mcp.Resource("shop://shelf", "a", "shelf"),
		mcp.Resource("shop://sides/{side}", "a", "shelf"),
		mcp.Resource("shop://lines/{lines}", "a", "order"),
		mcp.Resource("shop", "a", "text"),
		mcp.Resource("shop://{", "a", "text"),
		mcp.Resource("shop://a b", "a", "text"),
		mcp.Resource("", "a", "text"),
		mcp.Resource("shop://nameless", "", "text"),
		mcp.Resource("shop://event", "a", "event"),
		mcp.Resource("shop://fine", "fine", "text"),
		mcp.Resource("shop://fine", "again", "items"),
		mcp.Resource("shop://fine/{path}", "fine", "page"),
		mcp.Resource("shop://fine/{path}", "again", "page"),
		mcp.ResourceFunc("shop://empty", "a", nil),
		mcp.ResourceFunc("shop://own", "own", unread),
		mcp.ResourceFunc("shop://own", "again", unread),
		mcp.Resource("shop://icon", "a", "text", mcp.Icons(mcp.Icon{Src: "http://x/i.png"})),
		mcp.Resource("shop://dim", "a", "text", mcp.Icons(mcp.Icon{Src: "https://x/i.png", Theme: "dim"})),
	)
	want := []benzene.Finding{
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://none" is bound to topic "none such", which has no handler; add one, or drop the resource`},
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://shelf/{id}" has the variable "id", but topic "shelf" takes mcp_test.getShelf, which has no field of that name that text can fill; add one, or rename the variable`},
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://shelf" has no variable for number, without which topic "shelf" does nothing; make it a template that has`},
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://sides/{side}" has no variable for number, without which topic "shelf" does nothing; make it a template that has`},
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://lines/{lines}" has the variable "lines", but topic "order" takes mcp_test.order, which has no field of that name that text can fill; add one, or rename the variable`},
		{Check: "mcp-tool-names", Message: `mcp: a resource is neither a URI nor a template of URIs: the URI template "shop" does not begin with a scheme; write it out, as in orders://{id}`},
		{Check: "mcp-tool-names", Message: `mcp: a resource is neither a URI nor a template of URIs: the URI template "shop://{" has a brace that is not closed; write variables as {name}`},
		{Check: "mcp-tool-names", Message: `mcp: a resource is neither a URI nor a template of URIs: the URI template "shop://a b" has "shop://a b", which no URI has; write it percent-encoded, and braces in pairs around a name`},
		{Check: "mcp-tool-names", Message: `mcp: a resource is neither a URI nor a template of URIs: the URI template "" does not begin with a scheme; write it out, as in orders://{id}`},
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://nameless" (topic "text") has no name; give it one`},
		{Check: "mcp-tool-topics", Message: `mcp: resource "shop://event" is bound to topic "event", whose handler answers nothing; bind it to one that does`},
		{Check: "mcp-tool-names", Message: `mcp: two resources are named "shop://fine", one for topic "text" and one for topic "items"; rename one`},
		{Check: "mcp-tool-names", Message: `mcp: two resources are named "shop://fine/{path}", both for topic "page"; drop one`},
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://empty" has no function; give one`},
		{Check: "mcp-tool-names", Message: `mcp: two resources are named "shop://own", one for a function and one for a function; rename one`},
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://icon" has an icon at "http://x/i.png"; clients show https: and data: URIs only`},
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://dim" has an icon for the theme "dim"; there are "light" and "dark"`},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
	for method, want := range map[string][]string{"resources/list": {"fine", "own"}, "resources/templates/list": {"fine"}} {
		member := lists[method]
		if got := d.page(t, withHandshake, method, member, "").entries; !cmp.Equal(got, want) {
			t.Errorf("offered are %v", got)
		}
	}
}

func TestEverythingThatIsWrongWithPromptsIsFoundAtOnce(t *testing.T) {
	list, d := found(t,
		mcp.Prompt("none", "", "none such"),
		mcp.Prompt("", "", "text"),
		mcp.Prompt("fine", "", "text"),
		mcp.Prompt("fine", "", "items"),
		mcp.Prompt("event", "", "event"),
		mcp.Prompt("crate", "", "crate"),
		mcp.Prompt("count", "", "count"),
		mcp.Prompt("raw", "", "raw"),
		mcp.PromptFunc("empty", "", nil, nil),
		mcp.PromptFunc("own", "", nil, silent),
		mcp.PromptFunc("own", "", nil, silent),
		mcp.PromptFunc("doubled", "", []mcp.PromptArgument{{Name: "a"}, {}, {Name: "a"}}, silent),
		mcp.Prompt("wait", "", "wait"),
	)
	want := []benzene.Finding{
		{Check: "mcp-tool-topics", Message: `mcp: prompt "none" is bound to topic "none such", which has no handler; add one, or drop the prompt`},
		{Check: "mcp-tool-names", Message: `mcp: a prompt (topic "text") has no name; give it one`},
		{Check: "mcp-tool-names", Message: `mcp: two prompts are named "fine", one for topic "text" and one for topic "items"; rename one`},
		{Check: "mcp-tool-topics", Message: `mcp: prompt "event" is bound to topic "event", whose handler answers nothing; bind it to one that does`},
		{Check: "mcp-tool-schemas", Message: `mcp: prompt "crate": topic "crate" takes mcp_test.crate, which has to have lines, and that is nothing that text can fill; change the type`},
		{Check: "mcp-tool-schemas", Message: `mcp: prompt "count": topic "count" takes int, but the arguments of a prompt are always an object; take a struct`},
		{Check: "mcp-tool-schemas", Message: `mcp: prompt "raw": topic "raw" takes jsontext.Value, but the arguments of a prompt are always an object; take a struct`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "empty" has no function; give one`},
		{Check: "mcp-tool-names", Message: `mcp: two prompts are named "own", one for a function and one for a function; rename one`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "doubled" has an argument without a name; give it one`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "doubled" has two arguments that are named "a"; rename one`},
	}
	if len(list) != len(want)+1 {
		t.Fatalf("got %d findings: %v", len(list), list)
	}
	if diff := cmp.Diff(want, list[:len(want)]); diff != "" {
		t.Error(diff)
	}
	if last := list[len(want)].Message; !strings.HasPrefix(last, `mcp: prompt "wait": topic "wait" takes mcp_test.unwritable, which has no schema (`) {
		t.Errorf("got %s", last)
	}
	if got := d.page(t, withHandshake, "prompts/list", "prompts", "").entries; !cmp.Equal(got, []string{"fine", "own"}) {
		t.Errorf("offered are %v", got)
	}
}

func TestEverythingThatIsWrongWithCompletionsIsFoundAtOnce(t *testing.T) {
	list, d := found(t,
		mcp.Prompt("say", "", "echo", mcp.Completes("text", "names"), mcp.Completes("text", "many"), mcp.Completes("Text", "names"),
			mcp.Completes("n", "none such"), mcp.Completes("tags", "items")),
		mcp.Prompt("plain", "", "text", mcp.CompletesBy("x", nobody)),
		mcp.Prompt("greet", "", "greet", mcp.CompletesBy("name", nobody), mcp.CompletesBy("name", nobody)),
		mcp.Resource("shop://exact", "a", "text", mcp.CompletesBy("x", nobody)),
		mcp.Resource("shop://page/{path}", "a", "page", mcp.CompletesBy("path", nil), mcp.Completes("id", "names")),
		mcp.Resource("shop://event/{path}", "a", "page", mcp.Completes("path", "event")),
	)
	want := []benzene.Finding{
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://exact" completes "x", which is none of its arguments (it has none); correct the name`},
		{Check: "mcp-tool-names", Message: `mcp: completion "shop://page/{path}" has no function; give one`},
		{Check: "mcp-tool-names", Message: `mcp: resource "shop://page/{path}" completes "id", which is none of its arguments (path); correct the name`},
		{Check: "mcp-tool-topics", Message: `mcp: completion "shop://event/{path}": topic "event" answers nothing; answer a []string or an mcp.Completion`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "say" completes "text" twice; drop one`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "say" completes "Text", which is none of its arguments (text, n, tags); correct the name`},
		{Check: "mcp-tool-topics", Message: `mcp: completion "say" is bound to topic "none such", which has no handler; add one, or drop the completion`},
		{Check: "mcp-tool-topics", Message: `mcp: completion "say": topic "items" answers mcp_test.items; answer a []string or an mcp.Completion`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "plain" completes "x", which is none of its arguments (it has none); correct the name`},
		{Check: "mcp-tool-names", Message: `mcp: prompt "greet" completes "name" twice; drop one`},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
	d.complete(t, withHandshake, `{"type":"ref/prompt","name":"say"}`, `{"name":"text","value":""}`, ``).
		says(t, withHandshake, -1, `{"completion":{"values":["text","",""],"hasMore":false}}`)
}

func unread(context.Context, *mcp.Call) ([]mcp.Contents, error) { return nil, nil }
