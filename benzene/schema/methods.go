package schema

import (
	"encoding"
	"reflect"

	"github.com/go-json-experiment/json"
)

// methods are the interfaces that let a type say itself how it travels: those
// the decoder calls for Input, those the encoder calls for Output.
type methods struct {
	direction Direction
	asJSON    []reflect.Type
	asText    []reflect.Type
}

func methodsOf(d Direction) methods {
	if d == Output {
		return methods{
			direction: d,
			asJSON:    []reflect.Type{reflect.TypeFor[json.MarshalerTo](), reflect.TypeFor[json.Marshaler]()},
			asText:    []reflect.Type{reflect.TypeFor[encoding.TextAppender](), reflect.TypeFor[encoding.TextMarshaler]()},
		}
	}
	return methods{
		direction: d,
		asJSON:    []reflect.Type{reflect.TypeFor[json.UnmarshalerFrom](), reflect.TypeFor[json.Unmarshaler]()},
		asText:    []reflect.Type{reflect.TypeFor[encoding.TextUnmarshaler]()},
	}
}

// json reports whether t writes or reads its own JSON.
func (m methods) json(t reflect.Type) bool {
	return implementsAny(t, m.asJSON)
}

// text reports whether t travels as a text of its own making.
func (m methods) text(t reflect.Type) bool {
	return implementsAny(t, m.asText)
}

// implementsAny counts methods with a pointer receiver, as the codec does. It
// calls none on an interface or a pointer.
func implementsAny(t reflect.Type, list []reflect.Type) bool {
	if t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer {
		return false
	}
	for _, i := range list {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}

// enumOf asks a new t for the texts it lists.
func enumOf(t reflect.Type) (values []string, ok bool) {
	if t.Kind() == reflect.Interface {
		return nil, false
	}
	lister, ok := reflect.New(t).Interface().(interface{ Enum() []string })
	if !ok {
		return nil, false
	}
	defer func() { _ = recover() }() // a list that can not be had is an empty one, and reported as such
	return lister.Enum(), true
}
