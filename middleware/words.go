package middleware

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// demand says what r asks of a value of type t, in words that follow the
// field's name; "" for a rule that nothing is known of. other translates the
// name of another field.
func demand(r rule, t reflect.Type, other func(goPath string) string) string {
	if words, ok := plainDemands[r.name]; ok && r.param == "" {
		return words
	}
	if format, ok := formats[r.name]; ok {
		return "must be " + format
	}
	if words, ok := textDemands[r.name]; ok {
		return fmt.Sprintf(words, r.param)
	}
	kind := kindOfType(t)
	if words, ok := fieldDemands[r.name]; ok {
		return comparison(words, kind) + " " + other(r.param)
	}
	if words := size(r, kind); words != "" {
		return words
	}
	if words := choice(r); words != "" {
		return words
	}
	return condition(r, other)
}

var plainDemands = map[string]string{
	"required":  "is required",
	"isdefault": "must be left out",
	"unique":    "must not hold the same value twice",
	"ascii":     "must be ASCII only",
	"lowercase": "must be in lower case",
	"uppercase": "must be in upper case",
}

// textDemands are the rules whose parameter is a text to look for.
var textDemands = map[string]string{
	"contains":       "must contain %q",
	"containsany":    "must contain one of the characters %q",
	"containsrune":   "must contain %q",
	"startswith":     "must start with %q",
	"endswith":       "must end with %q",
	"excludes":       "must not contain %q",
	"excludesall":    "must contain none of the characters %q",
	"excludesrune":   "must not contain %q",
	"startsnotwith":  "must not start with %q",
	"endsnotwith":    "must not end with %q",
	"datetime":       "must be a time such as %q",
	"eq_ignore_case": "must be %q",
	"ne_ignore_case": "must not be %q",
}

// fieldDemands are the rules that compare with another field.
var fieldDemands = map[string]string{
	"eqfield": "eq", "eqcsfield": "eq",
	"nefield": "ne", "necsfield": "ne",
	"gtfield": "gt", "gtcsfield": "gt",
	"gtefield": "gte", "gtecsfield": "gte",
	"ltfield": "lt", "ltcsfield": "lt",
	"ltefield": "lte", "ltecsfield": "lte",
	"fieldcontains": "contains",
	"fieldexcludes": "excludes",
	"unique":        "unique",
}

func comparison(how string, kind valueKind) string {
	words := map[string]string{
		"eq": "must be the same as", "ne": "must differ from",
		"gt": "must be greater than", "gte": "must not be less than",
		"lt": "must be less than", "lte": "must not be greater than",
		"contains": "must contain", "excludes": "must not contain", "unique": "must differ from",
	}
	switch kind {
	case aTime:
		words["gt"], words["gte"] = "must be after", "must not be before"
		words["lt"], words["lte"] = "must be before", "must not be after"
	case aList:
		words["unique"] = "must not hold two items with the same"
	}
	return words[how]
}

// size words the rules about size: of a number itself, of the characters of a
// text, of the items of a list or map, and of a time against now.
func size(r rule, kind valueKind) string {
	switch r.name {
	case "min":
		r.name = "gte"
	case "max":
		r.name = "lte"
	case "len":
		r.name = "eq"
		if kind == aText {
			return "must have exactly " + counted(r.param, "character")
		}
	}
	switch kind {
	case aTime:
		return timeBounds[r.name]
	case aText:
		if r.name == "eq" || r.name == "ne" {
			return fmt.Sprintf(map[string]string{"eq": "must be %q", "ne": "must not be %q"}[r.name], r.param)
		}
		return sized(r, "character")
	case aList:
		return sized(r, "item")
	}
	if words, ok := numberBounds[r.name]; ok {
		return words + " " + r.param
	}
	return ""
}

var timeBounds = map[string]string{
	"gt": "must be in the future", "gte": "must not be in the past",
	"lt": "must be in the past", "lte": "must not be in the future",
}

var numberBounds = map[string]string{
	"gte": "must be at least", "gt": "must be more than",
	"lte": "must be at most", "lt": "must be less than",
	"eq": "must be", "ne": "must not be",
}

var sizeBounds = map[string]string{
	"gte": "must have at least", "gt": "must have more than",
	"lte": "must have at most", "lt": "must have fewer than",
	"eq": "must have exactly", "ne": "must not have exactly",
}

func sized(r rule, unit string) string {
	words, ok := sizeBounds[r.name]
	if !ok {
		return ""
	}
	return words + " " + counted(r.param, unit)
}

func counted(number, unit string) string {
	if n, err := strconv.ParseInt(number, 0, 64); err == nil && n == 1 {
		return number + " " + unit
	}
	return number + " " + unit + "s"
}

// choice words the rules that list values.
func choice(r rule) string {
	values := strings.Join(paramWords(r.param), ", ")
	switch r.name {
	case "oneof", "oneofci":
		return "must be one of " + values
	case "noneof", "noneofci":
		return "must be none of " + values
	}
	return ""
}

// paramWords splits a parameter at spaces, but not within single quotes.
func paramWords(param string) []string {
	words := quotedWords.FindAllString(param, -1)
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "'", "")
	}
	return words
}

var quotedWords = regexp.MustCompile(`'[^']*'|\S+`)
