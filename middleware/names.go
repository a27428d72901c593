package middleware

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// What stands in a path for fields that have no name of their own on the wire.
// These bytes are no UTF-8, so that no key of a caller holds them; pathOf takes
// them out again.
const (
	inlined = "\xff" // an embedded struct: its fields are the outer one's
	hidden  = "\xfe" // a field that JSON leaves out
)

// wireName is the name under which a caller knows field f.
func wireName(f reflect.StructField) string {
	tag := f.Tag.Get("json")
	if tag == "-" {
		return hidden
	}
	name, options, _ := strings.Cut(tag, ",")
	embeds := f.Anonymous && name == "" || slices.Contains(strings.Split(options, ","), "embed")
	if embeds && withoutPointers(f.Type).Kind() == reflect.Struct {
		return inlined
	}
	return cmp.Or(name, f.Name)
}

// pathOf makes a path such as lines[0].qty of a validator's namespace, whose
// first word is the name of the root type; "" is the message as a whole. unsent
// is true for what lies in a field that JSON leaves out: the path is then that
// of the nearest value which the caller knows.
func pathOf(namespace, root string) (path string, unsent bool) {
	path = namespace
	if root != "" {
		path = strings.TrimPrefix(strings.TrimPrefix(path, root), ".")
	}
	path, _, unsent = strings.Cut(path, hidden)
	path = strings.ReplaceAll(path, inlined+".", "")
	return strings.TrimSuffix(strings.TrimSuffix(path, inlined), "."), unsent
}

// ownerOf finds the struct type that holds the field at path, a validator's
// path of Go names below root; nil where the path leads nowhere.
func ownerOf(root reflect.Type, path string) reflect.Type {
	root = withoutPointers(root)
	if end := strings.IndexByte(path, ']'); end > 0 && path[0] == '[' {
		if !dives(root) {
			return nil
		}
		return ownerOf(root.Elem(), strings.TrimPrefix(path[end+1:], "."))
	}
	name, rest := firstName(path)
	f, ok := fieldOf(root, name)
	if !ok {
		return nil
	}
	if inner := ownerOf(f.Type, rest); inner != nil {
		return inner
	}
	return root
}

func firstName(path string) (name, rest string) {
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		return path, ""
	}
	return path[:end], strings.TrimPrefix(path[end:], ".")
}

func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	if t == nil || t.Kind() != reflect.Struct || name == "" {
		return reflect.StructField{}, false
	}
	return t.FieldByName(name)
}

// sibling finds the field that a rule of owner's names by its Go path, such as
// Period.Start: the path that callers know it by, and its type without pointers.
func sibling(owner reflect.Type, goPath string) (path string, t reflect.Type, ok bool) {
	var names []string
	for word := range strings.SplitSeq(goPath, ".") {
		name, element := firstName(word)
		f, found := fieldOf(owner, name)
		if !found {
			return "", nil, false
		}
		if name := wireName(f); name != inlined {
			names = append(names, name+element)
		}
		for owner = withoutPointers(f.Type); element != ""; {
			_, element, _ = strings.Cut(element, "]")
			if !dives(owner) {
				return "", nil, false
			}
			owner = withoutPointers(owner.Elem())
		}
	}
	return strings.Join(names, "."), owner, true
}
