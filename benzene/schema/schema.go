package schema

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// A Schema is one JSON Schema (draft 2020-12) as a tree. The zero value allows
// everything. A keyword left at its zero value is not written.
type Schema struct {
	Ref         string // where the schema stands instead, such as "#/$defs/Node"
	Type        string // "object", "array", "string", "integer", "number", "boolean" or "null"
	Title       string // a short name, for people
	Description string // for people and models

	Format          string // an annotation, such as "date-time"
	ContentEncoding string // how a string carries bytes, such as "base64"
	Pattern         string // an ECMA-262 expression; anchored only where it says so
	MinLength       *int   // in code points
	MaxLength       *int

	Enum             []jsontext.Value // JSON texts
	EnumNames        []string         // what people read for each value of Enum; older readers of forms know it
	Const            jsontext.Value   // the only value, as JSON text
	Minimum          jsontext.Value   // JSON numbers, so that large ones stay exact
	Maximum          jsontext.Value
	ExclusiveMinimum jsontext.Value
	ExclusiveMaximum jsontext.Value

	Items    *Schema
	MinItems *int
	MaxItems *int

	Properties           []Property // in this order; nil is left out, empty is written as {}
	Required             []string
	AdditionalProperties *Schema
	Closed               bool // no other members: writes additionalProperties as false where it is nil
	MinProperties        *int
	MaxProperties        *int

	OneOf []*Schema
	AnyOf []*Schema
	Defs  []Property // what Ref may name, at the root

	Default jsontext.Value // what leaving the value out means, as JSON text
	Header  string         // x-mcp-header: the request header that repeats the value (MCP 2026-07-28)
}

// A Property is a schema under a name.
type Property struct {
	Name   string
	Schema *Schema
}

// A Direction says which way the described values travel.
type Direction int

const (
	// Input describes what a caller may send. A member is required when its
	// validate tag, or one within it, refuses the zero value, which is what
	// leaving the member out comes to: required does, and so does min=1 without
	// omitempty. The other rules become keywords where JSON Schema can say the
	// same. The schema allows every value that decodes and
	// validates, but for null, which says no more than leaving the member out,
	// for texts that an Enum method does not list, and for other spellings of a
	// member's name.
	Input Direction = iota
	// Output describes what the encoder writes. A member is required when it is
	// always written. Nobody validates a result, so no rule and no list of
	// values is promised; a pointer that may be written as null says so.
	Output
)

// For derives the schema of T. See [Of].
func For[T any](d Direction) (*Schema, error) {
	return Of(reflect.TypeFor[T](), d)
}

// Of derives the schema of t; a pointer stands for what it points to. Every
// schema has at most one type, every array its items. A recursive type becomes
// a definition under $defs, and so do all structs once writing each in place
// would be long. The same type always gives the same bytes.
//
// The error names every field that the codec can not carry, by its Go path
// from t, and what to do about each.
func Of(t reflect.Type, d Direction) (*Schema, error) {
	if t == nil {
		return nil, errors.New("schema: there is no type to derive from; name one, or leave the schema out")
	}
	w := newWalk(t, d)
	root := w.place(t, spot{checked: d == Input})
	if len(w.errs) > 0 {
		return nil, errors.Join(w.errs...)
	}
	return tool(root.shape, d), nil
}

// IsObject reports whether every value that s allows is a JSON object, as the
// schemas of MCP tools have to be.
func (s *Schema) IsObject() bool {
	return s.Type == "object"
}
