package judge

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// is reports whether k has the form it must have, and says so when not.
func (d *Document) is(k keyword, kind jsontext.Kind, want string) bool {
	got := k.value.Kind()
	if got != kind {
		d.flaw("%s must be %s, got %s", place(k.at), want, phrase.Kind(got))
	}
	return got == kind
}

func (d *Document) text(k keyword) string {
	if !d.is(k, '"', "text") {
		return ""
	}
	return string(wire.Unquoted(k.value))
}

func (d *Document) list(k keyword) []jsontext.Value {
	if !d.is(k, '[', "a list") {
		return nil
	}
	list := slices.AppendSeq([]jsontext.Value{}, wire.Elements(k.value))
	if len(list) == 0 && k.name != "required" {
		d.flaw("%s is an empty list; fill it, or leave it out", place(k.at))
		return nil
	}
	return list
}

func (d *Document) texts(k keyword) []string {
	var texts []string
	for _, v := range d.list(k) {
		if v.Kind() != '"' {
			d.flaw("%s must be a list of texts, got %s in it", place(k.at), phrase.Kind(v.Kind()))
			return nil
		}
		texts = append(texts, string(wire.Unquoted(v)))
	}
	return texts
}

func (d *Document) types(k keyword) []string {
	types := []string{}
	if k.value.Kind() == '[' {
		types = d.texts(k)
	} else {
		types = append(types, d.text(k))
	}
	for _, t := range types {
		if t != "" && typeWords[t] == "" {
			d.flaw("%s is %s, which is no type of JSON Schema", place(k.at), phrase.Quoted(t))
			return nil
		}
	}
	return types
}

// typeWords are the types of JSON Schema as callers read of them.
var typeWords = map[string]string{
	"object":  "an object",
	"array":   "a list",
	"string":  "text",
	"integer": "a whole number",
	"number":  "a number",
	"boolean": "true or false",
	"null":    "null",
}

func (d *Document) number(k keyword) jsontext.Value {
	if !d.is(k, '0', "a number") {
		return nil
	}
	return k.value
}

func (d *Document) count(k keyword) *int {
	if !d.is(k, '0', "a whole number") {
		return nil
	}
	n, ok := wire.DecimalOf(k.value).Integer()
	if !ok || n < 0 || n > 1<<31 {
		d.flaw("%s must be a whole number of 0 or more", place(k.at))
		return nil
	}
	return new(int(n))
}
