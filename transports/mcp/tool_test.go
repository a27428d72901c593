package mcp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// Everything that comes as structured content is what the schema promised, and
// what the text says.
func TestResultsKeepTheirSchema(t *testing.T) {
	d := newDesk(t)
	for _, tool := range d.list(t) {
		text, result := "", toolResult{}
		if h := d.call(t, tool.Name, `{"text":"x"}`); h.fault == nil {
			text, result = h.tool(t)
		}
		if result.IsError || tool.Output == nil {
			if result.Structured != nil {
				t.Errorf("%s: structured content of nothing that was promised: %s", tool.Name, result.Structured)
			}
			continue
		}
		if text == "" {
			continue // it panicked
		}
		if string(result.Structured) != text {
			t.Errorf("%s: the text is %s, the structured content %s", tool.Name, text, result.Structured)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(result.Structured))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled(t, tool.Output).Validate(value); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}

func TestTheTextIsTheReplysBody(t *testing.T) {
	d := newDesk(t)
	for tool, want := range map[string]string{
		"ping_tool": `{}`,
		"items":     `{"items":[]}`,
		"list":      `["a","b"]`,
		"event":     ``,
		"text":      `"one \"two\"\n \u2028 é"`,
	} {
		text, result := d.call(t, tool, `{"text":"x"}`).tool(t)
		if text != want || result.IsError {
			t.Errorf("%s: got %q, want %q", tool, text, want)
		}
	}
}

func TestArgumentsMayBeLeftOut(t *testing.T) {
	for _, more := range []string{``, `,"arguments":{}`, `,"arguments":null`} {
		d := newDesk(t)
		h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"`+more+`}}`)
		if _, result := h.tool(t); result.IsError {
			t.Errorf("ping_tool%s: %s", more, h.text)
		}
		h = d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"`+more+`}}`)
		if text, result := h.tool(t); !result.IsError || text != "validation-error: text is required" {
			t.Errorf("echo%s: %s", more, text)
		}
	}
}

func TestArgumentsThatAreNoObjectAreRefused(t *testing.T) {
	d := newDesk(t)
	for _, arguments := range []string{`["a"]`, `[]`, `"{\"text\":\"a\"}"`, `""`, `7`, `true`} {
		d.call(t, "echo", arguments).faulty(t, 200, -32602)
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestArgumentsReachTheMessageVerbatim(t *testing.T) {
	d := newDesk(t)
	arguments := `{ "n" : 9007199254740993,"tags":["\u0061", "b"],  "z":{"b":1.50,"a":[ ]},"text":"x" }`
	h := d.call(t, "echo", arguments)
	if got := d.last(t).body; got != arguments {
		t.Errorf("got  %s\nwant %s", got, arguments)
	}
	if strings.Count(h.text, "9007199254740993") != 2 {
		t.Errorf("the number changed: %s", h.text)
	}
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}`)
	if got := d.last(t).body; got != "{}" {
		t.Errorf("without arguments the body is %q", got)
	}
}

func TestUnknownToolsAreFaultsThatNameThem(t *testing.T) {
	d := newDesk(t)
	h := d.call(t, "no_such", `{}`)
	h.faulty(t, 200, -32602)
	if !strings.Contains(h.fault.Message, `"no_such"`) {
		t.Error(h.text)
	}
	h = d.call(t, "a\\n\\u001b"+strings.Repeat("é", 5000), `{}`)
	h.faulty(t, 200, -32602)
	if len(h.text) > 400 || strings.ContainsAny(h.fault.Message, "\n\x1b") {
		t.Error(h.text)
	}
	for _, params := range []string{``, `{}`, `{"name":null}`, `{"name":7}`, `{"name":["echo"]}`, `{"name":""}`, `{"name":"ECHO"}`} {
		d.post(t, strings.Replace(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":P}`, `,"params":P`, withParams(params), 1)).faulty(t, 200, -32602)
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func withParams(params string) string {
	if params == "" {
		return ""
	}
	return `,"params":` + params
}

func TestAMessageHasTheBindingsHeadersAndNoOther(t *testing.T) {
	d := newDesk(t)
	trace := "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	d.post(t, `{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{
		"_meta":{"traceparent":"`+trace+`","tracestate":"a=b","authorization":"x","benzene-mcp-tool":"y"},
		"name":"echo_2","arguments":{"text":"x"},"headers":{"x":"y"}}}`,
		"Authorization: Bearer x", "benzene-mcp-tool: other", "benzene-mcp-session: other", "benzene-version: 1", "topic: ping", "x-correlation-id: 7")
	got := d.last(t)
	want := map[string]string{"benzene-mcp-tool": "echo_2", "benzene-version": "2", "traceparent": trace, "tracestate": "a=b"}
	if diff := cmp.Diff(want, got.headers); diff != "" {
		t.Error(diff)
	}
	if got.topic != (benzene.Topic{ID: "echo", Version: "2"}) || got.via != "mcp" {
		t.Errorf("topic %v by %s", got.topic, got.via)
	}
	d.call(t, "ping_tool", `{}`)
	if diff := cmp.Diff(map[string]string{"benzene-mcp-tool": "ping_tool"}, d.last(t).headers); diff != "" {
		t.Error(diff)
	}
}

func TestHeadersAreFoundInAnyCase(t *testing.T) {
	var got []string
	registry, _ := benzene.NewRegistry(benzene.Handle("ping", func(ctx context.Context, _ nothing) (nothing, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		for _, key := range []string{"Benzene-MCP-Tool", "TRACEPARENT", "Tracestate", "X-Api-Version", "benzene-mcp-session", "cookie", ""} {
			got = append(got, inv.Headers.Get(key))
		}
		for key := range inv.Headers.All() {
			got = append(got, key)
			break
		}
		return nothing{}, nil
	}, benzene.Version("3")))
	dispatcher := benzene.NewDispatcher(registry, nil, benzene.ReservedNames(benzene.Names{Version: []string{"x-api-version"}}))
	h, err := http.Handler(dispatcher, mcp.Endpoint(mcp.Tool("ping", "Does nothing.", "ping", mcp.TopicVersion("3"))))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping","_meta":{"traceparent":"a","tracestate":7}}}`)
	if diff := cmp.Diff([]string{"ping", "a", "", "3", "", "", "", "benzene-mcp-tool"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTelemetryLearnsWhatWasAsked(t *testing.T) {
	d := newDesk(t)
	for id, want := range map[string]string{`"a\u0062"`: "ab", `7.0`: "7.0"} {
		d.post(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"ping_tool"}}`)
		if diff := cmp.Diff(map[string]any{
			"mcp.method.name": "tools/call", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": want,
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ping_tool",
		}, d.last(t).facts); diff != "" {
			t.Error(diff)
		}
	}
}
