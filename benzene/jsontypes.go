package benzene

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// CheckTypes finds what [JSON] cannot carry, or would carry otherwise than it
// reads, in the request and response types of contracts and in what they hold:
// durations, channels, functions, complex numbers, interfaces with methods, map
// keys that are no names, omitempty where it omits nothing, fields without a
// json name, names that differ by case only, malformed tags. Each type is
// looked into once; one that marshals itself is taken at its word, and a
// duration may be a field of a request, where text such as 1m30s fills it. The
// error is nil, or Findings of the check "json-types" joined, in the order of contracts.
func CheckTypes(contracts []Contract) error {
	c := typeCheck{seen: map[reflect.Type]bool{}, filled: filledByText(contracts)}
	for _, contract := range contracts {
		c.value(fmt.Sprintf("the request of topic %q", contract.Topic), contract.Request)
		c.value(fmt.Sprintf("the response of topic %q", contract.Topic), contract.Response)
	}
	return errors.Join(c.wrong...)
}

type typeCheck struct {
	seen   map[reflect.Type]bool
	filled map[reflect.Type]bool // the requests, whose own fields text can fill
	wrong  []error
}

// filledByText lists the request types that are no responses as well.
func filledByText(contracts []Contract) map[reflect.Type]bool {
	types := map[reflect.Type]bool{}
	for _, contract := range contracts {
		types[contract.Request] = true
	}
	for _, contract := range contracts {
		delete(types, contract.Response)
	}
	return types
}

func (c *typeCheck) report(format string, args ...any) {
	c.wrong = append(c.wrong, Finding{Check: "json-types", Message: fmt.Sprintf(format, args...)})
}

// value checks what place holds. A nil t is nothing to carry.
func (c *typeCheck) value(place string, t reflect.Type) {
	if t == nil || marshalsItself(t) {
		return
	}
	if t == durationType {
		c.report("%s: a %v has no JSON form; make it text, whole milliseconds, or a type with MarshalText and UnmarshalText", place, t)
		return
	}
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		c.report("%s: a %v has no JSON form; take it out, or hide it with `json:\"-\"`", place, t)
	case reflect.Interface:
		if t.NumMethod() > 0 {
			c.report("%s: JSON does not say which %v it is; make it a concrete type, or any", place, t)
		}
	case reflect.Map:
		c.key(place, t)
		c.elem(place, t)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		c.elem(place, t)
	case reflect.Struct:
		if c.first(t) {
			c.object(t)
		}
	}
}

var durationType = reflect.TypeFor[time.Duration]()

var marshals = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.MarshalerTo](),
	reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[json.UnmarshalerFrom](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	reflect.TypeFor[encoding.TextAppender](),
}

func marshalsItself(t reflect.Type) bool {
	return slices.ContainsFunc(marshals, reflect.PointerTo(t).Implements) || slices.ContainsFunc(marshals, t.Implements)
}

// first is true once for each type that could hold itself.
func (c *typeCheck) first(t reflect.Type) bool {
	if t.Name() == "" && t.Kind() != reflect.Struct {
		return true
	}
	known := c.seen[t]
	c.seen[t] = true
	return !known
}

func (c *typeCheck) elem(place string, t reflect.Type) {
	if c.first(t) {
		c.value(place, t.Elem())
	}
}

func (c *typeCheck) key(place string, t reflect.Type) {
	key := t.Key()
	switch {
	case marshalsItself(key), key.Kind() == reflect.String, numeric(key) && key != durationType:
	case key.Kind() == reflect.Array && key.Elem().Kind() == reflect.Uint8: // in base64
	default:
		c.report("%s: the keys of %v are no names; make them text, numbers, or a type with MarshalText and UnmarshalText", place, t)
	}
}

// numeric reports whether JSON writes a t, or what t points to, as a number.
func numeric(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 && !marshalsItself(t)
}

func (c *typeCheck) object(t reflect.Type) {
	c.structure(t)
	c.names(t)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("json") == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		c.field(fmt.Sprintf("field %s of %v", f.Name, t), f, c.filled[t])
	}
}

// structure reports what the codec refuses about t whatever its values, with
// the reason it gives. It gives one at a time, so each tag is tried alone too.
func (c *typeCheck) structure(t reflect.Type) {
	said := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		if _, tagged := f.Tag.Lookup("json"); tagged && !f.Anonymous {
			c.refusal(t, reflect.StructOf([]reflect.StructField{f}), said)
		}
	}
	c.refusal(t, t, said)
}

func (c *typeCheck) refusal(t, tried reflect.Type, said map[string]bool) {
	var refusal *json.SemanticError
	err := decodeJSON([]byte("{}"), reflect.New(tried).Interface(), reading)
	if !errors.As(err, &refusal) || refusal.GoType != tried || said[refusal.Err.Error()] {
		return
	}
	said[refusal.Err.Error()] = true
	c.report("type %v cannot be read or written: %v; mend its json tags", t, refusal.Err)
}

// names reports fields that a reader without regard to case takes for one. What
// an embedded struct has wrong by itself is reported of that struct.
func (c *typeCheck) names(t reflect.Type) {
	fields := bind.Fields(t)
	for i, f := range fields {
		for _, other := range fields[:i] {
			if f.Name == other.Name || !strings.EqualFold(f.Name, other.Name) ||
				len(f.Index) > 1 && len(other.Index) > 1 && f.Index[0] == other.Index[0] {
				continue
			}
			c.report("type %v: the json names %q and %q differ by case only, and readers may take one for the other; rename one", t, other.Name, f.Name)
		}
	}
}

func (c *typeCheck) field(place string, f reflect.StructField, filled bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	options := strings.Split(rest, ",")
	if name == "" && !f.Anonymous && !slices.Contains(options, "embed") {
		c.report("%s has no json name; give it one, or leave it out with `json:\"-\"`", place)
	}
	if slices.Contains(options, "omitempty") && neverEmpty(f.Type) {
		c.report("%s: omitempty leaves out no number and no flag; write omitzero", place)
	}
	if slices.Contains(options, "string") && !numeric(f.Type) {
		c.report("%s: the option string is for numbers alone; take it out", place)
	}
	if !filled || f.Type != durationType {
		c.value(place, f.Type)
	}
}

func neverEmpty(t reflect.Type) bool {
	return t.Kind() == reflect.Bool && !marshalsItself(t) || t.Kind() != reflect.Pointer && numeric(t)
}
