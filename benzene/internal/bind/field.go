package bind

import (
	"reflect"
	"slices"
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

// Option reports whether the json tag has the option, such as "omitzero".
func (f Field) Option(name string) bool { return tagOption(f.Tag, name) }

func tagOption(tag reflect.StructTag, name string) bool {
	_, rest, _ := strings.Cut(tag.Get("json"), ",")
	return slices.Contains(strings.Split(rest, ","), name)
}

// Fields lists the JSON members of struct type t, or of what t points to, in
// order of declaration; members of embedded structs stand where the embedding
// does. Other types have none. Where two members share a name the less deeply
// embedded one is listed, or the only one whose tag gives the name, or neither.
// A map for members that have no field of their own is none itself.
func Fields(t reflect.Type) []Field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return dominant(collect(t, nil, map[reflect.Type]bool{}))
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
		case (f.Anonymous || tagOption(f.Tag, "embed")) && !explicit:
			if inner := structOf(f.Type); inner != nil {
				fields = append(fields, collect(inner, at, within)...)
			}
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

func dominant(all []Field) []Field {
	best := make(map[string]int, len(all))
	for _, f := range all {
		if known, seen := best[f.Name]; !seen || rank(f) < known {
			best[f.Name] = rank(f)
		}
	}
	equals := make(map[string]int, len(all))
	for _, f := range all {
		if rank(f) == best[f.Name] {
			equals[f.Name]++
		}
	}
	return slices.DeleteFunc(all, func(f Field) bool { return rank(f) > best[f.Name] || equals[f.Name] > 1 })
}

// rank orders the fields of one name: by depth, then those whose tag gives it.
func rank(f Field) int {
	if f.Explicit {
		return 2 * len(f.Index)
	}
	return 2*len(f.Index) + 1
}
