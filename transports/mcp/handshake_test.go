package mcp_test

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func hello(version string) string { return helloFrom(version, `{"roots":{"listChanged":true}}`) }

// helloFrom is that of a client with these capabilities.
func helloFrom(version, can string) string {
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + version +
		`","capabilities":` + can + `,"clientInfo":{"name":"test","version":"1"}}}`
}

// A welcome is the result of initialize.
type welcome struct {
	Version      string                    `json:"protocolVersion"`
	Capabilities map[string]map[string]any `json:"capabilities"`
	Server       struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
	Instructions string `json:"instructions"`
}

func (h heard) welcome(t *testing.T) (w welcome) {
	t.Helper()
	if err := json.Unmarshal(h.result, &w, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%v: %s", err, h.text)
	}
	return w
}

func TestTheHandshakeAgreesOnARevision(t *testing.T) {
	d := newDesk(t)
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"1999-01-01": "2025-11-25", "2099-01-01": "2025-11-25", "2026-07-28": "2025-11-25", "": "2025-11-25", "banana": "2025-11-25",
	} {
		for _, header := range []string{"", "2025-11-25", "2026-07-28", "banana"} {
			h := d.post(t, hello(asked), "MCP-Protocol-Version: "+header)
			if got := h.welcome(t); h.Code != 200 || got.Version != want {
				t.Errorf("asked for %q under %q: got %d %s", asked, header, h.Code, h.text)
			}
		}
	}
}

func TestTheHandshakeIsLenientAboutTheRest(t *testing.T) {
	d := newDesk(t)
	for _, params := range []string{
		`{"protocolVersion":"2025-06-18"}`,
		`{"protocolVersion":"2025-06-18","_meta":{}}`,
		`{"protocolVersion":"2025-06-18","_meta":{"progressToken":1},"capabilities":{},"clientInfo":{"name":"x","version":"1","title":"X"}}`,
	} {
		if got := d.post(t, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":`+params+`}`).welcome(t); got.Version != "2025-06-18" {
			t.Errorf("%s: got %q", params, got.Version)
		}
	}
	for _, params := range []string{`{}`, `{"protocolVersion":null}`, `{"protocolVersion":20250618}`} {
		h := d.post(t, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":`+params+`}`)
		h.faulty(t, 200, -32602)
		if h.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%s began a session", params)
		}
	}
}

func TestTheServerIntroducesItself(t *testing.T) {
	build := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		build = info.Main.Version
	}
	registry, _ := benzene.NewRegistry()
	for _, c := range []struct {
		service, version string
		parts            []mcp.Part
		want             [3]string
	}{
		{"shop", "v1", nil, [3]string{"shop", "v1", ""}},
		{"", "", nil, [3]string{"benzene", build, ""}},
		{"shop", "v1", []mcp.Part{mcp.Server("front \"desk\"", "7"), mcp.Instructions("Ask first.\n")}, [3]string{`front "desk"`, "7", "Ask first.\n"}},
		{"shop", "v1", []mcp.Part{mcp.Server("", "7")}, [3]string{"shop", "7", ""}},
		{"shop", "v1", []mcp.Part{mcp.Parts(mcp.Parts(mcp.Server("desk", "")))}, [3]string{"desk", "v1", ""}},
	} {
		h, err := http.Handler(benzene.NewDispatcher(registry, nil, benzene.Named(c.service, c.version)), mcp.Endpoint(c.parts...))
		if err != nil {
			t.Fatal(err)
		}
		got := (&desk{Handler: h}).post(t, hello("2025-11-25")).welcome(t)
		if diff := cmp.Diff(c.want, [3]string{got.Server.Name, got.Server.Version, got.Instructions}); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(map[string]map[string]any{"tools": {}}, got.Capabilities); diff != "" {
			t.Error(diff)
		}
	}
}

