package phrase

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// Kind names a kind of JSON value.
func Kind(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a flag"
	case '"':
		return "text"
	case '0':
		return "a number"
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return "something else"
}

// Instead says that v came in place of what was wanted.
func Instead(want string, v jsontext.Value) string { return "must be " + want + ", got " + Came(v) }

// Came repeats a caller's value to them, briefly.
func Came(raw jsontext.Value) string {
	switch raw.Kind() {
	case '"':
		return Quoted(wire.Unquoted(raw))
	case '0':
		if len(raw) > longest {
			return "a number of " + strconv.Itoa(len(raw)) + " characters"
		}
		return string(raw)
	case '{', '[':
		return Kind(raw.Kind())
	}
	return string(raw)
}

// OneLine is the text of an error without line breaks.
func OneLine(err error) string {
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}
