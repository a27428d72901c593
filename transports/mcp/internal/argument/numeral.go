package argument

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// longestNumeral is how many bytes a number in a text may have.
const longestNumeral = 64

// numeral is v as a JSON number: v itself, or a number in a text that can be
// read in one way only, as 42, 1,234.50, £1,234.00, $ 12 and -€5 can. In 1,23
// and 1.234,00 the comma may stand for a point, so they are none.
func numeral(v jsontext.Value) (jsontext.Value, bool) {
	if v.Kind() != '"' {
		return v, v.Kind() == '0'
	}
	if len(v) > longestNumeral {
		return nil, false
	}
	sign, amount := unsigned(strings.TrimSpace(string(wire.Unquoted(v))))
	amount, ok := ungrouped(amount)
	number := jsontext.Value(sign + amount)
	return number, ok && number.Kind() == '0' && number.IsValid() && !bytes.ContainsAny(number, " \t\r\n")
}

// unsigned parts a number from its sign and its currency, which may stand in
// either order.
func unsigned(text string) (sign, amount string) {
	sign, amount = signed(text)
	rest := strings.TrimLeftFunc(amount, unicode.IsSpace)
	for at, r := range rest {
		if at > 0 || !unicode.Is(unicode.Sc, r) {
			break
		}
		amount = strings.TrimLeftFunc(rest[len(string(r)):], unicode.IsSpace)
		if sign == "" {
			sign, amount = signed(amount)
		}
	}
	return strings.TrimPrefix(sign, "+"), amount
}

func signed(text string) (sign, rest string) {
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		return text[:1], text[1:]
	}
	return "", text
}

// ungrouped takes out commas that part thousands: each before three digits, the
// first after one to three that are not all zeros.
func ungrouped(amount string) (string, bool) {
	if strings.HasPrefix(amount, "-") {
		return "", false // a second sign
	}
	whole, fraction, pointed := strings.Cut(amount, ".")
	groups := strings.Split(whole, ",")
	if len(groups) == 1 {
		return amount, true
	}
	for i, group := range groups {
		first := i == 0 && len(group) >= 1 && len(group) <= 3 && group[0] != '0'
		if !first && (i == 0 || len(group) != 3) || strings.Trim(group, "0123456789") != "" {
			return "", false
		}
	}
	whole = strings.Join(groups, "")
	if !pointed {
		return whole, true
	}
	return whole + "." + fraction, strings.Trim(fraction, "0123456789") == ""
}
