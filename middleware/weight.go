package middleware

import (
	"reflect"

	"github.com/benzene-go/framework/benzene"
)

const (
	heaviest    = 16 << 20 // bytes of keys in paths
	mostWeighed = 2 << 20  // values; a request that points to itself has no end
	deepestPath = 10_000   // as deep as JSON goes
)

// tooHeavy refuses a request whose maps have keys so long that it would be their
// sender who decides about this process's memory.
func tooHeavy() error {
	return refusal(benzene.Detail{Message: "the names in the body are too long for what is below them; shorten them, or send fewer values at once"})
}

// A weight adds up how long the keys of maps are in the paths of all values of a
// request. The validator copies the path of each value that it looks at, several
// times, so that one long key above many values is many times the request.
type weight struct{ bytes, values int }

func (w *weight) add(v reflect.Value, path, depth int) {
	w.bytes, w.values = w.bytes+path, w.values+1
	if w.bytes > heaviest || w.values > mostWeighed || depth > deepestPath {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.add(v.Elem(), path, depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanInterface() || f.Kind() == reflect.Struct { // embedded, that may have exported fields
				w.add(f, path, depth+1)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.add(v.Index(i), path, depth+1)
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			key := path
			if entries.Key().Kind() == reflect.String {
				key += entries.Key().Len()
			}
			w.add(entries.Value(), key, depth+1)
		}
	}
}

// keyed reports whether values of type t may hold maps anywhere within.
func keyed(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return keyed(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if keyed(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
