package bind

import (
	"reflect"
	"strings"
)

// A Field is one member of a struct as JSON names it.
type Field struct {
	Name     string       // as JSON spells it
	Type     reflect.Type // pointers kept
	Index    []int        // for reflect.Value.FieldByIndex
	Tag      reflect.StructTag
	Explicit bool // the json tag gives the name
}

// Fields lists the JSON members of struct type t, or of what t points to, in
// order of declaration; members of embedded structs stand where the embedding
// does. Other types have none. Where two members share a name the less deeply
// embedded one is listed.
func Fields(t reflect.Type) []Field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return shallowest(collect(t, nil, map[reflect.Type]bool{}))
}

func collect(t reflect.Type, index []int, within map[reflect.Type]bool) []Field {
	if within[t] {
		return nil
	}
	within[t] = true
	defer delete(within, t)
	var fields []Field
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(index[:len(index):len(index)], i)
		name, explicit, skip := jsonName(f)
		switch {
		case skip, f.Anonymous && !f.IsExported() && f.Type.Kind() == reflect.Pointer:
		case f.Anonymous && !explicit && structOf(f.Type) != nil:
			fields = append(fields, collect(structOf(f.Type), at, within)...)
		case f.IsExported():
			fields = append(fields, Field{name, f.Type, at, f.Tag, explicit})
		}
	}
	return fields
}

func jsonName(f reflect.StructField) (name string, explicit, skip bool) {
	tag := f.Tag.Get("json")
	name, _, _ = strings.Cut(tag, ",")
	switch {
	case tag == "-":
		return "", false, true
	case name != "":
		return name, true, false
	default:
		return f.Name, false, false
	}
}

func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

func shallowest(all []Field) []Field {
	depth := make(map[string]int, len(all))
	for _, f := range all {
		if d, seen := depth[f.Name]; !seen || len(f.Index) < d {
			depth[f.Name] = len(f.Index)
		}
	}
	kept := all[:0]
	for _, f := range all {
		if len(f.Index) == depth[f.Name] {
			kept = append(kept, f)
		}
	}
	return kept
}
