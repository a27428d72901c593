package middleware

import (
	"reflect"
	"time"
)

var timeType = reflect.TypeFor[time.Time]()

// valueKind sorts types by the words that suit them.
type valueKind int

const (
	aValue valueKind = iota
	aNumber
	aText
	aList
	aTime
)

func kindOfType(t reflect.Type) valueKind {
	if t == nil {
		return aValue
	}
	t = withoutPointers(t)
	switch {
	case t.Kind() == reflect.String:
		return aText
	case dives(t):
		return aList
	case t.Kind() == reflect.Struct && t.ConvertibleTo(timeType):
		return aTime
	case isNumber(t):
		return aNumber
	}
	return aValue
}

func isNumber(t reflect.Type) bool { return reflect.Int <= t.Kind() && t.Kind() <= reflect.Float64 }

// dives reports whether the rule dive applies to values of type t.
func dives(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return true
	}
	return false
}

// isStruct reports whether the validator looks at the fields of type t.
func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !t.ConvertibleTo(timeType)
}

func withoutPointers(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// deepestList is how many lists within lists are followed: one that is made of
// itself has no end.
const deepestList = 32

// innermost is what a list of lists, or a map of them, is made of in the end,
// and how many of them there are.
func innermost(t reflect.Type) (element reflect.Type, levels int) {
	for t = withoutPointers(t); dives(t) && levels < deepestList; levels++ {
		t = withoutPointers(t.Elem())
	}
	return t, levels
}
