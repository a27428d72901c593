package middleware

import (
	"reflect"
	"slices"
	"strings"
)

// rule looks at one rule, or at each of several that are joined with "|".
func (i *inspection) rule(at place, t reflect.Type, text string) {
	for text := range strings.SplitSeq(text, "|") {
		name, param, _ := strings.Cut(text, "=")
		if reads(i.pristine, name) != nil || name == "validateFn" {
			continue // the application's own
		}
		if i.relates(at, t, rule{name, param}) && i.suits(at, t, name, text) {
			i.try(at, t, text)
		}
	}
}

// relates reports whether the other fields that r is about exist, and have a
// type that the validator compares with t.
func (i *inspection) relates(at place, t reflect.Type, r rule) bool {
	_, compares := fieldDemands[r.name]
	for _, field := range otherFields(r) {
		_, other, ok := sibling(at.owner, field)
		if !ok {
			i.report(checkTags, "%s has rule %q, but %s has no field %s; rules name fields as Go does",
				at.name, ruleText(r.name, r.param), at.owner, field)
			return false
		}
		if compares && incomparable(withoutPointers(t), other) {
			i.report(checkTags, "%s has rule %q, which cannot compare %s with %s; give both fields one type",
				at.name, ruleText(r.name, r.param), withoutPointers(t), other)
			return false
		}
	}
	return true
}

func incomparable(a, b reflect.Type) bool {
	plain := func(t reflect.Type) bool { return isNumber(t) || t.Kind() == reflect.String }
	return plain(a) && plain(b) && a.Kind() != b.Kind()
}

// suits reports whether a rule about texts is applied to no number or flag,
// which could never satisfy it.
func (i *inspection) suits(at place, t reflect.Type, name, text string) bool {
	base := withoutPointers(t)
	_, format := formats[name]
	_, part := textDemands[name]
	if (format || part) && !numberFormats[name] && (isNumber(base) || base.Kind() == reflect.Bool) {
		i.report(checkTags, "%s has rule %q, which is about texts and never holds for %s; correct it", at.name, text, t)
		return false
	}
	return true
}

// try applies a rule to samples of type t.
func (i *inspection) try(at place, t reflect.Type, text string) {
	values := samples(t)
	if t.Kind() == reflect.Struct {
		values = append(values, reflect.Zero(reflect.PointerTo(t))) // for rules about what is missing
	}
	for _, sample := range values {
		for _, owner := range samples(at.owner) {
			if _, err := apply(i.rules.validator, sample, owner, text); err != nil {
				i.report(checkTags, "%s has rule %q, which validator cannot apply to %s (%v); correct it", at.name, text, t, err)
				return
			}
		}
	}
}

// required reports the rule where it refuses a zero that nothing else does.
func (i *inspection) required(at place, t reflect.Type, texts []string) {
	if !slices.Contains(texts, "required") || !isNumber(t) && t.Kind() != reflect.Bool {
		return
	}
	for _, text := range texts {
		name, _, _ := strings.Cut(text, "=")
		if name == "required" || reads(i.pristine, name) != nil {
			continue
		}
		if holds, err := apply(i.rules.validator, reflect.Zero(t), reflect.Zero(at.owner), text); !holds || err != nil {
			return
		}
	}
	i.report(checkRequired, `%s has tag "required", which calls %v missing; make it *%s, or drop required`, at.name, reflect.Zero(t), t)
}
