package mcp_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp"
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

// Whatever headers come with whatever body, the answer is one that a client can
// read, and a tool of the later era runs only under headers that say so.
func FuzzTheLadder(f *testing.F) {
	const version = "2026-07-28"
	for _, body := range []string{
		ping, callPing, hello("2025-11-25"), "", "[" + callPing + "]", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"ping_tool"}}`,
		statelessBody("tools/call", `"name":"ping_tool"`), statelessBody("tools/call", `"name":"panics"`), statelessBody("server/discover", ""),
		statelessBody("initialize", ""), metaBody("tools/call", `"name":"ping_tool"`, declaresCan), metaBody("tools/list", "", declaresVersion),
		strings.Replace(statelessBody("tools/call", `"name":"ping_tool"`), version, "v999.0.0", 1), `{"jsonrpc":"2.0","id":"bz-1","result":{}}`,
	} {
		f.Add(version, "tools/call", "ping_tool", "", "application/json", "*/*", "", body)
		f.Add(version, "", "=?base64?cGluZ190b29s?=", "bz2.", "application/json", "application/json", "", body)
		f.Add("2025-11-25", "ping", "x", "stale-1", "application/json;charset=utf-8", "", "http://localhost", body)
		f.Add("", "", "", "", "text/plain", "text/html", "null", body)
		f.Add("2025-03-26", "", "", "bz2.2025-11-25.E2kVpQBjMmx0ZFZlbiBieXRlcyBv", "application/json", "text/event-stream;q=0,*/*", "", body)
	}
	d := newDesk(f, mcp.SealSessions(sealKey))
	f.Fuzz(func(t *testing.T, version, method, name, session, contentType, accept, origin, body string) {
		d.came = nil
		r := request(body)
		for header, value := range map[string]string{"Mcp-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name,
			"Mcp-Session-Id": session, "Content-Type": contentType, "Accept": accept, "Origin": origin} {
			if delete(r.Header, header); value != "" {
				r.Header[header] = []string{value}
			}
		}
		w := httptest.NewRecorder()
		var own sync.WaitGroup
		own.Go(func() { d.ServeHTTP(w, r) }) // a handler may end the goroutine
		own.Wait()
		switch {
		case w.Code == 202 && w.Body.Len() == 0:
		case w.Code == 404 && w.Header().Get("Content-Type") == "text/plain; charset=utf-8" && session != "":
		case slices.Contains([]int{200, 400, 403, 404, 406, 415}, w.Code):
			h := hear(t, w)
			if h.text == "" || w.Code != 200 && (h.fault == nil || len(h.several) > 0) {
				t.Errorf("status %d with %q", w.Code, h.text)
			}
		default:
			t.Errorf("status %d with %q", w.Code, w.Body)
		}
		for _, c := range d.came {
			later := c.facts["mcp.protocol.version"] == "2026-07-28"
			if w.Code != 200 || later && (strings.TrimSpace(version) != "2026-07-28" || method == "" || name == "" || !strings.Contains(body, "io.modelcontextprotocol")) {
				t.Errorf("%s ran, answered %d: %s", c.topic.ID, w.Code, w.Body)
			}
		}
		if w.Header().Get("Mcp-Session-Id") != "" && strings.Contains(w.Body.String(), `"resultType"`) {
			t.Error("a session header in the era without sessions")
		}
	})
}
