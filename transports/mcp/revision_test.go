package mcp_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// everyRevision there is, oldest first.
var everyRevision = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// speak sends a request as a client of a revision does. params are members of
// an object; name is that of a tool, "" where there is none.
func (d *desk) speak(t *testing.T, revision, method, name, params string) heard {
	t.Helper()
	if name != "" {
		params = strings.Trim(`"name":"`+name+`",`+params, ",")
	}
	if revision != "2026-07-28" {
		return d.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`, "MCP-Protocol-Version: "+revision)
	}
	return d.send(t, statelessRequest(metaBody(method, params, leastMembers)))
}

// bare is a result without what the later era adds to all of them.
func (h heard) bare() string {
	text, _, _ := strings.Cut(string(h.result), `,"resultType":`)
	if len(text) < len(h.result) {
		text += "}"
	}
	return text
}

// listAt lists the tools by name, as a client of a revision sees them.
func (d *desk) listAt(t *testing.T, revision string) map[string]listed {
	t.Helper()
	var list struct {
		Tools []listed `json:"tools"`
	}
	if err := json.Unmarshal(d.speak(t, revision, "tools/list", "", "").result, &list); err != nil {
		t.Fatal(err)
	}
	byName := map[string]listed{}
	for _, tool := range list.Tools {
		byName[tool.Name] = tool
	}
	return byName
}
