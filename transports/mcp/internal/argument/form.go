package argument

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/judge"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Form is what an argument has to be, and how one is read.
type Form[T any] struct {
	want string
	Code string                         // the rule, as a benzene.Detail names it
	Read func(jsontext.Value) (T, bool) // false for a value of another form
	say  func(jsontext.Value) string    // of another value what it must be; nil where want says it all
}

// What arguments are: a Date is written yyyy-MM-dd, and an ID is text or the
// digits of a whole number.
var (
	Text    = Form[string]{want: "text", Code: "type", Read: asText}
	Date    = Form[time.Time]{want: judge.ADay, Code: "format", Read: asDate}
	Number  = Form[float64]{want: "a number", Code: "type", Read: asNumber}
	Integer = Form[int64]{Code: "type", Read: asInteger, say: noInteger}
	Flag    = Form[bool]{want: "true or false", Code: "type", Read: asFlag}
	ID      = Form[string]{want: "an ID: text that is not blank, or a whole number", Code: "type", Read: asID}
	List    = Form[[]string]{Code: "type", Read: asList, say: noList}
)

// Refusal says what the form is, and that v came instead.
func (f Form[T]) Refusal(v jsontext.Value) string {
	if f.say != nil {
		return f.say(v)
	}
	return phrase.Instead(f.want, v)
}

// noInteger tells a number that is not whole from one that is too big.
func noInteger(v jsontext.Value) string {
	if n, ok := numeral(v); ok && wire.DecimalOf(n).Whole() {
		return phrase.Instead("a whole number from -9223372036854775808 to 9223372036854775807", v)
	}
	return phrase.Instead("a whole number", v)
}

// noList names the first element that is no text.
func noList(v jsontext.Value) string {
	if v.Kind() == '[' {
		for element := range wire.Elements(v) {
			if element.Kind() != '"' {
				return phrase.Instead("a list of texts", element) + " in it"
			}
		}
	}
	return phrase.Instead("a list of texts", v)
}

func asText(v jsontext.Value) (string, bool) {
	return string(wire.Unquoted(v)), v.Kind() == '"'
}

func asDate(v jsontext.Value) (time.Time, bool) { return judge.Day(string(wire.Unquoted(v))) }

func asNumber(v jsontext.Value) (float64, bool) {
	n, ok := numeral(v)
	if !ok {
		return 0, false
	}
	return wire.Float(n)
}

func asInteger(v jsontext.Value) (int64, bool) {
	n, ok := numeral(v)
	if !ok {
		return 0, false
	}
	return wire.DecimalOf(n).Integer()
}

func asFlag(v jsontext.Value) (flag, ok bool) {
	switch string(v) {
	case "true", `"true"`:
		return true, true
	case "false", `"false"`:
		return false, true
	}
	return false, false
}

// asID takes digits as they came: of another spelling, such as 1e3, nobody knows
// whether it is the same ID.
func asID(v jsontext.Value) (string, bool) {
	if v.Kind() == '0' {
		return string(v), !strings.ContainsAny(string(v), ".eE")
	}
	text, ok := asText(v)
	return text, ok && strings.TrimSpace(text) != ""
}

func asList(v jsontext.Value) ([]string, bool) {
	switch v.Kind() {
	case '[':
		return elementsOf(v)
	case '"':
		return commaSeparated(string(wire.Unquoted(v)))
	}
	return nil, false
}

func elementsOf(v jsontext.Value) ([]string, bool) {
	list := []string{}
	for element := range wire.Elements(v) {
		text, ok := asText(element)
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

// commaSeparated takes a list apart, unless it is JSON in a text, or has gaps:
// either may be meant in more ways than one.
func commaSeparated(text string) ([]string, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return []string{}, true
	}
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		return nil, false
	}
	list := strings.Split(text, ",")
	for i, part := range list {
		if list[i] = strings.TrimSpace(part); list[i] == "" {
			return nil, false
		}
	}
	return list, true
}
