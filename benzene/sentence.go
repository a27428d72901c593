package benzene

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

const (
	mostQuoted  = 40  // characters of a caller's value that are repeated to them
	longestName = 120 // characters of a name that a caller made up
)

// misfit is the sentence for a value that its field cannot hold.
func misfit(path, want, got string) Detail {
	return Detail{Message: quotedPath(path) + " must be " + want + ", got " + got, Field: path}
}

// quotedPath is path in a sentence; a caller's own names are bounded and
// escaped.
func quotedPath(path string) string {
	if path == "" {
		return "the body"
	}
	if q := strconv.Quote(path); q == `"`+path+`"` && len(path) <= longestName {
		return path
	}
	return quoted(path)
}

func quoted(text string) string { return strconv.Quote(shortened(text, mostQuoted)) }

// shortened is text without what follows its first most characters.
func shortened(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}

// want says what raw has to be instead: a number of the right kind can only be
// out of range.
func want(t reflect.Type, raw jsontext.Value) string {
	words := bind.Want(t)
	if raw.Kind() == '0' && (words == "a number" || !strings.ContainsAny(string(raw), ".eE")) {
		return cmp.Or(bind.Range(t), words)
	}
	return words
}

// got says what came, briefly.
func got(raw jsontext.Value) string {
	switch raw.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return "text"
		}
		return quoted(string(text))
	case '0':
		if len(raw) > mostQuoted {
			return "a number of " + strconv.Itoa(len(raw)) + " characters"
		}
	}
	return string(raw)
}
