package mcp

import (
	"fmt"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// bind fits t to the endpoint of its topic. The findings are all that is wrong
// with t, which cannot be called then.
func (t *tool) bind(d *benzene.Dispatcher) []error {
	wrong := t.misnamed()
	t.dispatcher, t.versionHeader = d, d.Names().Version[0]
	contract, ok := d.Resolve(t.topic)
	if !ok {
		return append(wrong, benzene.Finding{Check: "mcp-tool-topics", Message: fmt.Sprintf(
			"mcp: tool %q is bound to topic %q, which has no handler; add one, or drop the tool", t.name, t.topic)})
	}
	return append(wrong, t.describe(contract)...)
}

func (t *tool) misnamed() (wrong []error) {
	if !isToolName(t.name) {
		wrong = append(wrong, naming(
			"tool name %q (topic %q) does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -", t.name, t.topic))
	}
	if strings.TrimSpace(t.description) == "" {
		wrong = append(wrong, naming(
			"tool %q (topic %q) has no description; say what it does and when to call it", t.name, t.topic))
	}
	return wrong
}

func sameName(a, b *tool) error {
	return naming("two tools are named %q, one for topic %q and one for topic %q; rename one", a.name, a.topic, b.topic)
}

func naming(format string, args ...any) error {
	return benzene.Finding{Check: "mcp-tool-names", Message: "mcp: " + fmt.Sprintf(format, args...)}
}

func isToolName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (r < '0' || r > '9') && r != '_' && r != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 64
}
