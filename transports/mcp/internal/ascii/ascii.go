// Package ascii knows the letters and digits that protocols build their names
// of, and the tokens of HTTP. Of other characters it knows only that they are
// none of these, and it reads no text as a whole.
package ascii

import (
	"strings"
)

// IsToken reports whether text is a token of HTTP (RFC 9110, section 5.6.2).
func IsToken[Text ~string | ~[]byte](text Text) bool {
	for _, c := range []byte(text) {
		if !IsAlphanumeric(c) && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return len(text) > 0
}

// IsAlphanumeric reports whether c is one of A-Z a-z 0-9.
func IsAlphanumeric(c byte) bool { return IsLetter(c) || '0' <= c && c <= '9' }

// IsLetter reports whether c is one of A-Z a-z.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
