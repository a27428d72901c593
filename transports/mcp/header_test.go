package mcp_test

import (
	"strings"
	"testing"

	"github.com/benzene-go/framework/transports/mcp"
)

func TestTheMethodAndTheNameAreRepeatedInHeaders(t *testing.T) {
	d := newDesk(t, mcp.Prompt("greet", "Greets.", "text"))
	for _, c := range []struct {
		method, params string
		headers        []string
		served         bool
	}{
		{"tools/list", ``, []string{"MCP-METHOD: tools/list"}, true},
		{"tools/list", ``, []string{"Mcp-Method:   tools/list\t"}, true},
		{"tools/list", ``, []string{"Mcp-Method:"}, false},
		{"tools/list", ``, []string{"Mcp-Method: TOOLS/LIST"}, false},
		{"tools/list", ``, []string{"Mcp-Method: ping"}, false},
		{"tools/list", ``, []string{"+Mcp-Method: ping"}, false},
		{"tools/list", ``, []string{"Mcp-Name: whatever"}, true},
		{"server/discover", ``, []string{"Mcp-Method: tools/list"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"mcp-name: ping_tool"}, true},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name:  ping_tool  "}, true},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name: " + sentinel("ping_tool")}, true},
		{"tools/call", `"n\u0061me":"ping\u005ftool"`, []string{"Mcp-Name: ping_tool"}, true},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name:"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name: echo"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name: PING_TOOL"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"+Mcp-Name: echo"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name: =?base64?cGluZ190b29s"}, false},
		{"tools/call", `"name":"ping_tool"`, []string{"Mcp-Name: =?base64?%%%?="}, false},
		{"tools/call", `"name":"ping_tool","Name":"echo"`, []string{"Mcp-Name: echo"}, false},
		{"prompts/get", `"name":"greet"`, nil, true},
		{"prompts/get", `"name":"greet"`, []string{"Mcp-Name:"}, false},
		{"prompts/get", `"name":"greet"`, []string{"Mcp-Name: other"}, false},
	} {
		h := d.later(t, c.method, c.params, c.headers...)
		if c.served && (h.Code != 200 || h.result == nil) {
			t.Errorf("%s %s under %q: %d %s", c.method, c.params, c.headers, h.Code, h.text)
		}
		if !c.served {
			h.faulty(t, 400, -32020)
		}
		if h.id != "1" {
			t.Errorf("no id: %s", h.text)
		}
	}
	// What is wrong with the body comes first.
	for _, params := range []string{``, `"name":7`, `"name":null`} {
		d.later(t, "tools/call", params, "Mcp-Name:").faulty(t, 400, -32602)
	}
	h := d.later(t, "tools/call", `"name":"é"`, "Mcp-Name: "+sentinel("é"))
	h.faulty(t, 400, -32602)
	if want := `there is no tool "é"`; h.fault.Message != want {
		t.Errorf("got %q, want %q", h.fault.Message, want)
	}
}

func TestTheURIOfAResourceIsRepeatedInAHeader(t *testing.T) {
	d := newDesk(t, mcp.Resource("shop:list", "names", "text"))
	if h := d.later(t, "resources/read", `"uri":"shop:list"`, "Mcp-Name: "+sentinel("shop:list")); h.result == nil {
		t.Error(h.text)
	}
	for _, name := range []string{"", "shop:e", "names", sentinel("shop:LIST")} {
		d.later(t, "resources/read", `"uri":"shop:list"`, "Mcp-Name: "+name).faulty(t, 400, -32020)
	}
	h := d.later(t, "resources/read", `"uri":"shop:other"`)
	h.faulty(t, 400, -32602)
	if string(h.fault.Data) != `{"uri":"shop:other"}` {
		t.Error(h.text)
	}
	h = d.post(t, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"shop:list"}}`, "Mcp-Name: x")
	if h.result == nil {
		t.Error(h.text)
	}
}

// A refusal repeats what came in a bounded and printable form.
func TestAHeaderThatDiffersIsToldBriefly(t *testing.T) {
	h := newDesk(t).later(t, "tools/call", `"name":"`+strings.Repeat("x", 5000)+`"`, "Mcp-Name: "+strings.Repeat("y", 5000))
	h.faulty(t, 400, -32020)
	if len(h.text) > 400 {
		t.Errorf("%d bytes: %s", len(h.text), h.text)
	}
	want := `the header Mcp-Name must be "ping_tool", as in the body, got "echo"`
	if h := newDesk(t).later(t, "tools/call", `"name":"ping_tool"`, "Mcp-Name: echo"); h.fault == nil || h.fault.Message != want {
		t.Error(h.text)
	}
}
