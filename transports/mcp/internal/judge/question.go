package judge

import (
	"fmt"
	"slices"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// formWords are the keywords that a form knows beside type, title, description
// and default, by the type of a property (MCP 2026-07-28, elicitation).
var formWords = map[string][]string{
	"string":  {"minLength", "maxLength", "format", "enum", "enumNames", "oneOf"},
	"number":  {"minimum", "maximum"},
	"integer": {"minimum", "maximum"},
	"boolean": nil,
	"array":   {"minItems", "maxItems", "items"},
}

// Elicitable says what makes the schema unfit for a form, a sentence each: a
// form is flat, and has inputs for texts, numbers, flags and choices only.
func (d *Document) Elicitable() []string {
	if d.refused() {
		return nil // the flaws say why
	}
	var unfit []string
	for _, word := range d.root.words {
		switch word {
		case "$schema", "type", "properties", "required", "additionalProperties":
			continue
		}
		unfit = append(unfit, fmt.Sprintf("the root has %s, which a form does not know", phrase.Quoted(word)))
	}
	if len(d.root.properties) == 0 {
		unfit = append(unfit, "there is no property, and so nothing to enter")
	}
	for _, name := range d.root.names {
		unfit = append(unfit, d.root.properties[name].inputless()...)
	}
	for _, name := range d.root.required {
		if d.root.properties[name] == nil {
			unfit = append(unfit, fmt.Sprintf("%s is required, and there is no such property to enter", phrase.Quoted(name)))
		}
	}
	return unfit
}

// inputless says why no input of a form stands for n.
func (n *node) inputless() (unfit []string) {
	say := func(format string, args ...any) {
		unfit = append(unfit, place(n.at)+" "+fmt.Sprintf(format, args...))
	}
	if len(n.types) != 1 {
		say("must have one type, for a form to have an input for it")
		return unfit
	}
	known, ok := formWords[n.types[0]]
	if !ok {
		say("is %s, which a form has no input for", typeWords[n.types[0]])
		return unfit
	}
	for _, word := range n.words {
		if !slices.Contains(known, word) && !slices.Contains([]string{"type", "title", "description", "default"}, word) {
			say("has %s, which a form does not know there", phrase.Quoted(word))
		}
	}
	switch {
	case n.has("format") && !slices.Contains([]string{"email", "uri", "date", "date-time"}, n.format):
		say("has the format %s; a form knows email, uri, date and date-time", phrase.Quoted(n.format))
	case n.has("enum") && !n.listsTexts(), n.has("oneOf") && !titled(n.one):
		say("must be a choice of texts")
	case n.types[0] == "array" && !n.items.chooses():
		say("must be a list of choices, which is what a form has lists for")
	}
	return unfit
}

func (n *node) listsTexts() bool {
	for _, v := range n.enum {
		if v.Kind() != '"' {
			return false
		}
	}
	return n.enum != nil
}

// titled reports whether list is of texts with titles.
func titled(list []*node) bool {
	for _, n := range list {
		if n.constant.Kind() != '"' || !n.only("const", "title") || len(n.words) != 2 {
			return false
		}
	}
	return list != nil
}

// chooses reports whether n is the element of a choice of many.
func (n *node) chooses() bool {
	switch {
	case n == nil:
		return false
	case n.has("anyOf"):
		return titled(n.any) && n.only("anyOf")
	}
	return n.listsTexts() && slices.Equal(n.types, []string{"string"}) && n.only("type", "enum")
}

// only reports whether n has no keyword but these.
func (n *node) only(words ...string) bool {
	return !slices.ContainsFunc(n.words, func(w string) bool { return !slices.Contains(words, w) })
}
