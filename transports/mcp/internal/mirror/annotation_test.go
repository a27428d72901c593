package mirror

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/google/go-cmp/cmp"
)

// unmarshalAsTheCodec decodes as a handler's request is decoded.
func unmarshalAsTheCodec(body []byte, into any) error {
	return json.Unmarshal(body, into, json.MatchCaseInsensitiveNames(true), jsonv1.MatchCaseSensitiveDelimiter(true))
}

func TestMirrorsAreFoundThroughProperties(t *testing.T) {
	got, problems := Find([]byte(searching))
	want := []mirror{
		{"Mcp-Param-Region", []string{"region"}, '"'},
		{"Mcp-Param-Limit", []string{"limit"}, '0'},
		{"Mcp-Param-Dry-Run", []string{"dry"}, 't'},
		{"Mcp-Param-Tenant", []string{"filter", "tenant"}, '"'},
	}
	if diff := cmp.Diff(want, got.list, cmp.AllowUnexported(mirror{})); diff != "" || problems != nil {
		t.Error(diff, problems)
	}
}

// What is only called like the keyword, or is data, is none.
func TestASchemaWithoutMirrorsHasNone(t *testing.T) {
	for _, schema := range []string{
		``, `true`, `{}`, `{"type":"object","properties":{}}`,
		`{"properties":{"x-mcp-header":{"type":"string"}},"required":["x-mcp-header"]}`,
		`{"$defs":{"x-mcp-header":{"type":"string"}},"patternProperties":{"x-mcp-header":true}}`,
		`{"properties":{"a":{"const":{"x-mcp-header":"A"},"default":{"x-mcp-header":"A"},"enum":[{"x-mcp-header":"A"}],"examples":[{"x-mcp-header":"A"}]}}}`,
		`{"properties":[1],"$defs":3,"anyOf":[true,[],{}],"properties2":null}`,
		`{"properties":{"a":{"type":"string"},"A":{"type":"string"}}}`,
	} {
		if got, problems := Find([]byte(schema)); got.list != nil || problems != nil {
			t.Errorf("%s has %v, %q", schema, got, problems)
		}
	}
}

func TestWhatIsWrongWithAMirrorIsSaidByItsPlace(t *testing.T) {
	within := func(format string) string { return fmt.Sprintf(format, `{"type":"string","x-mcp-header":"A"}`) }
	astray := func(place string) string {
		return `"` + place + `/x-mcp-header" is not on a property that properties alone lead to; move x-mcp-header there, or drop it`
	}
	for schema, want := range map[string]string{
		`{"type":"string","x-mcp-header":"A"}`:                           astray(""),
		within(`{"properties":{"a":{"type":"array","items":%s}}}`):       astray("/properties/a/items"),
		within(`{"properties":{"a":{"items":{"properties":{"b":%s}}}}}`): astray("/properties/a/items/properties/b"),
		within(`{"anyOf":[true,{"properties":{"b":%s}}]}`):               astray("/anyOf/1/properties/b"),
		within(`{"properties":{"a":{"oneOf":[%s]}}}`):                    astray("/properties/a/oneOf/0"),
		within(`{"allOf":[{"if":{"properties":{"b":%s}}}]}`):             astray("/allOf/0/if/properties/b"),
		within(`{"not":%s}`): astray("/not"),
		within(`{"$defs":{"a/b":%s},"properties":{"c":{"$ref":"#/$defs/c"}}}`): astray("/$defs/a~1b"),
		within(`{"additionalProperties":%s}`):                                  astray("/additionalProperties"),
		within(`{"patternProperties":{"^a":%s}}`):                              astray("/patternProperties/^a"),
		within(`{"prefixItems":[[%s]]}`):                                       "",
		within(`{"x-more":%s}`):                                                astray("/x-more"),
		`{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`:            `"/properties/a/x-mcp-header" must be on a property of the one type string, integer or boolean; got "\"number\""`,
		`{"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}`:   `"/properties/a/x-mcp-header" must be on a property of the one type string, integer or boolean; got "[\"string\",\"null\"]"`,
		`{"properties":{"a":{"x-mcp-header":"A"}}}`:                            `"/properties/a/x-mcp-header" must be on a property of the one type string, integer or boolean; got none`,
		`{"properties":{"a":{"type":"string","x-mcp-header":""}}}`:             "\"/properties/a/x-mcp-header\" must be the end of a header's name, of letters, digits and !#$%&'*+-.^_`|~; got \"\\\"\\\"\"",
		`{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}`:          "\"/properties/a/x-mcp-header\" must be the end of a header's name, of letters, digits and !#$%&'*+-.^_`|~; got \"\\\"a b\\\"\"",
		`{"properties":{"a":{"type":"string","x-mcp-header":7}}}`:              "\"/properties/a/x-mcp-header\" must be the end of a header's name, of letters, digits and !#$%&'*+-.^_`|~; got \"7\"",
		`{"properties":{"a":{"type":"string","x-mcp-header":"Ä"}}}`:            "\"/properties/a/x-mcp-header\" must be the end of a header's name, of letters, digits and !#$%&'*+-.^_`|~; got \"\\\"Ä\\\"\"",
		`{"properties":{"a":{"type":"string","x-mcp-header":"re"},"b":{"properties":{"c":{"type":"string","x-mcp-header":"RE"}}}}}`:      `"/properties/b/properties/c/x-mcp-header" makes the header Mcp-Param-Re, as the property "a" does; rename one`,
		`{"properties":{"A":{"type":"string"},"a":{"type":"string","x-mcp-header":"re"}}}`:                                               `"/properties" has "a" and "A", which differ in case alone, so that x-mcp-header cannot tell them apart; rename one`,
		`{"properties":{"b":{"properties":{"c":{"type":"string","x-mcp-header":"C"},"d":{"type":"string","x-mcp-header":"D"}}},"B":{}}}`: `"/properties" has "b" and "B", which differ in case alone, so that x-mcp-header cannot tell them apart; rename one`,
	} {
		var wanted []string
		if want != "" {
			wanted = []string{want}
		}
		_, problems := Find([]byte(schema))
		if diff := cmp.Diff(wanted, problems); diff != "" {
			t.Errorf("%s: %s", schema, diff)
		}
	}
}

func TestAllProblemsOfASchemaAreFoundAtOnce(t *testing.T) {
	got, problems := Find([]byte(`{"properties":{
		"a":{"type":"number","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":""},"c":{"type":"string","x-mcp-header":"C"}}}`))
	if len(got.list) != 1 || len(problems) != 2 {
		t.Errorf("got %v, %q", got.list, problems)
	}
}

func TestASchemaIsReadWithinBounds(t *testing.T) {
	var many []string
	for i := range mostMirrors + 1 {
		many = append(many, fmt.Sprintf(`"p%d":{"type":"string","x-mcp-header":"P%d"}`, i, i))
	}
	for schema, want := range map[string]string{
		strings.Repeat(`{"not":`, 150) + `{}` + strings.Repeat(`}`, 150): "is nested deeper than 100 levels",
		`{"properties":{` + strings.Join(many, ",") + `}}`:               "x-mcp-header is on 65 properties; at most 64 may have it",
		`{"properties":{"a":{},"a":{}}}`:                                 "the input schema must be JSON: ",
		`{} {}`:                                                          "the input schema must be JSON: ",
		`{`:                                                              "the input schema must be JSON: ",
	} {
		if _, problems := Find([]byte(schema)); len(problems) != 1 || !strings.Contains(problems[0], want) || strings.Contains(problems[0], "\n") {
			t.Errorf("%.60s: %q", schema, problems)
		}
	}
}
