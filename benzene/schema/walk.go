package schema

import (
	"fmt"
	"reflect"
	"time"
)

// A walk turns one Go type, and all that it is made of, into shapes. It goes on
// after a failure, to find them all.
type walk struct {
	methods
	direction Direction
	root      reflect.Type
	known     map[known]*shape
	errs      []error
}

// The validator does not look into every place, so a struct may be there once
// with its rules and once without.
type known struct {
	typ     reflect.Type
	checked bool
}

// A spot is where a walk stands.
type spot struct {
	path    string // Go field names from the root: ".Lines[].Price"
	rules   rules  // of the validate tag here
	checked bool   // the validator looks at this value
	quoted  bool   // the codec's string option: a number in quotes
	depth   int
}

// maxDepth is far more than a reader can follow, and ends what never does.
const maxDepth = 100

func newWalk(root reflect.Type, d Direction) *walk {
	root, _ = indirect(root)
	return &walk{methods: methodsOf(d), direction: d, root: root, known: map[known]*shape{}}
}

func (w *walk) place(t reflect.Type, at spot) place {
	if at.depth > maxDepth {
		return place{shape: w.fail(at, t, "lies too deep; flatten the types around it")}
	}
	t, pointers := indirect(t)
	inside := at
	inside.checked = at.checked && at.rules.enter(t.Kind(), pointers > 0)
	s := w.shape(t, inside)
	p := place{shape: s, null: pointers > 0}
	if at.checked && s.mirrors {
		p.notes = at.rules.notes(s.base.Type, pointers > 0)
	}
	return p
}

// indirect follows pointers. A type that points to itself for ever stays a
// pointer, which has no shape.
func indirect(t reflect.Type) (elem reflect.Type, pointers int) {
	for t.Kind() == reflect.Pointer && pointers < 8 {
		t, pointers = t.Elem(), pointers+1
	}
	return t, pointers
}

func (w *walk) shape(t reflect.Type, at spot) *shape {
	s := w.travelling(t, at)
	if values, ok := enumOf(t); ok {
		w.enumerate(s, t, values, at)
	}
	return s
}

// travelling is the shape that t's own methods give it, or else its kind.
func (w *walk) travelling(t reflect.Type, at spot) *shape {
	switch {
	case t == durationType && w.direction == Input:
		return &shape{base: Schema{Type: "string", Pattern: durationPattern}}
	case t == durationType:
		return w.fail(at, t, "has no form in this codec; use a whole number with its unit in the name, or a string")
	case t == timeType && at.quoted:
		return w.fail(at, t, "is no number; drop the string option from its json tag")
	case t == timeType:
		return &shape{base: Schema{Type: "string", Format: "date-time"}}
	case w.json(t) && w.likeTime(t):
		return &shape{base: Schema{Type: "string", Format: "date-time"}}
	case w.json(t):
		return &shape{}
	case w.text(t):
		return &shape{base: Schema{Type: "string"}}
	}
	return w.kind(t, at)
}

// enumerate notes the texts that t lists.
func (w *walk) enumerate(s *shape, t reflect.Type, values []string, at spot) {
	switch {
	case s.base.Type == "object" || s.base.Type == "array": // the method is an embedded type's
	case len(values) == 0:
		w.fail(at, t, "lists no values; let its Enum method return some for the zero value, or drop it")
	case s.base.Type == "integer" || s.base.Type == "number" || s.base.Type == "boolean":
		w.fail(at, t, "lists texts but travels as "+s.base.Type+"; give it MarshalText and UnmarshalText, or drop its Enum method")
	default:
		s.listed = values
	}
}

func (w *walk) fail(at spot, t reflect.Type, why string) *shape {
	err := fmt.Errorf("schema: %s%s: %s %s", typeText(w.root), at.path, typeText(t), why)
	if at.path == "" {
		err = fmt.Errorf("schema: %s %s", typeText(t), why)
	}
	w.errs = append(w.errs, err)
	return &shape{}
}

// typeText is t as Go writes it, but for a struct written out in full.
func typeText(t reflect.Type) string {
	if text := t.String(); len(text) < 80 || t.Name() != "" {
		return text
	}
	return t.Kind().String()
}

// durationPattern is what time.ParseDuration reads.
const durationPattern = `^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)
