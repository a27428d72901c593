package mirror

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// Repeats reports whether a header, given as its lines, says what the body
// says: once, as it is or in base64.
func Repeats[Text ~string | ~[]byte](lines []string, body Text) bool {
	if len(lines) != 1 {
		return false // even two that agree: nobody knows which one others read
	}
	text, ok := headerText(lines[0])
	return ok && text == string(body)
}

// The marks around text in base64, in this case alone.
const (
	encodedFrom = "=?base64?"
	encodedTo   = "?="
)

var strictBase64 = base64.StdEncoding.Strict()

// headerText is what a header that mirrors the body says (MCP 2026-07-28,
// Streamable HTTP). Text between the marks is UTF-8 in base64 (RFC 4648,
// section 4, padded); all other text is as it stands, and has only printable
// ASCII: a tab within has to be encoded. Blanks around it do not count.
func headerText(raw string) (text string, ok bool) {
	raw = strings.Trim(raw, " \t")
	if !IsPlain(raw) {
		return "", false
	}
	inner, begins := strings.CutPrefix(raw, encodedFrom)
	inner, ends := strings.CutSuffix(inner, encodedTo)
	if !begins || !ends {
		return raw, true
	}
	decoded, err := strictBase64.DecodeString(inner)
	if err != nil || !utf8.Valid(decoded) {
		return "", false
	}
	return string(decoded), true
}

// IsPlain reports whether a header can have text as it is.
func IsPlain(text string) bool { return !strings.ContainsFunc(text, unprintable) }

func unprintable(r rune) bool { return r < ' ' || r > '~' }
