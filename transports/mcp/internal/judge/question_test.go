package judge_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
	"github.com/benzene-go/framework/transports/mcp/internal/judge"
)

func TestAFormTakesTextsOfFourFormats(t *testing.T) {
	d := built(mcp.Date("a", ""), mcp.Text("b", "").Format("email"), mcp.Text("c", "").Format("uri").Length(1, 9), mcp.Text("d", "").Format("date-time"), mcp.ID("e", "").Title("E"))
	if unfit := d.Elicitable(); unfit != nil {
		t.Errorf("unfit: %q", unfit)
	}
}

func TestWhatNoFormHasAnInputForIsNamed(t *testing.T) {
	for d, want := range map[*judge.Document][]string{
		built():                      {"there is no property, and so nothing to enter"},
		built(mcp.ObjectOf("a", "")): {`"/properties/a" is an object, which a form has no input for`},
		built(mcp.ListOf("a", "", mcp.Text("", ""))): {`"/properties/a" must be a list of choices, which is what a form has lists for`},
		built(mcp.Text("a", "").Format("hostname"), mcp.Text("b", "").Header("B")): {
			`"/properties/a" has the format "hostname"; a form knows email, uri, date and date-time`,
			`"/properties/b" has "x-mcp-header", which a form does not know there`,
		},
		document(`{"type":"object","$defs":{},"properties":{"a":{}},"required":["b"]}`): {
			`the root has "$defs", which a form does not know`,
			`"/properties/a" must have one type, for a form to have an input for it`,
			`"b" is required, and there is no such property to enter`,
		},
		document(`{"type":"object","properties":{"a":{"type":"string","enum":[1]},"b":{"type":"string","oneOf":[{"const":1,"title":"1"}]},"c":{"type":"integer","exclusiveMinimum":1}}}`): {
			`"/properties/a" must be a choice of texts`,
			`"/properties/b" must be a choice of texts`,
			`"/properties/c" has "exclusiveMinimum", which a form does not know there`,
		},
	} {
		if diff := cmp.Diff(want, d.Elicitable()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", want, diff)
		}
	}
}
