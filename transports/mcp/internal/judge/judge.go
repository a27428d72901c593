package judge

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

const (
	deepestJudged = 64   // levels of a value
	leastSteps    = 1000 // schemas that are asked of a short value
	stepsPerByte  = 16   // and of a long one
	bytesPerStep  = 4    // that are read again
)

// A judge reads one value beside its schema, in one pass.
type judge struct {
	node    *node // what the next value is held against
	path    []step
	space   [8]step // for path
	lenient bool    // null is as good as absent
	steps   int     // that are left: alternatives of alternatives take many
	muted   bool
	wrong   []benzene.Detail
	fails   int // how often something was wrong, told or not
}

// A step leads from a value to one in it.
type step struct {
	name  string
	index int // of an element; -1 for a member
}

func newJudge(n *node, value jsontext.Value) *judge {
	j := &judge{node: n, steps: leastSteps + stepsPerByte*len(value)}
	j.path = j.space[:0]
	return j
}

// UnmarshalJSONFrom reads the value.
func (j *judge) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	n := j.node.standsFor()
	j.steps--
	switch {
	case n.kind == 't' || j.steps < 0 || len(j.path) > deepestJudged:
		return dec.SkipValue()
	case n.kind == 'f':
		j.say("additionalProperties", "must be left out")
		return dec.SkipValue()
	case n.simple():
		return j.own(dec, n)
	}
	raw, err := dec.ReadValue() // stays until dec reads on
	if err != nil {
		return err
	}
	j.elsewhere(raw, n)
	if raw.Kind() == '{' || raw.Kind() == '[' {
		j.by(raw, n.rest)
		return nil
	}
	j.scalar(raw, n)
	return nil
}

// standsFor is n, or the schema that n is no more than a reference to. There are
// no circles.
func (n *node) standsFor() *node {
	for n.alias {
		n = n.target
	}
	return n
}

// simple reports whether n asks for a type and its bounds only.
func (n *node) simple() bool {
	return n.target == nil && n.all == nil && n.any == nil && n.one == nil && n.enum == nil && n.constant == nil
}

// elsewhere judges raw by the schemas and the values that n lists.
func (j *judge) elsewhere(raw jsontext.Value, n *node) {
	if n.target != nil {
		j.by(raw, n.target)
	}
	for _, also := range n.all {
		j.by(raw, also)
	}
	j.choice(raw, "anyOf", n.any)
	j.choice(raw, "oneOf", n.one)
	if !n.takesKind(raw) {
		return // which is said once
	}
	if n.enum != nil && !slices.ContainsFunc(n.enum, func(v jsontext.Value) bool { return same(v, raw) }) {
		j.say("enum", phrase.Instead("one of "+listed(n.enum), raw))
	}
	if n.constant != nil && !same(n.constant, raw) {
		j.differs(raw, n)
	}
}

// differs is not put into words while alternatives are tried, as most of a
// choice do not fit.
func (j *judge) differs(raw jsontext.Value, n *node) {
	if j.muted {
		j.fails++
		return
	}
	j.say("const", phrase.Instead(phrase.Came(n.constant), raw))
}

// choice judges raw by alternatives. Of oneOf too one or more may fit: with what
// is not judged, two may only look as if they did.
func (j *judge) choice(raw jsontext.Value, code string, list []*node) {
	if list != nil && !slices.ContainsFunc(list, func(n *node) bool { return j.fits(raw, n) }) {
		j.say(code, phrase.Instead(oneOf(list), raw))
	}
}

func (j *judge) by(raw jsontext.Value, n *node) {
	if j.steps -= len(raw) / bytesPerStep; j.steps < 0 {
		return
	}
	outer := j.node
	j.node = n
	_ = json.Unmarshal(raw, j) // raw has been read, so it is JSON
	j.node = outer
}

// fits reports whether n takes raw, and says nothing.
func (j *judge) fits(raw jsontext.Value, n *node) bool {
	before, muted := j.fails, j.muted
	j.muted = true
	j.by(raw, n)
	fits := j.fails == before
	j.fails, j.muted = before, muted
	return fits
}

// own judges the next value by n's own type and bounds.
func (j *judge) own(dec *jsontext.Decoder, n *node) error {
	kind := dec.PeekKind()
	if kind == '{' && n.takes("object") {
		return j.object(dec, n)
	}
	if kind == '[' && n.takes("array") {
		return j.array(dec, n)
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	j.scalar(raw, n)
	return nil
}

// scalar judges a value that nothing is in, or is of the wrong type.
func (j *judge) scalar(raw jsontext.Value, n *node) {
	switch {
	case !n.takesKind(raw):
		j.say("type", phrase.Instead(typesOf(n), raw))
	case raw.Kind() == '"':
		j.text(raw, n)
	case raw.Kind() == '0':
		j.number(raw, n)
	}
}

func (n *node) takes(jsonType string) bool {
	return n.types == nil || slices.Contains(n.types, jsonType)
}

func (n *node) takesKind(raw jsontext.Value) bool {
	switch raw.Kind() {
	case '"':
		return n.takes("string")
	case '0':
		return n.takes("number") || n.takes("integer") && wire.DecimalOf(raw).Whole()
	case 't', 'f':
		return n.takes("boolean")
	case 'n':
		return n.takes("null")
	case '{':
		return n.takes("object")
	}
	return n.takes("array")
}

func (j *judge) array(dec *jsontext.Decoder, n *node) error {
	_, _ = dec.ReadToken() // [ has been seen
	length := 0
	for ; dec.PeekKind() != ']'; length++ {
		if err := j.element(dec, n.items, length); err != nil {
			return err
		}
	}
	j.counted(length, n, elements, "elements")
	_, err := dec.ReadToken() // ]
	return err
}

func (j *judge) element(dec *jsontext.Decoder, n *node, index int) error {
	if n == nil {
		return dec.SkipValue()
	}
	return j.into(dec, n, step{index: index})
}

// into judges the next value by n, as the one that s leads to.
func (j *judge) into(dec *jsontext.Decoder, n *node, s step) error {
	outer := j.node
	j.path, j.node = append(j.path, s), n
	err := j.UnmarshalJSONFrom(dec)
	j.path, j.node = j.path[:len(j.path)-1], outer
	return err
}
