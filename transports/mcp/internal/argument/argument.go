// Package argument knows the arguments of a call: the members of one object,
// and how a member is read as a text, a date, a number, a flag, an ID or a
// list, where it can be meant in one way only. Which arguments a call must have
// it does not know.
package argument

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// An Argument is a member of the object that a call brings.
type Argument struct {
	Name  []byte
	Value jsontext.Value
}

// A Set has the members of the object that a call brings, as slices of its
// bytes: of more than mostArguments there is one more, and no other.
type Set struct {
	Kind jsontext.Kind // of what was brought
	List []Argument
}

const (
	usualArguments = 8
	mostArguments  = 1000 // that a call may have
)

// TooMany says how many arguments there may be.
const TooMany = "there are too many arguments; a call may have 1000"

// Read takes text apart. The error is that of the codec.
func Read(text jsontext.Value) (Set, error) {
	r := argumentReader{body: text}
	err := json.Unmarshal(text, &r)
	return r.list, err
}

// Excessive reports whether a call may not have so many.
func (l Set) Excessive() bool { return len(l.List) > mostArguments }

// An argumentReader lists the members of an object.
type argumentReader struct {
	body []byte
	list Set
}

// UnmarshalJSONFrom reads the object, if it is one.
func (r *argumentReader) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if r.list.Kind = dec.PeekKind(); r.list.Kind != '{' {
		return dec.SkipValue()
	}
	_, _ = dec.ReadToken() // { has been seen
	r.list.List = make([]Argument, 0, usualArguments)
	for dec.PeekKind() == '"' {
		name, err := r.next(dec)
		if err != nil {
			return err
		}
		value, err := r.next(dec)
		if err != nil {
			return err
		}
		if !r.list.Excessive() {
			r.list.List = append(r.list.List, Argument{wire.Unquoted(name), value})
		}
	}
	_, err := dec.ReadToken() // }
	return err
}

// next is the next value, as a slice of body.
func (r *argumentReader) next(dec *jsontext.Decoder) (jsontext.Value, error) {
	v, err := dec.ReadValue()
	return wire.Part(r.body, dec, v), err
}
