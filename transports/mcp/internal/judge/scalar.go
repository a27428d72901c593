package judge

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// text judges a text's length and format.
func (j *judge) text(raw jsontext.Value, n *node) {
	if n.least[characters] == nil && n.most[characters] == nil && n.format == "" {
		return
	}
	text := wire.Unquoted(raw)
	j.counted(utf8.RuneCount(text), n, characters, "characters")
	if want := formatWords[n.format]; want != "" && !written(n.format, string(text)) {
		j.say("format", phrase.Instead(want, raw))
	}
}

// counted judges how many there are of something.
func (j *judge) counted(length int, n *node, measure int, things string) {
	codes := [...][2]string{{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}}[measure]
	if least := n.least[measure]; least != nil && length < *least {
		j.say(codes[0], "must have at least "+amount(*least, things)+", got "+strconv.Itoa(length))
	}
	if most := n.most[measure]; most != nil && length > *most {
		j.say(codes[1], "must have at most "+amount(*most, things)+", got "+strconv.Itoa(length))
	}
}

func amount(n int, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
	}
	return strconv.Itoa(n) + " " + things
}

// number judges a number's bounds.
func (j *judge) number(raw jsontext.Value, n *node) {
	value := wire.DecimalOf(raw)
	for _, b := range [...]struct {
		code, must string
		limit      jsontext.Value
		outside    func(int) bool
	}{
		{"minimum", "at least", n.min, func(c int) bool { return c < 0 }},
		{"maximum", "at most", n.max, func(c int) bool { return c > 0 }},
		{"exclusiveMinimum", "more than", n.above, func(c int) bool { return c <= 0 }},
		{"exclusiveMaximum", "less than", n.less, func(c int) bool { return c >= 0 }},
	} {
		if b.limit != nil && b.outside(value.Compare(wire.DecimalOf(b.limit))) {
			j.say(b.code, phrase.Instead(b.must+" "+phrase.Came(b.limit), raw))
		}
	}
}

// same reports whether two values are equal; of lists and objects it does not
// judge.
func same(a, b jsontext.Value) bool {
	switch {
	case a.Kind() != b.Kind():
		return false
	case a.Kind() == '"':
		return slices.Equal(wire.Unquoted(a), wire.Unquoted(b))
	case a.Kind() == '0':
		return wire.DecimalOf(a).Compare(wire.DecimalOf(b)) == 0
	}
	return true
}
