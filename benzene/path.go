package benzene

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// longestPath is how many bytes of a path to a value are told, about: names in
// it may be the caller's.
const longestPath = 160

// member is the path of a member of the object at path: order.customer.
func member(path, name string) string {
	if path == "" {
		return shortened(name, mostQuoted)
	}
	return joined(path, "."+shortened(name, mostQuoted))
}

// item is the path of what the list or map at path has under key: lines[0].
func item(path, key string) string { return joined(path, "["+shortened(key, mostQuoted)+"]") }

func joined(path, step string) string {
	if len(path)+len(step) > longestPath {
		return strings.TrimSuffix(path, "…") + "…"
	}
	return path + step
}

// fieldPath writes where a JSON Pointer leads in a t.
func fieldPath(p jsontext.Pointer, t reflect.Type) string {
	path := ""
	for token := range p.Tokens() {
		inner, step := within(t, token)
		path, t = step(path, token), inner
	}
	return path
}

// within is the type under token in a t, nil when nobody knows it, and how the
// step there is written.
func within(t reflect.Type, token string) (inner reflect.Type, step func(path, name string) string) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil {
		return nil, member
	}
	switch t.Kind() {
	case reflect.Map, reflect.Slice, reflect.Array:
		return t.Elem(), item
	case reflect.Struct:
		if f := fieldNamed(bind.Fields(t), token); f != nil {
			return f.Type, member
		}
	case reflect.Interface:
		if _, err := strconv.ParseUint(token, 10, 31); err == nil {
			return t, item
		}
		return t, member
	}
	return nil, member
}
