package schema

import (
	"iter"
	"reflect"
)

// A shape is what the codec makes of one Go type. Shapes form a graph: that of
// a recursive type leads back to itself. How a shape is written down, and in
// which places it is only referred to, is for a dialect to say.
type shape struct {
	origin  reflect.Type
	base    Schema // the keywords of the value alone; none when it may be anything
	mirrors bool   // the JSON value counts and compares like the Go value, so rules about one hold for the other

	listed  []string // the texts that the type says it has; the encoder does not see to it
	members []member // of a struct
	rest    *place   // members that have no field: the values of a map, or an embedded one
	items   *place
}

// A place is where a shape is used.
type place struct {
	shape       *shape
	description string
	null        bool   // the encoder may write null here
	notes       []note // what the validate tag adds here
}

// A note adds a keyword or two to a finished schema.
type note func(*Schema)

type member struct {
	place
	name     string
	required bool // a caller has to send it
	emitted  bool // the encoder always writes it
}

func (s *shape) isStruct() bool {
	return s.origin != nil && s.origin.Kind() == reflect.Struct
}

// below yields the shapes that s is made of, in a fixed order.
func (s *shape) below() iter.Seq[*shape] {
	return func(yield func(*shape) bool) {
		for _, m := range s.members {
			if !yield(m.shape) {
				return
			}
		}
		for _, p := range []*place{s.items, s.rest} {
			if p != nil && !yield(p.shape) {
				return
			}
		}
	}
}
