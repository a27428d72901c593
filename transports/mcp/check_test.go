package mcp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type unwritable struct {
	Wait time.Duration `json:"wait"`
	Done chan int      `json:"done"`
}

func unfitting() []benzene.Endpoint {
	return append(endpoints(),
		benzene.Handle("count", func(context.Context, int) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("wait", func(context.Context, unwritable) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("told", func(context.Context, nothing) (unwritable, error) { return unwritable{}, nil }),
		benzene.Handle("any", func(context.Context, map[string]string) (map[string]string, error) { return nil, nil }),
	)
}

// findings mounts parts and returns what is wrong with them, and the desk that
// is served all the same.
func findings(t *testing.T, parts ...mcp.Part) ([]benzene.Finding, *desk) {
	t.Helper()
	registry, err := benzene.NewRegistry(unfitting()...)
	if err != nil {
		t.Fatal(err)
	}
	h, err := mcp.Surface(parts...)(http.Site{Dispatcher: benzene.NewDispatcher(registry, nil)})
	if h == nil {
		t.Fatal("there is no handler beside the findings")
	}
	var found []benzene.Finding
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			var f benzene.Finding
			if !errors.As(e, &f) {
				t.Errorf("no finding: %v", e)
			}
			found = append(found, f)
		}
	}
	return found, &desk{Handler: h}
}

func TestEverythingThatIsWrongWithToolsIsFoundAtOnce(t *testing.T) {
	found, d := findings(t,
		mcp.Tool("get_order", "Fetches one order.", "order:get"),
		mcp.Tool("newer", "Does nothing.", "echo_", mcp.TopicVersion("3")),
		mcp.Tool("orders:create", "Does nothing.", "ping"),
		mcp.Tool("", "Does nothing.", "ping"),
		mcp.Tool(strings.Repeat("x", 65), "Does nothing.", "ping"),
		mcp.Tool("silent", " \n", "ping"),
		mcp.Tool("fine", "Does nothing.", "ping"),
		mcp.Tool("fine", "Says what it is told.", "echo"),
		mcp.Tool("count", "Counts.", "count"),
		mcp.Tool("wait", "Waits.", "wait"),
		mcp.Tool("told", "Tells.", "told"),
		mcp.Tool("any", "Takes anything.", "any"),
	)
	want := []benzene.Finding{
		{Check: "mcp-tool-topics", Message: `mcp: tool "get_order" is bound to topic "order:get", which has no handler; add one, or drop the tool`},
		{Check: "mcp-tool-topics", Message: `mcp: tool "newer" is bound to topic "echo_@3", which has no handler; add one, or drop the tool`},
		{Check: "mcp-tool-names", Message: `mcp: tool name "orders:create" (topic "ping") does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -`},
		{Check: "mcp-tool-names", Message: `mcp: tool name "" (topic "ping") does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -`},
		{Check: "mcp-tool-names", Message: `mcp: tool name "` + strings.Repeat("x", 65) + `" (topic "ping") does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -`},
		{Check: "mcp-tool-names", Message: `mcp: tool "silent" (topic "ping") has no description; say what it does and when to call it`},
		{Check: "mcp-tool-names", Message: `mcp: two tools are named "fine", one for topic "ping" and one for topic "echo"; rename one`},
		{Check: "mcp-tool-schemas", Message: `mcp: tool "count": topic "count" takes int, but the arguments of a tool are always an object; take a struct`},
	}
	if len(found) != len(want)+2 {
		t.Fatalf("got %d findings: %v", len(found), found)
	}
	if diff := cmp.Diff(want, found[:len(want)]); diff != "" {
		t.Error(diff)
	}
	for i, words := range []string{`tool "wait": topic "wait" takes mcp_test.unwritable`, `tool "told": topic "told" answers mcp_test.unwritable`} {
		f := found[len(want)+i]
		if f.Check != "mcp-tool-schemas" || !strings.Contains(f.Message, words) || i == 1 && !strings.Contains(f.Message, ".Wait") ||
			!strings.Contains(f.Message, ".Done") || strings.Contains(f.Message, "\n") {
			t.Errorf("got %+v", f)
		}
	}
	var offered []string
	for _, tool := range d.list(t) {
		offered = append(offered, tool.Name)
	}
	if diff := cmp.Diff([]string{"any", "fine"}, offered); diff != "" {
		t.Error(diff)
	}
	if got := d.call(t, "fine", `{}`); string(got.result) != `{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}` {
		t.Errorf("the tool that came first: %s", got.text)
	}
}

// A tool resolves its topic as a message would, so the unversioned handler
// serves a version that nobody else does.
func TestAToolFallsBackAsAMessageDoes(t *testing.T) {
	if found, _ := findings(t, mcp.Tool("newer", "Does nothing.", "echo", mcp.TopicVersion("3"))); found != nil {
		t.Error(found)
	}
}

func TestAFindingStopsTheMount(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	_, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Tool("a", "Does.", "b")))
	var f benzene.Finding
	if !errors.As(err, &f) || f.Check != "mcp-tool-topics" {
		t.Errorf("got %v", err)
	}
}
