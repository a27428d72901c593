package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// words are the levels, from the least to the most.
var words = []mcp.Level{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// every level, and some that are none.
func logsAll(ctx context.Context) error {
	for _, level := range append([]mcp.Level{"loud", "", "Error"}, words...) {
		mcp.Log(ctx, level, "", string(level))
	}
	return nil
}

func levelsOf(t *testing.T, w *tape) []mcp.Level {
	t.Helper()
	if w.header.Get("Content-Type") == "application/json" {
		return nil
	}
	var got []mcp.Level
	for _, p := range params(t, w.events(t)) {
		for _, level := range append([]mcp.Level{"loud", ""}, words...) {
			if p == `{"level":"`+string(level)+`","data":"`+string(level)+`"}` {
				got = append(got, level)
			}
		}
	}
	return got
}

func TestALaterClientHearsWhatItsRequestAsksFor(t *testing.T) {
	d := newDesk(t, telling(logsAll))
	if got := levelsOf(t, d.record(t, modernRequest("tell", ""))); got != nil {
		t.Errorf("a client that asked for nothing was told %v", got)
	}
	for at, level := range words {
		w := d.record(t, modernRequest("tell", `,"io.modelcontextprotocol/logLevel":"`+string(level)+`"`))
		if diff := cmp.Diff(words[at:], levelsOf(t, w)); diff != "" {
			t.Errorf("%s: %s", level, diff)
		}
	}
	for _, level := range []string{`"loud"`, `""`, `7`, `null`, `"Error"`} {
		d.send(t, modernRequest("tell", `,"io.modelcontextprotocol/logLevel":`+level)).faulty(t, 400, -32602)
	}
	modern{method: "logging/setLevel", more: `,"level":"debug"`}.send(t, d).faulty(t, 404, -32601)
}

func TestAnEarlierClientHearsInfoAndAboveWithinItsSession(t *testing.T) {
	d := newDesk(t, telling(logsAll))
	id := "Mcp-Session-Id: " + sessionOf(t, d, `{}`)
	if diff := cmp.Diff(words[1:], levelsOf(t, d.record(t, request(tell, id)))); diff != "" {
		t.Error(diff)
	}
	if got := levelsOf(t, d.record(t, request(tell))); got != nil {
		t.Errorf("a client without a session was told %v", got)
	}
	if w := d.record(t, request(tell, id, "Accept: application/json")); w.header.Get("Content-Type") != "application/json" {
		t.Errorf("a client that takes no events got %s", w.text.String())
	}
	if h := d.post(t, `[`+tell+`]`, id, "MCP-Protocol-Version: 2025-03-26"); len(h.several) != 1 {
		t.Errorf("in a batch: %s", h.text)
	}
}

func TestALevelIsOneOfEight(t *testing.T) {
	d := newDesk(t, mcp.Logging())
	for _, level := range words {
		if h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"`+string(level)+`"}}`); string(h.result) != `{}` {
			t.Errorf("%s: got %s", level, h.text)
		}
	}
	for _, level := range []string{`"loud"`, `""`, `7`, `null`, `{}`, `"Debug"`} {
		d.post(t, `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":`+level+`}}`).faulty(t, 200, -32602)
	}
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel"}`).faulty(t, 200, -32602)
}

func TestWithoutLoggingNobodyIsLoggedTo(t *testing.T) {
	d := newDesk(t, mcp.Func("tell", "Tells.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		return mcp.Answer("done"), logsAll(ctx)
	}))
	if w := d.record(t, modernRequest("tell", `,"io.modelcontextprotocol/logLevel":"debug"`)); w.header.Get("Content-Type") != "application/json" {
		t.Errorf("got %s", w.text.String())
	}
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`).faulty(t, 200, -32601)
	if h := d.post(t, hello("2025-11-25")); strings.Contains(h.text, "logging") {
		t.Errorf("logging is announced: %s", h.text)
	}
}

func TestALogMessageIsWhateverJSONItsDataIs(t *testing.T) {
	lines := logged(t)
	d := newDesk(t, telling(func(ctx context.Context) error {
		mcp.Log(ctx, mcp.LevelInfo, "the \"desk\"\n", map[string]any{"a": []int{1}, "b": nil})
		mcp.Log(ctx, mcp.LevelInfo, "", nil)
		mcp.Log(ctx, mcp.LevelInfo, "raw", jsontext.Value("{\n\"a\":\r\n1}"))
		mcp.Log(ctx, mcp.LevelInfo, "broken", func() {})
		mcp.Log(ctx, mcp.LevelInfo, "broken", jsontext.Value(`{`))
		mcp.Log(context.Background(), mcp.LevelInfo, "", "to nobody")
		benzene.Progress(context.Background(), 1, 1, "to nobody")
		return nil
	}))
	want := []string{`{"level":"info","logger":"the \"desk\"\n","data":{"a":[1],"b":null}}`, `{"level":"info","data":null}`, `{"level":"info","logger":"raw","data":{"a":1}}`}
	got := params(t, d.record(t, modernRequest("tell", `,"io.modelcontextprotocol/logLevel":"info"`)).events(t))
	for i := range got {
		v := jsontext.Value(got[i])
		_ = v.Compact()
		got[i] = string(v)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(lines(), "logger=broken"); n != 2 {
		t.Errorf("operators read %q", lines())
	}
}
