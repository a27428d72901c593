package mcp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Field is a member of an object: its name, what it means and which values it
// takes. It may be left out unless it is Required. Each method gives a changed
// copy; one that makes no sense for the field is told at the start.
type Field struct {
	name     string
	required bool
	schema   schema.Schema
	wrong    []string
}

// Text is a field of any text.
func Text(name, description string) Field { return plainField(name, description, "string") }

// Date is a field of a day without a time. The description says how one is
// written.
func Date(name, description string) Field {
	f := Text(name, strings.TrimSpace(description+" Written yyyy-MM-dd."))
	f.schema.Format = "date"
	return f
}

// Number is a field of any number.
func Number(name, description string) Field { return plainField(name, description, "number") }

// Integer is a field of whole numbers.
func Integer(name, description string) Field { return plainField(name, description, "integer") }

// Flag is a field that is true or false.
func Flag(name, description string) Field { return plainField(name, description, "boolean") }

// ID is a field of a text that names something; it is not empty.
func ID(name, description string) Field { return Text(name, description).Length(1, 0) }

// ListOf is a field of a list. The name of element is not used.
func ListOf(name, description string, element Field) Field {
	f := plainField(name, description, "array")
	f.wrong = element.wrong
	if len(element.schema.OneOf) > 0 { // forms have titled choices of many so
		element.schema.Type, element.schema.OneOf, element.schema.AnyOf = "", nil, element.schema.OneOf
	}
	f.schema.Items = &element.schema
	return f
}

// ObjectOf is a field of an object with members of its own, in this order, and
// no others.
func ObjectOf(name, description string, fields ...Field) Field {
	f := objectOf(fields)
	f.name, f.schema.Description = name, description
	return f
}

func plainField(name, description, jsonType string) Field {
	return Field{name: name, schema: schema.Schema{Type: jsonType, Description: description}}
}

// objectOf is a field without a name.
func objectOf(fields []Field) Field {
	o := Field{schema: schema.Schema{Type: "object", Properties: make([]schema.Property, 0, len(fields)), Closed: true}}
	for _, f := range fields {
		switch {
		case f.name == "":
			o.wrong = append(o.wrong, "a field has no name; give it one")
			continue
		case slices.ContainsFunc(o.schema.Properties, func(p schema.Property) bool { return p.Name == f.name }):
			o.wrong = append(o.wrong, fmt.Sprintf("two fields are named %q; rename one", f.name))
			continue
		case f.required:
			o.schema.Required = append(o.schema.Required, f.name)
		}
		for _, w := range f.wrong {
			o.wrong = append(o.wrong, fmt.Sprintf("field %q: %s", f.name, w))
		}
		o.schema.Properties = append(o.schema.Properties, schema.Property{Name: f.name, Schema: &f.schema})
	}
	return o
}

// Required says that the field has to be there.
func (f Field) Required() Field {
	f.required = true
	return f
}

// Title is the field's name for people.
func (f Field) Title(title string) Field {
	f.schema.Title = title
	return f
}

// Length bounds the characters of a text or the elements of a list. A bound of
// 0 is none.
func (f Field) Length(least, most int) Field {
	low, high := count(least), count(most)
	switch {
	case least < 0 || most < 0 || most > 0 && least > most:
		return f.misuse("a length of %d to %d cannot be kept", least, most)
	case f.schema.Type == "string":
		f.schema.MinLength, f.schema.MaxLength = low, high
	case f.schema.Type == "array":
		f.schema.MinItems, f.schema.MaxItems = low, high
	default:
		return f.misuse("only a text or a list has a length")
	}
	return f
}

func count(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// Min is the least that a number may be. A whole one above 2^53 may be rounded.
func (f Field) Min(least float64) Field { return f.bounded(least, &f.schema.Minimum) }

// Max is the most that a number may be. A whole one above 2^53 may be rounded.
func (f Field) Max(most float64) Field { return f.bounded(most, &f.schema.Maximum) }

// bounded sets bound, which is one of f's own copy.
func (f *Field) bounded(n float64, bound *jsontext.Value) Field {
	switch {
	case f.schema.Type != "number" && f.schema.Type != "integer":
		return f.misuse("only a number has a least and a most")
	case math.IsNaN(n) || math.IsInf(n, 0):
		return f.misuse("%v bounds nothing", n)
	}
	*bound = strconv.AppendFloat(nil, n, 'f', -1, 64)
	if least, most := f.schema.Minimum, f.schema.Maximum; least != nil && most != nil && wire.DecimalOf(least).Compare(wire.DecimalOf(most)) > 0 {
		return f.misuse("a number of %s to %s cannot be", least, most)
	}
	return *f
}

// Format says how a text is written: "email", "uri" or "date-time".
func (f Field) Format(format string) Field {
	if f.schema.Type != "string" {
		return f.misuse("only a text has a format")
	}
	f.schema.Format = format
	return f
}

// Default is what leaving the field out means: a value that JSON has, and that
// the field takes.
func (f Field) Default(value any) Field {
	text, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		return f.misuse("its default is nothing that JSON has")
	}
	f.schema.Default = text
	return f
}

// Header makes clients repeat the field in the request header Mcp-Param-name,
// for whoever routes by it (MCP 2026-07-28). Headers are seen on the way; no
// secret belongs there.
func (f Field) Header(name string) Field {
	f.schema.Header = name
	return f
}

func (f Field) misuse(format string, args ...any) Field {
	f.wrong = append(slices.Clip(f.wrong), fmt.Sprintf(format, args...))
	return f
}
