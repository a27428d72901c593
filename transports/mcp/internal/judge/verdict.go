package judge

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// mostWrong is how many details a verdict has: what a caller can mend in one go.
const mostWrong = 10

// say notes what is wrong with the value at hand: it "must be …".
func (j *judge) say(code, must string) {
	j.note(code, j.place(), must)
}

func (j *judge) missing(name string) { j.note("required", phrase.Join(j.place(), name), "is required") }

func (j *judge) unknown(n *node, name string) {
	j.note("additionalProperties", phrase.Join(j.place(), name), "is not known; "+knownOf(n.names))
}

func (j *judge) note(code, path, sentence string) {
	j.fails++
	if j.muted || len(j.wrong) == mostWrong {
		return
	}
	who := "the value"
	if path != "" {
		who = phrase.Subject(path)
	}
	j.wrong = append(j.wrong, benzene.Detail{Message: who + " " + sentence, Field: path, Code: code})
}

// place is the path of the value at hand: lines[0].qty.
func (j *judge) place() string {
	path := ""
	for _, s := range j.path {
		if s.index >= 0 {
			path += "[" + strconv.Itoa(s.index) + "]"
			continue
		}
		path = phrase.Join(path, s.name)
	}
	return path
}

func knownOf(names []string) string {
	if len(names) == 0 {
		return "there is nothing to be given"
	}
	return "known are " + phrase.Shortened(names)
}

func listed(values []jsontext.Value) string {
	texts := make([]string, 0, len(values))
	for _, v := range values {
		texts = append(texts, bare(v))
	}
	return phrase.Shortened(texts)
}

// bare is a value of a schema as it is read aloud.
func bare(v jsontext.Value) string {
	if v.Kind() == '"' {
		return phrase.Subject(string(wire.Unquoted(v)))
	}
	return phrase.Came(v)
}

// oneOf says what a list of alternatives wants.
func oneOf(list []*node) string {
	values := make([]jsontext.Value, 0, len(list))
	for _, n := range list {
		if n.constant == nil {
			return "one of the " + strconv.Itoa(len(list)) + " forms that its schema has"
		}
		values = append(values, n.constant)
	}
	return "one of " + listed(values)
}

func typesOf(n *node) string {
	words := make([]string, len(n.types))
	for i, t := range n.types {
		words[i] = typeWords[t]
	}
	return strings.Join(words, " or ")
}
