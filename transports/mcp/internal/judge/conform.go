package judge

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// Explain says in sentences what of value the schema does not take. A member
// that is null counts as left out, unless its schema names null. What cannot be
// judged without doubt (patterns, conditions, keywords that nobody knows) is let
// through, so that nothing valid is ever refused.
func (d *Document) Explain(value jsontext.Value) []benzene.Detail {
	if d.refused() {
		return nil
	}
	return d.judge(d.root, value, true)
}

// Conforms is Explain for what this service says itself: null is null.
func (d *Document) Conforms(value jsontext.Value) []benzene.Detail {
	if d.refused() {
		return nil
	}
	return d.judge(d.root, value, false)
}

// refused reports whether d cannot be judged by.
func (d *Document) refused() bool {
	return d.root == nil || slices.ContainsFunc(d.Flaws, func(f Flaw) bool { return !f.Readable })
}

// judge holds value against n.
func (d *Document) judge(n *node, value jsontext.Value, lenient bool) []benzene.Detail {
	j := newJudge(n, value)
	j.lenient = lenient
	err := json.Unmarshal(value, j)
	if wrong, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return []benzene.Detail{Unparsed(wrong)}
	}
	return j.wrong
}

// Unparsed says why a value could not be read: what comes twice in it, or that it
// is no JSON.
func Unparsed(wrong *jsontext.SyntacticError) benzene.Detail {
	if errors.Is(wrong, jsontext.ErrDuplicateName) {
		path := phrase.Path(wrong.JSONPointer)
		return benzene.Detail{Message: phrase.Subject(path) + " must be given once, got it again", Field: path, Code: "duplicate"}
	}
	return benzene.Detail{Message: "the value must be JSON", Code: "type"}
}
