package benzene

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

const (
	mostDetails = 10     // what a caller can mend in one go
	deepest     = 64     // levels that are looked into for reasons
	mostValues  = 10_000 // values that are
)

// explain says in sentences why body is not a t. It is called only once
// decoding has failed, and walks body and type side by side, once. failure is
// the codec's word, asked only where the walk finds nothing.
func explain(body []byte, t reflect.Type, failure error) []Detail {
	if wrong := syntax(body, t); wrong != nil {
		return []Detail{*wrong}
	}
	x := explainer{dec: jsontext.NewDecoder(bytes.NewReader(body))}
	x.value("", t, 0)
	if len(x.details) == 0 {
		x.say(pointedOut(t, failure))
	}
	return x.details
}

// pointedOut says what the codec says itself, which is where and of which type.
func pointedOut(t reflect.Type, failure error) Detail {
	path := ""
	if wrong, ok := errors.AsType[*json.SemanticError](failure); ok {
		path = fieldPath(wrong.JSONPointer, t)
		if wrong.GoType != nil {
			t = wrong.GoType
		}
	}
	return misfit(path, bind.Want(t), "one that does not fit")
}

type explainer struct {
	dec     *jsontext.Decoder
	details []Detail
	values  int // looked at so far
}

// done reports whether enough has been said, or looked at.
func (x *explainer) done() bool {
	return len(x.details) == mostDetails || x.values > mostValues
}

func (x *explainer) say(d Detail) {
	if len(x.details) < mostDetails {
		x.details = append(x.details, d)
	}
}

// value reads one value that should be a t. The body is known to be JSON, so
// reading cannot fail.
func (x *explainer) value(path string, t reflect.Type, depth int) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	x.values++
	kind := x.dec.PeekKind()
	switch {
	case x.done() || depth > deepest:
		_ = x.dec.SkipValue() // the body is known to be JSON
	case leaf(t):
		x.leaf(path, t)
	case kind == '{' && t.Kind() == reflect.Struct:
		x.object(path, t, depth)
	case kind == '{' && t.Kind() == reflect.Map:
		x.entries(path, t, depth)
	case kind == '[' && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array):
		x.items(path, t, depth)
	default:
		x.leaf(path, t)
	}
}

// leaf reports whether values of t are read as a whole: those that read
// themselves, bytes, and what has no parts.
func leaf(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	if p.Implements(readsJSON) || p.Implements(readsJSONFrom) || p.Implements(readsText) {
		return true
	}
	bytes := t.Kind() == reflect.Slice || t.Kind() == reflect.Array
	return bytes && t.Elem().Kind() == reflect.Uint8
}

var (
	readsJSON     = reflect.TypeFor[json.Unmarshaler]()
	readsJSONFrom = reflect.TypeFor[json.UnmarshalerFrom]()
	readsText     = reflect.TypeFor[interface{ UnmarshalText([]byte) error }]()
)

func (x *explainer) leaf(path string, t reflect.Type) {
	raw, err := x.dec.ReadValue()
	if err != nil {
		return
	}
	if decodeJSON(raw, reflect.New(t).Interface(), readingOf(t)) == nil {
		return
	}
	x.say(misfit(path, want(t, raw), got(raw)))
}

// numeral reads a number that its tag puts in quotes.
func (x *explainer) numeral(path string, t reflect.Type) {
	x.values++
	raw, err := x.dec.ReadValue()
	if err == nil && decodeJSON(raw, reflect.New(t).Interface(), numerals) != nil {
		x.say(misfit(path, bind.Want(t)+" in quotes", got(raw)))
	}
}

var numerals = json.JoinOptions(reading, json.StringifyNumbers(true))

func (x *explainer) object(path string, t reflect.Type, depth int) {
	fields := bind.Fields(t)
	given := map[string]string{}
	x.members(func(name string) {
		f := fieldNamed(fields, name)
		if f == nil {
			_ = x.dec.SkipValue() // the body is known to be JSON
			return
		}
		if other, twice := given[f.Name]; twice {
			x.say(Detail{
				Message: fmt.Sprintf("%s must be given once, got %s and %s", quotedPath(member(path, f.Name)), quoted(other), quoted(name)),
				Field:   member(path, f.Name),
			})
		}
		given[f.Name] = name
		if f.Option("string") {
			x.numeral(member(path, f.Name), f.Type)
		} else {
			x.value(member(path, f.Name), f.Type, depth+1)
		}
	})
}

func fieldNamed(fields []bind.Field, name string) *bind.Field {
	var found *bind.Field
	for i, f := range fields {
		if f.Name == name {
			return &fields[i]
		}
		if found == nil && strings.EqualFold(f.Name, name) && !f.Option("case:strict") {
			found = &fields[i]
		}
	}
	return found
}

func (x *explainer) entries(path string, t reflect.Type, depth int) {
	alone := reflect.MapOf(t.Key(), reflect.TypeFor[struct{}]())
	x.members(func(name string) {
		if x.done() {
			_ = x.dec.SkipValue() // the body is known to be JSON
			return
		}
		entry, _ := jsontext.AppendQuote([]byte{'{'}, name) // the name is known to be UTF-8
		if decodeJSON(append(entry, ":{}}"...), reflect.New(alone).Interface(), reading) != nil {
			x.say(misfit(path, "an object whose names are each "+want(t.Key(), jsontext.Value(name)), "the name "+quoted(name)))
		}
		x.value(item(path, name), t.Elem(), depth+1)
	})
}

// members reads an object and calls each with every name, whose value each has
// to read.
func (x *explainer) members(each func(name string)) {
	_, _ = x.dec.ReadToken() // {
	for x.dec.PeekKind() != '}' {
		token, err := x.dec.ReadToken()
		if err != nil {
			return
		}
		each(token.String())
	}
	_, _ = x.dec.ReadToken() // }
}

func (x *explainer) items(path string, t reflect.Type, depth int) {
	_, _ = x.dec.ReadToken() // [
	n := 0
	for ; x.dec.PeekKind() != ']'; n++ {
		if kind := x.dec.PeekKind(); kind == jsontext.KindInvalid {
			return
		}
		x.value(item(path, strconv.Itoa(n)), t.Elem(), depth+1)
	}
	_, _ = x.dec.ReadToken() // ]
	if t.Kind() == reflect.Array && n != t.Len() {
		x.say(misfit(path, fmt.Sprintf("a list of %d", t.Len()), fmt.Sprintf("a list of %d", n)))
	}
}
