package middleware

import (
	"slices"
	"strings"
)

// A ruleTag is what a validate tag says about one value, in the order in which
// the validator reads it.
type ruleTag struct {
	rules []string // as written, without those that only steer
	dive  bool     // keys and below are about the elements
	keys  []string // about a map's keys
	below string   // about the elements
	stops bool     // the fields within are not looked at
}

func readTag(tag string) ruleTag {
	var t ruleTag
	words := strings.Split(tag, ",")
	for i, word := range words {
		switch word {
		case "omitempty", "omitnil", "omitzero", "keys", "endkeys", "":
		case "structonly", "nostructlevel":
			t.stops = true
			return t
		case "dive":
			t.dive = true
			rest := words[i+1:]
			if end := slices.Index(rest, "endkeys"); end > 0 && rest[0] == "keys" {
				t.keys, rest = readTag(strings.Join(rest[1:end], ",")).rules, rest[end+1:]
			}
			t.below = strings.Join(rest, ",")
			return t
		default:
			t.rules = append(t.rules, word)
		}
	}
	return t
}

// all lists every rule of a tag, those of keys and elements too.
func (t ruleTag) all() []string {
	rules := slices.Concat(t.rules, t.keys)
	if t.dive {
		rules = append(rules, readTag(t.below).all()...)
	}
	return rules
}
