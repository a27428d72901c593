package mcp_test

import (
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
	"github.com/benzene-go/framework/transports/mcp/internal/seal"
)

var sealKey = []byte(strings.Repeat("k", 32))

// as is d for a caller of this name; "" is nobody.
func (d *desk) as(subject string) *desk {
	inner := d.Handler
	return &desk{Handler: nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if subject != "" {
			r = r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: subject, Issuer: "test"}))
		}
		inner.ServeHTTP(w, r)
	})}
}

// forgotten checks that a caller is told to begin a new session, in no JSON-RPC.
func (d *desk) forgotten(t *testing.T, body string, headers ...string) {
	t.Helper()
	w := newRecorder(d.Handler, request(body, headers...))
	if w.Code != 404 || strings.Contains(w.Body.String(), "jsonrpc") || w.Header().Get("Mcp-Session-Id") != "" {
		t.Errorf("%.60s: got %d %s %v", body, w.Code, w.Body, w.Header())
	}
}

func TestASealedSessionIsOfOneCaller(t *testing.T) {
	d, replica := newDesk(t, mcp.SealSessions(sealKey)), newDesk(t, mcp.SealSessions(sealKey))
	id := session(t, d.as("ada"))
	for _, served := range []*desk{d.as("ada"), replica.as("ada")} {
		if h := served.call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+id); h.result == nil || h.Header().Get("Mcp-Session-Id") != id {
			t.Errorf("got %d %s %v", h.Code, h.text, h.Header())
		}
	}
	before := len(d.ran())
	altered := []byte(id)
	altered[len(altered)-1] ^= 1
	list := "[" + callPing + "]"
	for name, c := range map[string]struct {
		by *desk
		id string
	}{
		"another's": {d.as("bob"), id}, "nobody's": {d.as(""), id}, "unknown": {d.as("ada"), "stale-1"}, "altered": {d.as("ada"), string(altered)},
		"unsealed": {d.as("ada"), session(t, newDesk(t))}, "another key's": {d.as("ada"), session(t, newDesk(t, mcp.SealSessions([]byte(strings.Repeat("x", 32)))).as("ada"))},
		"a later release's": {d.as("ada"), issued(t, "2025-11-26", 0)}, "one of later abilities": {d.as("ada"), issued(t, "2025-11-25", 0x40)},
		"cut": {d.as("ada"), id[:43]}, "two": {d.as("ada"), id + ", " + id},
	} {
		for _, body := range []string{callPing, ping, listTools, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":"x","result":{}}`} {
			c.by.forgotten(t, body, "Mcp-Session-Id: "+c.id)
		}
		c.by.forgotten(t, list, "Mcp-Session-Id: "+c.id, "MCP-Protocol-Version: 2025-03-26")
		if len(d.ran()) > before {
			t.Errorf("something ran in %s session", name)
		}
		if again := c.by.post(t, hello("2025-11-25"), "Mcp-Session-Id: "+c.id); again.result == nil || again.Header().Get("Mcp-Session-Id") == "" {
			t.Errorf("a new session instead of %s: %d %s", name, again.Code, again.text)
		}
		if h := c.by.later(t, "tools/list", "", "Mcp-Session-Id: "+c.id); h.result == nil {
			t.Errorf("in the era without sessions %s counted: %d %s", name, h.Code, h.text)
		}
	}
	if h := d.as("ada").call(t, "ping_tool", `{}`); h.result == nil || h.Header().Get("Mcp-Session-Id") != "" {
		t.Errorf("without a session: %d %s", h.Code, h.text)
	}
}

// issued is an id of ada's as a replica of another release may write it.
func issued(t *testing.T, revision string, can byte) string {
	t.Helper()
	ids, err := seal.NewSessions(sealKey)
	if err != nil {
		t.Fatal(err)
	}
	ada := benzene.WithPrincipal(t.Context(), benzene.Principal{Subject: "ada", Issuer: "test"})
	return ids.Issue(revision, can, seal.PrincipalOf(ada))
}

func TestASealMayBeReplaced(t *testing.T) {
	fresh := []byte(strings.Repeat("n", 32))
	id := session(t, newDesk(t, mcp.SealSessions(sealKey)))
	if h := newDesk(t, mcp.SealSessions(fresh, sealKey)).call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+id); h.result == nil || h.Header().Get("Mcp-Session-Id") != id {
		t.Errorf("got %d %s", h.Code, h.text)
	}
	newDesk(t, mcp.SealSessions(fresh)).forgotten(t, callPing, "Mcp-Session-Id: "+id)
}

// What is wrong with the message itself is said first, in JSON-RPC.
func TestAFaultComesBeforeAForeignSession(t *testing.T) {
	d := newDesk(t, mcp.SealSessions(sealKey))
	d.post(t, `{`, "Mcp-Session-Id: stale-1").faulty(t, 400, -32700)
	d.post(t, `[]`, "Mcp-Session-Id: stale-1").faulty(t, 400, -32600)
	d.post(t, ping, "Mcp-Session-Id: stale-1", "MCP-Protocol-Version: banana").faulty(t, 400, -32602)
}
