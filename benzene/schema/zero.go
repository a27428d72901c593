package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// refuseZero reports whether the validator is certain to refuse the zero value
// of t: then a caller must not leave the member out. It goes through the words
// of a tag in their order, as the validator does.
func (r rules) refuseZero(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return r.refuseNil()
	}
	for _, word := range r.words {
		switch {
		case skipsZero(word, t):
			return false
		case refusesZero(word, t):
			return true
		case !ownWord(word):
			return false // it may be an alias that begins with omitempty
		}
	}
	return r.refuseWithin(t)
}

// refuseNil is refuseZero for a nil pointer or interface. The validator refuses
// one at the first word, unless the word lets it pass or looks at other fields.
func (r rules) refuseNil() bool {
	for i, word := range r.words {
		if word == "required" {
			return true
		}
		first, _, _ := strings.Cut(word, "|")
		name, _, _ := strings.Cut(first, "=")
		switch {
		case conditional[name]:
			continue
		case i > 0, word == "omitempty", word == "omitnil", word == "omitzero", word == "isdefault":
			return false
		}
		return ownRule(name)
	}
	return false
}

// refuseWithin reports whether the validator gets to a part of t's zero value
// that it refuses.
func (r rules) refuseWithin(t reflect.Type) bool {
	switch {
	case t.Kind() == reflect.Array && t.Len() > 0 && r.dives:
		return rulesOf(r.below).refuseZero(t.Elem())
	case t.Kind() != reflect.Struct, r.stops, r.dives, t.ConvertibleTo(timeType):
		return false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if (f.IsExported() || f.Anonymous) && rulesOf(f.Tag.Get("validate")).refuseZero(f.Type) {
			return true
		}
	}
	return false
}

// skipsZero reports whether word lets the zero value of t pass all that follows.
func skipsZero(word string, t reflect.Type) bool {
	list := t.Kind() == reflect.Slice || t.Kind() == reflect.Map
	return word == "omitempty" || word == "omitzero" || word == "omitnil" && list
}

// refusesZero reports whether each of the rules in word, a choice, refuses the
// zero value of t.
func refusesZero(word string, t reflect.Type) bool {
	for choice := range strings.SplitSeq(word, "|") {
		if r := ruleOf(choice); r.name != "required" && !r.refusesZero(t) {
			return false
		}
	}
	return true
}

func (r rule) refusesZero(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String:
		return r.refusesEmpty()
	case reflect.Bool:
		value, err := strconv.ParseBool(r.param)
		return err == nil && (r.name == "eq" && value || r.name == "ne" && !value)
	case reflect.Slice, reflect.Map:
		return r.refusesNought("integer")
	case reflect.Array:
		low, high := r.length(false)
		return low != nil && t.Len() < *low || high != nil && t.Len() > *high
	case reflect.Struct:
		later := r.name == "gt" || r.name == "gte" || r.name == "min" // than now
		return later && t.ConvertibleTo(timeType)
	}
	number := numberOf(t)
	if number == nil {
		return false
	}
	return r.refusesNought(number.Type) || number.Type == "integer" && r.refusesNoughtAsText()
}

// refusesNought reports whether r refuses the number or the length 0.
func (r rule) refusesNought(jsonType string) bool {
	_, sign, ok := r.number(jsonType)
	if !ok {
		return false
	}
	switch r.name {
	case "min", "gte":
		return sign > 0
	case "gt":
		return sign >= 0
	case "max", "lte":
		return sign < 0
	case "lt":
		return sign <= 0
	case "eq", "len":
		return sign != 0
	case "ne":
		return sign == 0
	}
	return false
}

func (r rule) refusesNoughtAsText() bool {
	switch r.name {
	case "oneof":
		return !slices.Contains(r.words(), "0")
	case "noneof":
		return slices.Contains(r.words(), "0")
	}
	return r.name == "port"
}

// refusesEmpty reports whether r refuses the empty text.
func (r rule) refusesEmpty() bool {
	switch r.name {
	case "eq", "eq_ignore_case", "contains", "startswith", "endswith", "datetime":
		return r.param != ""
	case "ne", "ne_ignore_case", "excludes", "startsnotwith", "endsnotwith":
		return r.param == ""
	case "oneof", "oneofci":
		return !slices.Contains(r.words(), "")
	case "noneof", "noneofci":
		return slices.Contains(r.words(), "")
	}
	return neverEmpty[r.name] || r.refusesNought("integer")
}
