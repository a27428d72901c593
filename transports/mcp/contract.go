package mcp

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/mirror"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// describe finds the schemas of t: those given by hand, else those of its
// topic's contract. A custom tool that was given none gives none.
func (t *tool) describe(c benzene.Contract) []error {
	wrong := t.describeInput(c)
	wrong = append(wrong, t.describeOutput(c)...)
	list, problems := mirror.Find(t.input)
	for _, problem := range problems {
		wrong = append(wrong, t.unfit("input schema: %s", problem))
	}
	t.mirrors = list
	return wrong
}

func (t *tool) describeInput(c benzene.Contract) []error {
	if given := t.given.input; given != nil {
		t.input = given.text()
		return append(t.judge("input schema", given), t.unmirrored()...)
	}
	if readsItself(c) {
		return []error{t.unfit("there is no input schema; give one, mcp.Object() where it takes no arguments")}
	}
	input, err := schema.Of(c.Request, schema.Input)
	switch {
	case err != nil:
		return []error{t.mistyped("takes %v, which has no schema (%s); change the type", c.Request, phrase.OneLine(err))}
	case !input.IsObject():
		return []error{t.mistyped("takes %v, but the arguments of a tool are always an object; take a struct", c.Request)}
	}
	var wrong []error
	for _, m := range t.mirrored {
		switch property := propertyAt(input, m.path); {
		case property == nil:
			wrong = append(wrong, t.mistyped("takes %v, which has no member %q to mirror in a header; correct the name", c.Request, m.path))
		case m.header == "" || property.Header != "":
			wrong = append(wrong, t.mistyped("takes %v, whose member %q must be mirrored in one header, got %q; name one", c.Request, m.path, m.header))
		default:
			property.Header = m.header
		}
	}
	t.input = objectSchema(input)
	return wrong
}

func (t *tool) describeOutput(c benzene.Contract) []error {
	if given := t.given.output; given != nil {
		t.output, t.object = given.text(), true
		if t.own == nil {
			t.codec = promise{benzene.JSON, t}
		}
		return t.judge("output schema", given)
	}
	if t.own != nil || c.Response == nil {
		return nil
	}
	output, err := schema.Of(c.Response, schema.Output)
	if err != nil {
		return []error{t.mistyped("answers %v, which has no schema (%s); change the type", c.Response, phrase.OneLine(err))}
	}
	t.object, t.nullable = output.IsObject(), output.Type == ""
	if c.Response.Kind() == reflect.Pointer && !t.nullable {
		t.codec = promise{benzene.JSON, t} // for a pointer that is nil
	}
	if t.object {
		t.output = objectSchema(output)
	} else {
		t.output = output.Append(nil)
	}
	return nil
}

// readsItself reports whether c is the contract of a function that reads its
// arguments itself.
func readsItself(c benzene.Contract) bool {
	return c.Request == reflect.TypeFor[rawArguments]()
}

// unmirrored is what Mirror cannot add to a schema that the program gives.
func (t *tool) unmirrored() (wrong []error) {
	for _, m := range t.mirrored {
		wrong = append(wrong, t.unfit("%q is mirrored, and the input schema is given by hand; say so there, with x-mcp-header", m.path))
	}
	return wrong
}

// judge says what is wrong with a schema that the program gives.
func (t *tool) judge(what string, s *Schema) (wrong []error) {
	refused, warned := s.problems()
	for _, problem := range refused {
		wrong = append(wrong, t.unfit("%s: %s", what, problem))
	}
	for _, problem := range warned {
		f := t.unfit("%s: %s", what, problem)
		f.Advice = true
		wrong = append(wrong, f)
	}
	return wrong
}

// mistyped says what is wrong with a type of whoever answers t.
func (t *tool) mistyped(format string, args ...any) benzene.Finding {
	return t.unfit("%s %s", t.answerer(), fmt.Sprintf(format, args...))
}

// unfit says what is wrong with a schema of t.
func (t *tool) unfit(format string, args ...any) benzene.Finding {
	return benzene.Finding{Check: "mcp-tool-schemas", Message: fmt.Sprintf("mcp: tool %q: ", t.name) + fmt.Sprintf(format, args...)}
}

// propertyAt finds a member by its path, with dots between the names.
func propertyAt(s *schema.Schema, path string) *schema.Schema {
	name, rest, deeper := strings.Cut(path, ".")
	for _, p := range s.Properties {
		if p.Name != name {
			continue
		}
		if deeper {
			return propertyAt(p.Schema, rest)
		}
		return p.Schema
	}
	return nil
}

// objectSchema writes s. Some clients drop a whole list for an object without
// properties.
func objectSchema(s *schema.Schema) []byte {
	if s.Properties == nil {
		s.Properties = []schema.Property{}
	}
	return s.Append(nil)
}
