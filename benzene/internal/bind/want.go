package bind

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"time"
)

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	textType     = reflect.TypeFor[encoding.TextUnmarshaler]()
	enumType     = reflect.TypeFor[interface{ Enum() []string }]()
	jsonType     = reflect.TypeFor[interface{ UnmarshalJSON([]byte) error }]()
)

// Want says what a value of type t has to be, in words that follow "must be":
// "a whole number", "true or false", "one of red, green".
func Want(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if values := enum(t); len(values) > 0 {
		return "one of " + strings.Join(values, ", ")
	}
	switch {
	case IsTime(t):
		return "a date-time such as 2006-01-02T15:04:05Z"
	case t == durationType:
		return "a duration such as 1m30s"
	case reflect.PointerTo(t).Implements(textType):
		return "text in the form that its type reads"
	case readsJSON(t):
		return "a value in the form that its type reads"
	default:
		return wantKind(t)
	}
}

func readsJSON(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	_, streams := p.MethodByName("UnmarshalJSONFrom")
	return streams || p.Implements(jsonType)
}

func wantKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "text"
	case reflect.Array, reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "base64 text"
		}
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	if whole(t) {
		return wholeNumber
	}
	return "a value that fits"
}

const wholeNumber = "a whole number"

// Range says which numbers type t holds, in words that follow "must be". It is
// empty for types that do not travel as numbers, such as a duration.
func Range(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Float32:
		return "a number from -3.4e38 to 3.4e38"
	case t.Kind() == reflect.Float64:
		return "a number from -1.7e308 to 1.7e308"
	case Want(t) != wholeNumber:
		return ""
	case t.Kind() < reflect.Uint:
		top := int64(uint64(1)<<(t.Bits()-1) - 1)
		return fmt.Sprintf("a whole number from %d to %d", -top-1, top)
	default:
		return fmt.Sprintf("a whole number from 0 to %d", ^uint64(0)>>(64-t.Bits()))
	}
}

// IsTime reports whether t is time.Time or a struct that embeds it and so
// travels as a date-time.
func IsTime(t reflect.Type) bool {
	if t == timeType {
		return true
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && IsTime(f.Type) {
			return true
		}
	}
	return false
}

func whole(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
}

func enum(t reflect.Type) []string {
	if reflect.PointerTo(t).Implements(enumType) {
		return reflect.New(t).Interface().(interface{ Enum() []string }).Enum()
	}
	return nil
}
