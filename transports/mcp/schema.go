package mcp

import (
	"fmt"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/benzene/schema"
)

// describe derives the schemas of t from the contract of its topic.
func (t *tool) describe(c benzene.Contract) []error {
	var wrong []error
	input, err := schema.Of(c.Request, schema.Input)
	switch {
	case err != nil:
		wrong = append(wrong, t.unfit("takes %v, which has no schema (%s); change the type", c.Request, oneLine(err)))
	case !input.IsObject():
		wrong = append(wrong, t.unfit("takes %v, but the arguments of a tool are always an object; take a struct", c.Request))
	default:
		t.input = objectSchema(input)
	}
	if c.Response == nil {
		return wrong
	}
	output, err := schema.Of(c.Response, schema.Output)
	switch {
	case err != nil:
		wrong = append(wrong, t.unfit("answers %v, which has no schema (%s); change the type", c.Response, oneLine(err)))
	case output.IsObject():
		t.output, t.structured = objectSchema(output), true
	}
	return wrong
}

func (t *tool) unfit(format string, args ...any) error {
	return benzene.Finding{Check: "mcp-tool-schemas", Message: fmt.Sprintf("mcp: tool %q: topic %q ", t.name, t.topic) + fmt.Sprintf(format, args...)}
}

// objectSchema writes s. Some clients drop a whole list for an object without
// properties.
func objectSchema(s *schema.Schema) []byte {
	if s.Properties == nil {
		s.Properties = []schema.Property{}
	}
	return s.Append(nil)
}

func oneLine(err error) string {
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}
