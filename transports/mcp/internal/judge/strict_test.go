package judge_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatIsNoSchemaOfAnObjectIsRefused(t *testing.T) {
	const root = `the root must be the schema of an object; give it "type":"object"`
	for text, want := range map[string]string{
		``:                                  `it is not JSON (from byte 0 on)`,
		`{"type":`:                          `it is not JSON (from byte 8 on)`,
		`{"type":"object"} {}`:              `it is not JSON (from byte 18 on)`,
		`{"type":"object","type":"object"}`: `"/type" is there twice; drop one`,
		`{"type":"object","properties":{"a":{"minLength":1,"minLength":2}}}`: `"/properties/a/minLength" is there twice; drop one`,
		`null`:                        `the root must be a schema, got null; ` + root,
		`true`:                        root,
		`{}`:                          root,
		`{"type":"array","items":{}}`: root,
		`{"type":["object","null"]}`:  root,
		`{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`:                                         root,
		`{"type":"object","properties":null}`:                                                          `"/properties" must be an object of schemas, got null`,
		`{"type":"object","required":null}`:                                                            `"/required" must be a list, got null`,
		`{"type":"object","required":[1]}`:                                                             `"/required" must be a list of texts, got a number in it`,
		`{"type":"object","required":[]}`:                                                              ``,
		`{"type":"object","properties":{"a":null}}`:                                                    `"/properties/a" must be a schema, got null`,
		`{"type":"object","properties":{"a":{"type":"array","items":null}}}`:                           `"/properties/a/items" must be a schema, got null`,
		`{"type":"object","$defs":{"a":7}}`:                                                            `"/$defs/a" must be a schema, got a number`,
		`{"type":"object","properties":{"a":{"type":"text"}}}`:                                         `"/properties/a/type" is "text", which is no type of JSON Schema`,
		`{"type":"object","properties":{"a":{"type":7}}}`:                                              `"/properties/a/type" must be text, got a number`,
		`{"type":"object","properties":{"a":{"enum":[]}}}`:                                             `"/properties/a/enum" is an empty list; fill it, or leave it out`,
		`{"type":"object","properties":{"a":{"minLength":-1}}}`:                                        `"/properties/a/minLength" must be a whole number of 0 or more`,
		`{"type":"object","properties":{"a":{"minimum":"1"}}}`:                                         `"/properties/a/minimum" must be a number, got text`,
		`{"type":"object","properties":{"a":{"$ref":"https://x.example/a"}}}`:                          `"/properties/a" refers to "https://x.example/a"; references must stay within the schema, as #/$defs/name does`,
		`{"type":"object","properties":{"a":{"$ref":"other.json#/a"}}}`:                                `"/properties/a" refers to "other.json#/a"; references must stay within the schema, as #/$defs/name does`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}}}`:                                    `"/properties/a" refers to "#/$defs/b", which is no schema in it`,
		`{"type":"object","properties":{"a":{"$ref":"#b"}}}`:                                           `"/properties/a" refers to "#b", which is no schema in it`,
		`{"type":"object","properties":{"a/b":{"$ref":"#/properties/a~1b"}}}`:                          `"/properties/a~1b" refers to itself without end; let it refer from within a property`,
		`{"type":"object","allOf":[{"$ref":"#"}]}`:                                                     `the root refers to itself without end; let it refer from within a property`,
		`{"type":"object","properties":{"a":{"$ref":"#"},"b%c":{},"d":{"$ref":"#/properties/b%25c"}}}`: ``,
		`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object"}`:                        `the root is of the dialect "http://json-schema.org/draft-04/schema#"; write draft 2020-12, or draft-07`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`:                        ``,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`:                   ``,
		`{"type":"object","additionalProperties":false}`:                                               ``,
	} {
		refused, warned := flaws(document(text))
		if diff := cmp.Diff(want, strings.Join(refused, "; ")); diff != "" || warned != nil {
			t.Errorf("%s (-want +got):\n%s\nwarned: %q", text, diff, warned)
		}
	}
}

func TestWhatOnlySomeClientsReadIsWarnedOf(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"object","properties":{"a":true}}`:                                 `"/properties/a" is the schema true, which some clients do not read; write {} or the type`,
		`{"type":"object","properties":{"a":false}}`:                                `"/properties/a" is the schema false, which some clients do not read; write {} or the type`,
		`{"type":"object","properties":{"a":{"type":["string","null"]}}}`:           `"/properties/a" has a list of types, which some clients do not read; name one type`,
		`{"type":"object","properties":{"a":{"type":"array"}}}`:                     `"/properties/a" is a list without items, which some clients do not read; say what is in it`,
		`{"type":"object","properties":{"a":{"type":"array","prefixItems":[{}]}}}`:  ``,
		`{"type":"object","properties":{"a":{"enum":["b"],"enumNames":["B","C"]}}}`: `"/properties/a" has 2 names for 1 values; write one for each`,
		`{"type":"object","properties":{"a":{"type":"integer","default":1.5}}}`:     `"/properties/a" has a default that it does not take: the value must be a whole number, got 1.5`,
	} {
		refused, warned := flaws(document(text))
		if diff := cmp.Diff(want, strings.Join(warned, "; ")); diff != "" || refused != nil {
			t.Errorf("%s (-want +got):\n%s\nrefused: %q", text, diff, refused)
		}
	}
}

func TestASchemaHasItsBounds(t *testing.T) {
	nested := func(n int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{}` + strings.Repeat(`}}`, n)
	}
	flawless(t, document(nested(63)))
	refused, _ := flaws(document(nested(64)))
	if len(refused) != 1 || !strings.Contains(refused[0], "more than 64 schemas deep") {
		t.Errorf("got %q", refused)
	}
	refused, _ = flaws(document(nested(1000)))
	if len(refused) != 1 || len(refused[0]) > 300 {
		t.Errorf("got %q", refused)
	}
	refused, _ = flaws(document(`{"type":"object","description":"` + strings.Repeat("a", 256<<10) + `"}`))
	if diff := cmp.Diff([]string{"it has 262178 bytes; a schema may have 262144"}, refused); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	refused, _ = flaws(document(`{"type":"object","allOf":[` + strings.Repeat("null,", 999) + `null]}`))
	if len(refused) != 20 {
		t.Errorf("%d problems are told", len(refused))
	}
}

// Whatever is written, a schema has bounded flaws, and can be judged by.
func FuzzADocument(f *testing.F) {
	for _, text := range append([]string{``, `{`, `null`, `{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}`, `{"type":"object","allOf":[{"$ref":"#"}]}`,
		`{"type":"object","required":[null],"properties":{"\u0000":true}}`, `{"type":"object","$defs":{"a":{"$anchor":"a"}},"anyOf":[{"$ref":"#a"}]}`}, judgedSchemas...) {
		f.Add(text, `{"a":{"a":1},"b":["x"]}`)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		d := document(text)
		refused, warned := flaws(d)
		for _, sentence := range append(refused, warned...) {
			if len(sentence) > 2000 || strings.ContainsAny(sentence, "\n\x00") {
				t.Errorf("%q", sentence)
			}
		}
		explain(d, value)
		conforms(d, value)
		d.Elicitable()
	})
}
