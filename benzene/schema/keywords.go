package schema

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// note is the keyword that says r of a value of the JSON type, nil when none
// does. Where the zero value passes anyway, the keyword has to allow it.
func (r rule) note(jsonType string, zero bool) note {
	switch jsonType {
	case "string":
		return r.ofText(zero)
	case "integer", "number":
		return r.ofNumber(jsonType, zero)
	case "array":
		low, high := r.length(zero)
		return bound(low, high, func(s *Schema) (low, high **int) { return &s.MinItems, &s.MaxItems })
	case "object":
		low, high := r.length(zero)
		return bound(low, high, func(s *Schema) (low, high **int) { return &s.MinProperties, &s.MaxProperties })
	}
	return nil
}

func (r rule) ofText(zero bool) note {
	switch r.name {
	case "required":
		r = rule{name: "min", param: "1"}
	case "oneof":
		return enumeration(texts(r.words()), jsontext.Value(`""`), zero)
	case "eq":
		return enumeration(texts([]string{r.param}), jsontext.Value(`""`), zero)
	case "datetime":
		return format(layouts[r.param])
	}
	if name, ok := formats[r.name]; ok {
		return format(name)
	}
	if expression, ok := patterns[r.name]; ok {
		return pattern(expression, zero)
	}
	low, high := r.length(zero)
	return bound(low, high, func(s *Schema) (low, high **int) { return &s.MinLength, &s.MaxLength })
}

func (r rule) ofNumber(jsonType string, zero bool) note {
	if r.name == "oneof" {
		if jsonType != "integer" {
			return nil
		}
		return enumeration(integers(r.words()), integer(0), zero)
	}
	limit, sign, ok := r.number(jsonType)
	if !ok {
		return nil
	}
	switch {
	case r.name == "eq" || r.name == "len":
		return enumeration([]jsontext.Value{limit}, integer(0), zero)
	case (r.name == "min" || r.name == "gte") && !(zero && sign > 0):
		return func(s *Schema) { s.Minimum, s.ExclusiveMinimum = limit, nil }
	case r.name == "gt" && !(zero && sign >= 0):
		return func(s *Schema) { s.Minimum, s.ExclusiveMinimum = nil, limit }
	case (r.name == "max" || r.name == "lte") && !(zero && sign < 0):
		return func(s *Schema) { s.Maximum, s.ExclusiveMaximum = limit, nil }
	case r.name == "lt" && !(zero && sign <= 0):
		return func(s *Schema) { s.Maximum, s.ExclusiveMaximum = nil, limit }
	}
	return nil
}

// length reads r as bounds of a length; nil where it sets none.
func (r rule) length(zero bool) (low, high *int) {
	n, err := strconv.ParseInt(r.param, 0, 32)
	if err != nil || n < 0 {
		return nil, nil
	}
	switch r.name {
	case "min", "gte":
		low = new(int(n))
	case "gt":
		low = new(int(n) + 1)
	case "max", "lte":
		high = new(int(n))
	case "lt":
		high = new(max(int(n)-1, 0))
	case "len", "eq":
		low, high = new(int(n)), new(int(n))
	}
	if zero && low != nil && *low > 0 {
		return nil, nil
	}
	return low, high
}

// number reads the parameter of r, as a JSON number and by its sign.
func (r rule) number(jsonType string) (text jsontext.Value, sign int, ok bool) {
	if jsonType == "integer" {
		if n, err := strconv.ParseInt(r.param, 0, 64); err == nil {
			return integer(n), signOf(n), true
		}
		n, err := strconv.ParseUint(r.param, 0, 64)
		return strconv.AppendUint(nil, n, 10), 1, err == nil
	}
	f, err := strconv.ParseFloat(r.param, 64)
	text = jsontext.Value(jsontext.Float(f).String())
	return text, signOf(f), err == nil && text.Kind() == jsontext.KindNumber
}

func signOf[N int64 | float64](n N) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// bound sets what is not nil of low and high where at says.
func bound(low, high *int, at func(*Schema) (low, high **int)) note {
	if low == nil && high == nil {
		return nil
	}
	return func(s *Schema) {
		atLow, atHigh := at(s)
		if low != nil {
			*atLow = low
		}
		if high != nil {
			*atHigh = high
		}
	}
}

func enumeration(values []jsontext.Value, zeroValue jsontext.Value, zero bool) note {
	if len(values) == 0 {
		return nil
	}
	if zero {
		values = append(values, zeroValue)
	}
	return func(s *Schema) { s.Enum = unique(values) }
}

// unique keeps the first of equal values.
func unique(values []jsontext.Value) []jsontext.Value {
	var list []jsontext.Value
	for _, v := range values {
		if !slices.ContainsFunc(list, func(have jsontext.Value) bool { return string(have) == string(v) }) {
			list = append(list, v)
		}
	}
	return list
}

// words splits the parameter of oneof: at spaces, but not within quotes.
func (r rule) words() []string {
	words := oneofWords.FindAllString(r.param, -1)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "'", "")
	}
	return words
}

var oneofWords = regexp.MustCompile(`'[^']*'|\S+`)

func texts(words []string) []jsontext.Value {
	var list []jsontext.Value
	for _, w := range words {
		list = append(list, quote(nil, w))
	}
	return list
}

// integers keeps the words that are whole numbers as Go prints them: the
// validator compares texts.
func integers(words []string) []jsontext.Value {
	var list []jsontext.Value
	for _, w := range words {
		n, err := strconv.ParseInt(w, 10, 64)
		u, uerr := strconv.ParseUint(w, 10, 64)
		if err == nil && w == strconv.FormatInt(n, 10) || uerr == nil && w == strconv.FormatUint(u, 10) {
			list = append(list, jsontext.Value(w))
		}
	}
	return list
}
