package uritemplate

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/benzene-go/framework/transports/mcp/internal/ascii"
)

const longestURI = 8 << 10 // bytes

// IsURI reports whether text is a URI with a scheme (RFC 3986), of at most 8
// KiB: what is not ASCII, blanks and braces have to be percent-encoded.
func IsURI(text string) bool {
	return len(text) <= longestURI && hasScheme(text) && isURIText(text)
}

// hasScheme reports whether text begins with a scheme and its colon (RFC 3986,
// section 3.1).
func hasScheme(text string) bool {
	scheme, _, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || !ascii.IsLetter(scheme[0]) {
		return false
	}
	for _, c := range []byte(scheme) {
		if !ascii.IsAlphanumeric(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// isURIText reports whether text has only what a URI may have, and whole
// escapes.
func isURIText(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '%':
			if len(text)-i < 3 || !isHex(text[i+1]) || !isHex(text[i+2]) {
				return false
			}
		case !ascii.IsAlphanumeric(c) && strings.IndexByte("-._~:/?#[]@!$&'()*+,;=", c) < 0:
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// unescaped decodes the percent-encoding of raw, once. It reports false for
// what is no text or leads up in a hierarchy.
func unescaped(raw string) (string, bool) {
	text, err := url.PathUnescape(raw)
	if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", false
	}
	for segment := range strings.FieldsFuncSeq(text, isSlash) {
		if segment == ".." {
			return "", false
		}
	}
	return text, true
}

func isSlash(r rune) bool { return r == '/' || r == '\\' }
