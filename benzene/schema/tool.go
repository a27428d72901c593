package schema

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
)

// tool writes the shape root down for MCP tools, and the models behind them:
// one type in a schema, every value in place, a definition only for what is
// recursive or would make the whole long. The root stands in its own words even
// where it is a definition too, so that it has its type.
func tool(root *shape, d Direction) *Schema {
	w := &toolWriter{direction: d, defined: definitions(root), names: map[*shape]string{}, taken: map[string]bool{}}
	s := w.whole(root)
	for i := 0; i < len(w.referred); i++ { // a definition may refer to more
		def := w.referred[i]
		s.Defs = append(s.Defs, Property{w.names[def], w.whole(def)})
	}
	return s
}

type toolWriter struct {
	direction Direction
	defined   map[*shape]bool
	referred  []*shape // in the order of their first mention
	names     map[*shape]string
	taken     map[string]bool
}

func (w *toolWriter) whole(from *shape) *Schema {
	s := from.base
	if from.listed != nil && w.direction == Input {
		s.Type, s.Enum = "string", unique(texts(from.listed))
	}
	if from.isStruct() {
		s.Properties = make([]Property, 0, len(from.members))
	}
	for _, m := range from.members {
		s.Properties = append(s.Properties, Property{m.name, w.at(m.place)})
		if w.direction == Input && m.required || w.direction == Output && m.emitted {
			s.Required = append(s.Required, m.name)
		}
	}
	if from.items != nil {
		s.Items = w.at(*from.items)
	}
	if from.rest != nil {
		s.AdditionalProperties = w.at(*from.rest)
	}
	return &s
}

func (w *toolWriter) at(p place) *Schema {
	var s *Schema
	if w.defined[p.shape] {
		s = &Schema{Ref: "#/$defs/" + w.name(p.shape)}
	} else {
		s = w.whole(p.shape)
	}
	for _, n := range p.notes {
		n(s)
	}
	if w.direction == Output && p.null && cmp.Or(s.Type, s.Ref) != "" {
		s = &Schema{AnyOf: []*Schema{s, {Type: "null"}}}
	}
	s.Description = p.description
	return s
}

// name gives each definition a name of its own: types of two packages may have
// the same one.
func (w *toolWriter) name(s *shape) string {
	if name, ok := w.names[s]; ok {
		return name
	}
	plain := plainName(s.origin)
	name := plain
	for n := 2; w.taken[name]; n++ {
		name = plain + strconv.Itoa(n)
	}
	w.names[s], w.taken[name] = name, true
	w.referred = append(w.referred, s)
	return name
}

// plainName is the name of t in letters, digits and underscores, so that a
// reference needs no escapes. Type arguments follow without their packages:
// Page[example.com/shop.Order] is PageOrder.
func plainName(t reflect.Type) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(t.Name(), func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
		part = part[strings.LastIndexAny(part, "./")+1:]
		for _, r := range part {
			if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '_' {
				b.WriteRune(r)
			}
		}
	}
	return cmp.Or(b.String(), "Object")
}
