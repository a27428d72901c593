// Package phrase knows how a sentence to a caller is worded: what was wanted,
// what came instead, and where. Whatever a caller wrote is escaped and cut
// short, so that no sentence is longer than it helps, or says what it was made
// to say. What is right and wrong it does not know.
package phrase

import (
	"strconv"
	"strings"
)

// longest is how many characters of a caller's text are repeated to them.
const longest = 64

// Quoted repeats a caller's text to them: escaped, and no more than is needed
// to recognise it.
func Quoted[Text ~string | ~[]byte](text Text) string {
	if end := head(text); end < len(text) {
		return strconv.Quote(string(text[:end]) + "…")
	}
	return strconv.Quote(string(text))
}

// bounded is text without what follows its first characters.
func bounded(text string) string {
	if end := head(text); end < len(text) {
		return text[:end] + "…"
	}
	return text
}

// head is how many bytes the first characters of text have.
func head[Text ~string | ~[]byte](text Text) int {
	count := 0
	for at := range string(text) {
		if count == longest {
			return at
		}
		count++
	}
	return len(text)
}

// Subject is a path in a sentence: as it is, unless a caller made it up to be
// something else.
func Subject(path string) string {
	if strconv.Quote(path) == `"`+path+`"` && !strings.ContainsRune(path, ' ') {
		return path
	}
	return Quoted(path)
}
