package mcp_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Whatever a caller sends is answered in the protocol's own terms, and only
// what is JSON and names a tool runs one.
func FuzzABody(f *testing.F) {
	for _, body := range []string{
		ping, listTools, placeOrder, hello("2025-11-25"), "", "[]", "[" + ping + "]", "null", `{"jsonrpc":"2.0","method":"x"}`,
		`{"jsonrpc":"2.0","id":1e2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\u0000\ud83d\ude00"}}}`,
		`{"jsonrpc":"2.0","id":"\"","method":"tools/call","params":{"name":"exits","_meta":{"traceparent":"\n"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	} {
		for _, version := range []string{"", "2025-03-26", "2025-11-25", "2026-07-28", "x"} {
			f.Add(version, body)
		}
	}
	f.Fuzz(func(t *testing.T, version, body string) {
		if strings.ContainsAny(version, "\r\n\x00") {
			t.Skip("no header carries that")
		}
		d := newDesk(t)
		h := d.post(t, body, "MCP-Protocol-Version: "+version)
		switch {
		case h.Code != 200 && h.Code != 202 && h.Code != 400:
			t.Errorf("status %d", h.Code)
		case h.Code == 202 && h.text != "", h.Code != 202 && h.text == "":
			t.Errorf("status %d with %q", h.Code, h.text)
		case !jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true)):
			h.faulty(t, 400, -32700)
		}
		if len(d.ran()) > 0 && !strings.Contains(h.text, `"result"`) && !strings.Contains(h.text, "internal error (reference ") {
			t.Errorf("something ran, and the answer is %s", h.text)
		}
	})
}
