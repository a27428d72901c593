package wire

import "bytes"

// IsDeep reports whether JSON has more levels of objects and lists than so
// many. Of what is no JSON it says what it finds.
func IsDeep(text []byte, levels int) bool {
	if bytes.Count(text, []byte{'{'})+bytes.Count(text, []byte{'['}) <= levels {
		return false // as nearly always, and quickly told
	}
	level, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++ // whatever follows ends no text
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if level++; level > levels {
				return true
			}
		case c == '}' || c == ']':
			level--
		}
	}
	return false
}
