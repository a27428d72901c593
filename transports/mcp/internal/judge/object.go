package judge

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// object judges the object that comes next.
func (j *judge) object(dec *jsontext.Decoder, n *node) error {
	_, _ = dec.ReadToken() // { has been seen
	var small [16]bool
	seen := small[:min(len(n.required), len(small))]
	if len(n.required) > len(small) {
		seen = make([]bool, len(n.required))
	}
	members := 0
	for ; dec.PeekKind() == '"'; members++ {
		if err := j.member(dec, n, seen); err != nil {
			return err
		}
	}
	for i, name := range n.required {
		if !seen[i] {
			j.missing(name)
		}
	}
	j.counted(members, n, memberCount, "members")
	_, err := dec.ReadToken() // }
	return err
}

func (j *judge) member(dec *jsontext.Decoder, n *node, seen []bool) error {
	quoted, err := dec.ReadValue() // stays until dec reads on
	if err != nil {
		return err
	}
	name := wire.Unquoted(quoted)
	at := slices.IndexFunc(n.required, func(r string) bool { return r == string(name) })
	inner, s := j.inner(n, name)
	if j.lenient && dec.PeekKind() == 'n' && inner != nil && !j.fits(null, inner) {
		return dec.SkipValue()
	}
	if at >= 0 {
		seen[at] = true
	}
	if inner == nil {
		return dec.SkipValue()
	}
	return j.into(dec, inner, s)
}

var null = jsontext.Value("null")

// inner is the schema of a member, nil when it may be anything, or has been
// refused; and the step there.
func (j *judge) inner(n *node, name []byte) (*node, step) {
	if known, ok := n.properties[string(name)]; ok {
		return known, step{name: known.name, index: -1}
	}
	switch {
	case n.others == nil || n.has("patternProperties"):
		return nil, step{}
	case n.others.kind == 'f':
		j.unknown(n, string(name))
		return nil, step{}
	}
	return n.others, step{name: string(name), index: -1}
}