func TestLaterRequestsNameTheirRevisionOrNone(t *testing.T) {
	d := newDesk(t)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}}`
	for header, want := range map[string]string{
		"": "2025-03-26", "2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", " 2025-11-25 ": "2025-11-25",
	} {
		h := d.post(t, call, "MCP-Protocol-Version: "+header)
		if got := d.last(t).facts["mcp.protocol.version"]; h.result == nil || got != want {
			t.Errorf("%q: got %v, %s", header, got, h.text)
		}
	}
	before := len(d.ran())
	for _, header := range []string{"1999-01-01", "banana", "2025-12-31", "2025-11-25x"} {
		h := d.post(t, call, "MCP-Protocol-Version: "+header)
		h.faulty(t, 400, -32602)
		if want := `{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"` + header + `"}`; string(h.fault.Data) != want || h.id != "1" {
			t.Errorf("got  %s\nwant %s", h.text, want)
		}
	}
	d.post(t, call, "+MCP-Protocol-Version: 2025-06-18").faulty(t, 400, -32602)
	d.post(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "MCP-Protocol-Version: banana").faulty(t, 400, -32602)
	if len(d.ran()) > before {
		t.Error("something ran")
	}
}

func TestAFormThatARevisionDoesNotHaveIsToldWhichOneHasIt(t *testing.T) {
	d := newDesk(t)
	for _, method := range []string{"server/discover", "tools/list", "ping"} {
		h := d.post(t, `{"jsonrpc":"2.0","id":9,"method":"`+method+`","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}}`,
			"MCP-Protocol-Version: 2025-11-25", "Mcp-Method: "+method, "Mcp-Session-Id: "+session(t, d))
		h.faulty(t, 400, -32022)
		if want := `{"supported":["2026-07-28"],"requested":"2025-11-25"}`; string(h.fault.Data) != want || h.id != "9" {
			t.Errorf("got %s", h.text)
		}
		if h.Header().Get("Mcp-Session-Id") != "" {
			t.Error("a session header in the era without sessions")
		}
	}
	h := d.post(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, "Mcp-Session-Id: "+session(t, d))
	if h.Code != 202 || h.Header().Get("Mcp-Session-Id") != "" {
		t.Errorf("got %d, %v", h.Code, h.Header())
	}
	d.post(t, `{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}`).faulty(t, 400, -32602)
	for _, params := range []string{``, `,"params":{}`, `,"params":{"_meta":{}}`} {
		for _, header := range []string{"2026-07-28", "2031-01-01"} {
			d.post(t, `{"jsonrpc":"2.0","id":9,"method":"tools/list"`+params+`}`, "MCP-Protocol-Version: "+header).faulty(t, 400, -32602)
		}
	}
}

// session begins one and returns its id.
func session(t *testing.T, d *desk) string {
	t.Helper()
	return d.post(t, hello("2025-06-18"), "MCP-Protocol-Version:").Header().Get("Mcp-Session-Id")
}

func TestASessionIsAnIdAndNothingElse(t *testing.T) {
	d := newDesk(t)
	id := session(t, d)
	if len(id) != 43 || strings.ContainsFunc(id, func(r rune) bool { return r < '!' || r > '~' }) {
		t.Fatalf("session id %q", id)
	}
	if session(t, d) == id {
		t.Error("two sessions, one id")
	}
	other := newDesk(t) // another replica
	h := other.call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+id, "MCP-Protocol-Version:")
	if got := h.Header().Get("Mcp-Session-Id"); got != id {
		t.Errorf("the id came back as %q", got)
	}
	got := other.last(t)
	if got.headers["benzene-mcp-session"] != id || got.facts["mcp.session.id"] != id || got.facts["mcp.protocol.version"] != "2025-06-18" {
		t.Errorf("the message has %v, %v", got.headers, got.facts)
	}
	h = d.post(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id: "+id)
	if h.Code != 202 || h.Header().Get("Mcp-Session-Id") != id {
		t.Errorf("got %d, %v", h.Code, h.Header())
	}
	if again := d.post(t, hello("2025-11-25"), "Mcp-Session-Id: "+id).Header().Get("Mcp-Session-Id"); again == id || again == "" {
		t.Errorf("a new handshake got %q", again)
	}
	list := `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`
	d.post(t, list, "Mcp-Session-Id: "+id, "MCP-Protocol-Version:").faulty(t, 400, -32600)
	old := d.post(t, hello("2025-03-26")).Header().Get("Mcp-Session-Id")
	if h := d.post(t, list, "Mcp-Session-Id: "+old, "MCP-Protocol-Version:"); len(h.several) != 1 || h.Header().Get("Mcp-Session-Id") != old {
		t.Errorf("a batch of a session of 2025-03-26: %d %s", h.Code, h.text)
	}
}

func TestASessionIdThatIsNotOursIsIgnored(t *testing.T) {
	d := newDesk(t)
	id := session(t, d)
	for _, other := range []string{
		"stale-1", "bz2.", id[:42], id + "A", "bz1" + id[3:], strings.Replace(id, "2025-06-18", "2026-07-28", 1),
		id[:42] + "!", id[:15] + "_" + id[16:], strings.ToUpper(id), strings.Repeat("x", 100000),
	} {
		if other == id {
			continue
		}
		h := d.call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+other)
		if h.result == nil || h.Header().Get("Mcp-Session-Id") != "" || d.last(t).headers["benzene-mcp-session"] != "" {
			t.Errorf("%.40q: got %d, %v", other, h.Code, h.Header())
		}
	}
	if h := d.call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+id, "+Mcp-Session-Id: "+id); h.Header().Get("Mcp-Session-Id") != "" {
		t.Error("of two session ids one was chosen")
	}
}
