package mcp_test

import (
	nethttp "net/http"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	declaresVersion  = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	declaresCan      = `"io.modelcontextprotocol/clientCapabilities":{}`
	declaresClient   = `"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}`
	statelessMembers = declaresVersion + "," + declaresCan + "," + declaresClient
	leastMembers     = declaresVersion + "," + declaresCan
)

// statelessBody is a request of 2026-07-28 with id 1; params are the members of
// its parameters besides _meta.
func statelessBody(method, params string) string {
	return metaBody(method, params, statelessMembers)
}

// metaBody is a request that says this in _meta.
func metaBody(method, params, meta string) string {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `"_meta":{` + meta + `}}}`
}

// statelessRequest makes a POST as a client of 2026-07-28 does, with the headers
// that repeat the body; more of them are as request has them.
func statelessRequest(body string, headers ...string) *nethttp.Request {
	return request(body, append(repeated(body), headers...)...)
}

func repeated(body string) []string {
	var m struct {
		Method string `json:"method"`
		Params struct {
			Name any `json:"name"`
			URI  any `json:"uri"`
		} `json:"params"`
	}
	_ = json.Unmarshal([]byte(body), &m) // what cannot be read is for the server to refuse
	headers := []string{"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: " + m.Method}
	about := m.Params.Name
	if m.Method == "resources/read" {
		about = m.Params.URI
	}
	if name, ok := about.(string); ok {
		headers = append(headers, "Mcp-Name: "+name)
	}
	return headers
}

// later sends a request of 2026-07-28, and checks that nothing of a session
// comes back.
func (d *desk) later(t *testing.T, method, params string, headers ...string) heard {
	t.Helper()
	return d.laterBody(t, statelessBody(method, params), headers...)
}

func (d *desk) laterBody(t *testing.T, body string, headers ...string) heard {
	t.Helper()
	h := d.send(t, statelessRequest(body, headers...))
	if h.Header().Get("Mcp-Session-Id") != "" {
		t.Errorf("a session header in the era without sessions: %s", body)
	}
	return h
}

// member is one member of a result, as it came.
func (h heard) member(t *testing.T, name string) string {
	t.Helper()
	return string(h.members(t)[name])
}

func (h heard) members(t *testing.T) map[string]jsontext.Value {
	t.Helper()
	var members map[string]jsontext.Value
	if err := json.Unmarshal(h.result, &members); err != nil {
		t.Fatalf("%v: %s", err, h.text)
	}
	return members
}
