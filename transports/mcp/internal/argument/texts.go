package argument

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// Texts are the members of an object whose values are all texts, such as the
// arguments of a prompt. They are slices of the object's bytes.
type Texts []Argument

// ReadTexts takes an object apart: nothing and null stand for an empty one. It
// says why one is none of texts.
func ReadTexts(object jsontext.Value) (list Texts, why string) {
	if object == nil {
		return nil, ""
	}
	given, err := Read(object)
	switch {
	case err != nil:
		return nil, `"arguments" must have each name once`
	case given.Kind != '{' && given.Kind != 'n':
		return nil, `"arguments" must be an object, got ` + phrase.Kind(given.Kind)
	case given.Excessive():
		return nil, TooMany
	}
	for _, member := range given.List {
		if kind := member.Value.Kind(); kind != '"' {
			return nil, "the argument " + phrase.Quoted(member.Name) + " must be text, got " + phrase.Kind(kind)
		}
	}
	return given.List, ""
}

// Get is the text of a name; it is false when there is none.
func (t Texts) Get(name string) (string, bool) {
	for _, member := range t {
		if string(member.Name) == name {
			return string(wire.Unquoted(member.Value)), true
		}
	}
	return "", false
}

// ByName are the texts as a map, nil for none.
func (t Texts) ByName() map[string]string {
	if len(t) == 0 {
		return nil
	}
	all := make(map[string]string, len(t))
	for _, member := range t {
		all[string(member.Name)] = string(wire.Unquoted(member.Value))
	}
	return all
}
