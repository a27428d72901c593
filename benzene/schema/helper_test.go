package schema_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene/schema"
)

// derive returns the schema of t as JSON.
func derive(t testing.TB, typ reflect.Type, d schema.Direction) string {
	t.Helper()
	s, err := schema.Of(typ, d)
	if err != nil {
		t.Fatal(err)
	}
	return string(s.Append(nil))
}

// compile hands the JSON of a schema to an independent validator, for which
// formats are rules.
func compile(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	return compileWith(t, c, text)
}

func compileWith(t testing.TB, c *jsonschema.Compiler, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatalf("the schema is no JSON: %v\n%s", err, text)
	}
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("mem:///schema", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatalf("the schema is none: %v\n%s", err, text)
	}
	return s
}

// accepts validates one JSON text; nil when it is valid.
func accepts(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Validate(v)
}
