package schema

import (
	"math"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// kind is the shape of a type that has no methods for the codec.
func (w *walk) kind(t reflect.Type, at spot) *shape {
	if number := numberOf(t); number != nil {
		if at.quoted {
			return &shape{base: Schema{Type: "string", Pattern: quotedPattern(number)}}
		}
		return &shape{base: *number, mirrors: true}
	}
	if at.quoted {
		return w.fail(at, t, "is no number; drop the string option from its json tag")
	}
	switch t.Kind() {
	case reflect.Bool:
		return &shape{base: Schema{Type: "boolean"}, mirrors: true}
	case reflect.String:
		return &shape{base: Schema{Type: "string"}, mirrors: true}
	case reflect.Struct:
		return w.once(t, at, w.fillStruct)
	case reflect.Map:
		return w.once(t, at, w.fillMap)
	case reflect.Slice, reflect.Array:
		if isBytes(t) {
			return &shape{base: bytesOf(t)}
		}
		return w.once(t, at, w.fillArray)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return &shape{}
		}
		return w.fail(at, t, "says what a value does, not what it is made of; use a concrete type, any or jsontext.Value")
	case reflect.Pointer:
		return w.fail(at, t, "is a pointer without end; point to a value")
	}
	return w.fail(at, t, "has no JSON form; leave it out with `json:\"-\"`, or give its type MarshalJSON and UnmarshalJSON")
}

// once fills the shape of t, and only once when t has a name: it may hold
// itself. Where a validate tag dives into a list, the list is a shape of its own.
func (w *walk) once(t reflect.Type, at spot, fill func(*shape, reflect.Type, spot)) *shape {
	s := &shape{origin: t}
	isStruct := t.Kind() == reflect.Struct
	at.checked = at.checked && (!isStruct || ruled(t, map[reflect.Type]bool{}))
	k := known{t, at.checked && isStruct}
	if !at.rules.dives && t.Name() != "" {
		if found, ok := w.known[k]; ok {
			return found
		}
		w.known[k] = s
	}
	fill(s, t, at)
	return s
}

func (w *walk) fillMap(s *shape, t reflect.Type, at spot) {
	s.base.Type, s.mirrors = "object", true
	if !w.isKey(t.Key()) {
		w.fail(at, t.Key(), "can not be the key of a JSON object; use a string, a number or a type with MarshalText and UnmarshalText")
	}
	values := w.place(t.Elem(), at.element("[value]"))
	s.rest = &values
}

func (w *walk) fillArray(s *shape, t reflect.Type, at spot) {
	s.base.Type, s.mirrors = "array", t.Kind() == reflect.Slice
	if t.Kind() == reflect.Array {
		s.base.MinItems, s.base.MaxItems = new(t.Len()), new(t.Len())
	}
	items := w.place(t.Elem(), at.element("[]"))
	s.items = &items
}

// element is the spot one step into a list: rules count there only where dive
// leads to them, as in the validator.
func (at spot) element(step string) spot {
	e := spot{path: at.path + step, depth: at.depth + 1}
	if at.checked && at.rules.dives {
		e.checked, e.rules = true, rulesOf(at.rules.below)
	}
	return e
}

// isKey reports whether the codec can write a t as the name of a member.
func (w *walk) isKey(t reflect.Type) bool {
	t, _ = indirect(t)
	switch t.Kind() {
	case reflect.String:
		return true
	case reflect.Interface:
		return t.NumMethod() == 0
	}
	return t != durationType && (t == timeType || w.json(t) || w.text(t) || numberOf(t) != nil || isBytes(t))
}

// numberOf is the schema of a number kind, nil for all others. Kinds that fit
// into 32 bits carry their bounds; above that a bound tells a caller nothing.
func numberOf(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Int, reflect.Int64:
		return &Schema{Type: "integer"}
	case reflect.Int8, reflect.Int16, reflect.Int32:
		high := int64(math.MaxInt64 >> (64 - t.Bits()))
		return &Schema{Type: "integer", Minimum: integer(-high - 1), Maximum: integer(high)}
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return &Schema{Type: "integer", Minimum: integer(0)}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return &Schema{Type: "integer", Minimum: integer(0), Maximum: integer(1<<t.Bits() - 1)}
	}
	return nil
}

func integer(n int64) jsontext.Value {
	return strconv.AppendInt(nil, n, 10)
}

func quotedPattern(number *Schema) string {
	if number.Type == "integer" {
		return `^-?(?:0|[1-9][0-9]*)$`
	}
	return `^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`
}

// isBytes tells []byte and [N]byte from lists of a byte type with a name of its
// own, which the codec writes as numbers.
func isBytes(t reflect.Type) bool {
	kind := t.Kind()
	return (kind == reflect.Slice || kind == reflect.Array) &&
		t.Elem().Kind() == reflect.Uint8 && t.Elem().PkgPath() == ""
}

func bytesOf(t reflect.Type) Schema {
	s := Schema{Type: "string", ContentEncoding: "base64"}
	if t.Kind() == reflect.Array {
		n := (t.Len() + 2) / 3 * 4 // RFC 4648, section 4: padded
		s.MinLength, s.MaxLength = new(n), new(n)
	}
	return s
}
