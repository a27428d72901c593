package phrase

import (
	"strconv"
	"strings"
)

// mostListed are the texts of a list that are repeated to a caller.
const mostListed = 20

// Shortened lists texts, but not without end.
func Shortened(texts []string) string {
	if len(texts) > mostListed {
		return strings.Join(texts[:mostListed], ", ") + " and " + strconv.Itoa(len(texts)-mostListed) + " more"
	}
	return strings.Join(texts, ", ")
}

// Spelled lists texts of which some may have commas.
func Spelled(texts []string) string {
	named := make([]string, len(texts))
	for i, text := range texts {
		named[i] = Subject(text)
	}
	return Shortened(named)
}
