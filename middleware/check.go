package middleware

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
)

// The names of what Check finds.
const (
	checkTags      = "validation-tags"
	checkRequired  = "validation-required"
	checkUnreached = "validation-unreached"
)

// Check looks at the validate tags of every request type and reports, as
// Findings joined with errors.Join, what would otherwise be found by a caller:
//
//   - validation-tags: a tag that the validator does not know or cannot apply to
//     the type of its field, and a rule about a field that does not exist;
//   - validation-required: required on a number or a flag that may well be 0 or
//     false, which the rule calls missing;
//   - validation-unreached: rules that are never looked at, because the list or
//     map that holds them has no dive.
//
// It looks into the elements of lists and maps too. It runs the validator's own
// rules on values that it makes up, and none of the application's.
func (r *Rules) Check(contracts []benzene.Contract) error {
	i := &inspection{rules: r, pristine: validator.New()}
	for _, c := range contracts {
		if c.Request != nil {
			i.seen = map[reflect.Type]bool{}
			element, _ := innermost(c.Request)
			i.fields(element, fmt.Sprintf("the request of %q: ", c.Topic.String()))
		}
	}
	return errors.Join(i.found...)
}

// An inspection looks at types as the validator would look at their values.
type inspection struct {
	rules    *Rules
	pristine *validator.Validate // knows the validator's own rules alone
	seen     map[reflect.Type]bool
	found    []error
}

// A place is where a rule stands.
type place struct {
	owner reflect.Type // the struct that holds the field
	name  string       // of the field, for people: orders.PlaceOrder.Lines[]
	tag   string       // the field's whole tag
}

func (i *inspection) report(check, format string, args ...any) {
	f := benzene.Finding{Check: check, Message: "validation: " + fmt.Sprintf(format, args...)}
	if !slices.Contains(i.found, error(f)) {
		i.found = append(i.found, f)
	}
}

// fields looks at the fields of t, if t is a struct, once. where is what to call
// a struct that has no name.
func (i *inspection) fields(t reflect.Type, where string) {
	if !isStruct(t) || i.seen[t] {
		return
	}
	i.seen[t] = true
	if t.Name() != "" {
		where = t.String() + "."
	}
	for n := range t.NumField() {
		f := t.Field(n)
		tag := f.Tag.Get("validate")
		if tag == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		at := place{t, where + f.Name, tag}
		if tag != "" && wireName(f) == hidden && !readsItself(t) {
			i.report(checkTags, "%s has tag %q, but JSON leaves the field out, so that no caller can fill it; drop one of the two tags",
				at.name, tag)
		}
		if i.readable(at) {
			i.value(at, f.Type, tag)
		} else {
			element, _ := innermost(f.Type)
			i.fields(element, at.name+".")
		}
	}
}

// readsItself reports whether values of t decode themselves, in which case
// their json tags say little.
func readsItself(t reflect.Type) bool {
	for _, method := range []string{"UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText"} {
		if _, ok := reflect.PointerTo(t).MethodByName(method); ok {
			return true
		}
	}
	return false
}

// readable reports whether the validator can read a tag.
func (i *inspection) readable(at place) bool {
	known := true
	for _, text := range readTag(at.tag).all() {
		for name := range strings.SplitSeq(text, "|") {
			name, _, _ = strings.Cut(name, "=")
			if reads(i.rules.validator, name) != nil {
				known = false
				i.report(checkTags, "%s has tag %q, which validator does not know; correct it, or register it with middleware.NewRules",
					at.name, name)
			}
		}
	}
	if !known {
		return false
	}
	err := reads(i.rules.validator, at.tag)
	if err != nil {
		i.report(checkTags, "%s has tag %q, which validator cannot read (%v); correct it", at.name, at.tag, err)
	}
	return err == nil
}

// value looks at what tag says about values of type t.
func (i *inspection) value(at place, t reflect.Type, tag string) {
	steps := readTag(tag)
	for _, text := range steps.rules {
		i.rule(at, t, text)
	}
	i.required(at, t, steps.rules)
	base := withoutPointers(t)
	switch {
	case steps.dive && dives(base):
		element := place{at.owner, at.name + "[]", at.tag}
		if base.Kind() == reflect.Map {
			for _, text := range steps.keys {
				i.rule(place{at.owner, at.name + "[key]", at.tag}, base.Key(), text)
			}
		}
		i.value(element, base.Elem(), steps.below)
	case steps.dive && base.Kind() != reflect.Interface:
		i.try(at, t, "dive")
	case steps.dive, steps.stops:
	case dives(base):
		i.unreached(at, base)
	default:
		i.fields(base, at.name+".")
	}
}

// unreached reports rules of elements that the validator is not told to visit.
func (i *inspection) unreached(at place, list reflect.Type) {
	element, _ := innermost(list)
	tagged := Rules{} // for which only tags count
	if tagged.ruled(element, map[reflect.Type]bool{}) {
		i.report(checkUnreached, `%s has no "dive" in its validate tag, so that the rules of %s are never looked at; add dive, or "-" if they should not be`,
			at.name, element)
	}
}
