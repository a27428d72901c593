package mirror

import (
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/ascii"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

const (
	annotation = "x-mcp-header" // the keyword that makes a property a mirror

	mostMirrors = 64  // of one tool: as many as a comparison has bits
	deepest     = 100 // levels of JSON in a schema
)

// Find finds the properties of an input schema, in JSON, that callers
// mirror (MCP 2026-07-28, x-mcp-header). A problem is a sentence that says
// where in the schema, as a JSON Pointer, what is not allowed; a client would
// drop such a tool.
func Find(schema []byte) (Set, []string) {
	if len(schema) == 0 {
		return Set{}, nil
	}
	var a annotations
	if err := json.Unmarshal(schema, &a); err != nil {
		a.problem("the input schema must be JSON: %s", phrase.OneLine(err))
		return Set{}, a.problems
	}
	if len(a.list) > mostMirrors {
		a.problem("%s is on %d properties; at most %d may have it", annotation, len(a.list), mostMirrors)
		a.list = a.list[:mostMirrors]
	}
	return newMirrors(a.list), a.problems
}

// annotations are what a walk through a schema has found so far.
type annotations struct {
	dec      *jsontext.Decoder
	path     []string // of properties, to where the walk is
	list     []mirror
	problems []string
}

// UnmarshalJSONFrom walks through a schema.
func (a *annotations) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	a.dec = dec
	return a.schema(true)
}

// schema reads one schema. Reachable says that properties alone lead there, so
// that every call has the described value at a.path or nowhere.
func (a *annotations) schema(reachable bool) error {
	switch {
	case a.dec.PeekKind() != '{':
		return a.dec.SkipValue()
	case a.dec.StackDepth() >= deepest:
		a.problem("%q is nested deeper than %d levels; make the schema flatter", a.dec.StackPointer(), deepest)
		return a.dec.SkipValue()
	}
	var name, kind jsontext.Value
	var place jsontext.Pointer
	err := wire.Members(a.dec, func(keyword []byte) (err error) {
		switch string(keyword) {
		case annotation:
			place = a.dec.StackPointer()
			name, err = a.value()
			return err
		case "type":
			kind, err = a.value()
			return err
		case "properties":
			return a.properties(reachable)
		}
		return a.keyword(string(keyword))
	})
	if err == nil && name != nil {
		a.add(place, reachable, name, kind)
	}
	return err
}

func (a *annotations) value() (jsontext.Value, error) {
	value, err := a.dec.ReadValue()
	return value.Clone(), err
}

func (a *annotations) properties(reachable bool) error {
	if !reachable || a.dec.PeekKind() != '{' {
		return a.named()
	}
	place, depth, before := a.dec.StackPointer(), len(a.path), len(a.list)
	var names []string
	err := wire.Members(a.dec, func(name []byte) error {
		names = append(names, string(name))
		a.path = append(a.path[:depth], string(name))
		return a.schema(true)
	})
	a.path = a.path[:depth]
	a.tellApart(place, names, a.list[before:])
	return err
}

// tellApart finds names that a decoder takes for one of those that lead to a
// mirror: it would not be known whose value the header repeats.
func (a *annotations) tellApart(place jsontext.Pointer, names []string, found []mirror) {
	last := ""
	for _, m := range found {
		own := m.path[len(a.path)]
		if own == last {
			continue // several mirrors are below it
		}
		last = own
		for _, name := range names {
			if name != own && strings.EqualFold(name, own) {
				a.problem("%q has %q and %q, which differ in case alone, so that %s cannot tell them apart; rename one",
					place, own, name, annotation)
			}
		}
	}
}

// keyword reads the value of any other keyword, below which no annotation is
// allowed. Values that are data have none.
func (a *annotations) keyword(name string) error {
	switch name {
	case "const", "enum", "default", "examples":
		return a.dec.SkipValue()
	case "$defs", "definitions", "patternProperties", "dependentSchemas":
		return a.named()
	}
	return a.unreachable()
}

// named reads an object whose members are schemas under names of somebody's
// choice.
func (a *annotations) named() error {
	if a.dec.PeekKind() != '{' {
		return a.dec.SkipValue()
	}
	return wire.Members(a.dec, func([]byte) error { return a.schema(false) })
}

// unreachable reads a schema, or a list of them, or neither.
func (a *annotations) unreachable() error {
	if a.dec.PeekKind() != '[' {
		return a.schema(false)
	}
	if _, err := a.dec.ReadToken(); err != nil { // [
		return err
	}
	for a.dec.PeekKind() != ']' {
		if err := a.schema(false); err != nil {
			return err
		}
	}
	_, err := a.dec.ReadToken() // ]
	return err
}

// add takes one annotation in, or says why it cannot be.
func (a *annotations) add(place jsontext.Pointer, reachable bool, name, kind jsontext.Value) {
	m := mirror{header: nethttp.CanonicalHeaderKey("Mcp-Param-" + string(wire.Unquoted(name))), path: slices.Clone(a.path)}
	same := slices.IndexFunc(a.list, func(other mirror) bool { return other.header == m.header })
	switch {
	case !reachable || len(a.path) == 0:
		a.problem("%q is not on a property that properties alone lead to; move %s there, or drop it", place, annotation)
	case !ascii.IsToken(wire.Unquoted(name)):
		a.problem("%q must be the end of a header's name, of letters, digits and !#$%%&'*+-.^_`|~; got %s", place, phrase.Quoted(name))
	case !m.takes(kind):
		a.problem("%q must be on a property of the one type string, integer or boolean; got %s", place, typeName(kind))
	case same >= 0:
		a.problem("%q makes the header %s, as the property %s does; rename one", place, m.header, a.list[same].place())
	default:
		a.list = append(a.list, m)
	}
}

func (a *annotations) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// takes fits m to a schema's type; it reports false for one that no header can
// carry.
func (m *mirror) takes(kind jsontext.Value) bool {
	switch string(wire.Unquoted(kind)) {
	case "string":
		m.kind = '"'
	case "integer":
		m.kind = '0'
	case "boolean":
		m.kind = 't'
	}
	return m.kind != 0
}

func typeName(kind jsontext.Value) string {
	if kind == nil {
		return "none"
	}
	return phrase.Quoted(kind)
}
