package benzene

import (
	"bytes"
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
	mostQuoted  = 40     // characters of a caller's value that are repeated to them
	deepest     = 64     // levels that are looked into for reasons
	mostValues  = 10_000 // values that are
)

// explain says in sentences why body is not a t. It is called only once
// decoding has failed, and walks body and type side by side, once.
func explain(body []byte, t reflect.Type) []Detail {
	if wrong := syntax(body); wrong != nil {
		return []Detail{*wrong}
	}
	x := explainer{dec: jsontext.NewDecoder(bytes.NewReader(body))}
	x.value("", t, 0)
	if len(x.details) == 0 {
		x.say(misfit("", bind.Want(t)+" that its type reads", "another"))
	}
	return x.details
}

// misfit is the sentence for a value that its field cannot hold.
func misfit(path, want, got string) Detail {
	return Detail{Message: quotedPath(path) + " must be " + want + ", got " + got, Field: path}
}

// quotedPath is path in a sentence; a caller's own names are bounded and
// escaped.
func quotedPath(path string) string {
	if path == "" {
		return "the body"
	}
	if q := strconv.Quote(path); q == `"`+path+`"` && len(path) <= 3*mostQuoted {
		return path
	}
	return quoted(path)
}

func quoted(text string) string {
	if runes := []rune(text); len(runes) > mostQuoted {
		text = string(runes[:mostQuoted]) + "…"
	}
	return strconv.Quote(text)
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
	case x.done():
		_ = x.dec.SkipValue() // the body is known to be JSON
	case depth > deepest || leaf(t):
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
	want := bind.Want(t)
	if outside := bind.Range(t); outside != "" && wholeNumber(raw) {
		want = outside
	}
	x.say(misfit(path, want, got(raw)))
}

func wholeNumber(raw jsontext.Value) bool {
	return raw.Kind() == '0' && !strings.ContainsAny(string(raw), ".eE")
}

// got says what came, briefly.
func got(raw jsontext.Value) string {
	switch raw.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return "text"
		}
		return quoted(string(text))
	case '0':
		if len(raw) > mostQuoted {
			return "a number of " + strconv.Itoa(len(raw)) + " characters"
		}
	}
	return string(raw)
}

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
		x.value(member(path, f.Name), f.Type, depth+1)
	})
}

func fieldNamed(fields []bind.Field, name string) *bind.Field {
	var found *bind.Field
	for i, f := range fields {
		if f.Name == name {
			return &fields[i]
		}
		if found == nil && strings.EqualFold(f.Name, name) {
			found = &fields[i]
		}
	}
	return found
}

func (x *explainer) entries(path string, t reflect.Type, depth int) {
	x.members(func(name string) {
		key := reflect.New(reflect.MapOf(t.Key(), reflect.TypeFor[struct{}]()))
		entry := []byte(`{` + strconv.Quote(name) + `:{}}`)
		if decodeJSON(entry, key.Interface(), reading) != nil {
			x.say(misfit(path, "an object whose names are "+bind.Want(t.Key()), "the name "+quoted(name)))
		}
		x.value(path+"["+name+"]", t.Elem(), depth+1)
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
	for i := 0; x.dec.PeekKind() != ']'; i++ {
		if kind := x.dec.PeekKind(); kind == jsontext.KindInvalid {
			return
		}
		x.value(path+"["+strconv.Itoa(i)+"]", t.Elem(), depth+1)
	}
	_, _ = x.dec.ReadToken() // ]
}
