package schema_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

func TestKeywordsThatNoTypeHasAreWrittenToo(t *testing.T) {
	choice := &schema.Schema{
		Type: "string", Title: "Colour", Default: jsontext.Value(`"r"`), Header: "Colour",
		OneOf: []*schema.Schema{{Const: jsontext.Value(`"r"`), Title: "Red"}},
	}
	older := &schema.Schema{Type: "string", Enum: []jsontext.Value{jsontext.Value(`"r"`)}, EnumNames: []string{"Red"}}
	s := &schema.Schema{Type: "object", Properties: []schema.Property{{Name: "a", Schema: choice}, {Name: "b", Schema: older}}, Closed: true}
	want := `{"type":"object","properties":{` +
		`"a":{"type":"string","title":"Colour","oneOf":[{"title":"Red","const":"r"}],"default":"r","x-mcp-header":"Colour"},` +
		`"b":{"type":"string","enum":["r"],"enumNames":["Red"]}},"additionalProperties":false}`
	if diff := cmp.Diff(want, string(s.Append(nil))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestASchemaOfOtherMembersOutweighsClosed(t *testing.T) {
	s := &schema.Schema{Closed: true, AdditionalProperties: &schema.Schema{Type: "string"}}
	if got, want := string(s.Append(nil)), `{"additionalProperties":{"type":"string"}}`; got != want {
		t.Errorf("got %s", got)
	}
}
