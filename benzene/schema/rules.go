package schema

import (
	"reflect"
	"slices"
	"strings"
)

// rules are what a validate tag says about one value, as
// github.com/go-playground/validator reads it when made with
// WithRequiredStructEnabled. What JSON Schema can not say -
// a rule about other fields, a choice between rules, a rule of the
// application's own - is left out: the schema may allow more than the
// validator, never less.
type rules struct {
	words []string // as they stand, up to the one that ends them
	list  []rule
	dives bool
	below string // the rules after dive
	stops bool   // the validator does not look at the fields within
	empty bool   // omitempty stands in it
	zero  bool   // omitzero stands in it
}

type rule struct {
	name, param string
	empty, zero bool // omitempty or omitzero stands before it
}

func rulesOf(tag string) rules {
	switch tag {
	case "":
		return rules{}
	case "-":
		return rules{stops: true}
	}
	var r rules
	words := strings.Split(tag, ",")
	for i, word := range words {
		r.words = words[:i+1]
		switch word {
		case "dive":
			r.dives, r.below = true, belowOf(words[i+1:])
			return r
		case "structonly", "nostructlevel":
			r.stops = true
			return r
		}
		r.add(word)
	}
	return r
}

// add reads one rule. The omit rules let a value pass all that follows.
func (r *rules) add(word string) {
	rule := ruleOf(word)
	switch {
	case strings.Contains(word, "|"), rule.name == "omitnil":
	case rule.name == "omitempty":
		r.empty = true
	case rule.name == "omitzero":
		r.zero = true
	default:
		rule.empty, rule.zero = r.empty, r.zero
		r.list = append(r.list, rule)
	}
}

func ruleOf(word string) rule {
	name, param, _ := strings.Cut(word, "=")
	return rule{name: name, param: strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param)}
}

// belowOf skips the rules about a map's keys, which JSON Schema's tool readers
// do not take.
func belowOf(words []string) string {
	if len(words) > 0 && words[0] == "keys" {
		end := slices.Index(words, "endkeys")
		if end < 0 {
			return ""
		}
		words = words[end+1:]
	}
	return strings.Join(words, ",")
}

// enter reports whether the validator always looks into a value of this kind:
// the zero struct is one that omitempty lets pass, unless a pointer holds it.
func (r rules) enter(kind reflect.Kind, pointer bool) bool {
	switch kind {
	case reflect.Struct, reflect.Array:
		return !r.stops && !r.zero && !(r.empty && !pointer)
	}
	return !r.stops
}

// ruled reports whether a validate tag stands anywhere in t. Without one it is
// the same whether the validator gets there or not.
func ruled(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return ruled(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("validate") != "" || ruled(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// notes are the keywords that r adds to a value of a JSON type.
func (r rules) notes(jsonType string, pointer bool) []note {
	var notes []note
	for _, rule := range r.list {
		list := jsonType == "array" || jsonType == "object"
		passes := rule.zero || rule.empty && !pointer && !list
		if rule.name == "required" && pointer {
			continue // asks for the pointer, not for what it points to
		}
		if n := rule.note(jsonType, passes); n != nil {
			notes = append(notes, n)
		}
	}
	return notes
}
