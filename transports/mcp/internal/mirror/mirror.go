// Package mirror knows the headers in which a request repeats parts of its
// body, for those on the way (MCP 2026-07-28, x-mcp-header): which arguments a
// schema wants repeated, how a header spells them, and whether one says what
// the body says. Which header a method has it does not know.
package mirror

import (
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A mirror is an argument of a tool that callers repeat in a header, where
// those on the way can read it (MCP 2026-07-28, x-mcp-header).
type mirror struct {
	header string        // canonical, such as "Mcp-Param-Region"
	path   []string      // members of the arguments, the outermost first
	kind   jsontext.Kind // '"' is text, '0' a whole number, 't' a flag
}

// A Set has the mirrors of one tool; the zero value has none.
type Set struct {
	list []mirror // at most mostMirrors
	tree []branch
}

// A branch is a member of the arguments that is mirrored, or that holds one.
type branch struct {
	name  string
	leaf  int // which mirror this is; -1 when it only holds some
	below []branch
}

func newMirrors(list []mirror) Set {
	m := Set{list: list}
	for leaf, each := range list {
		m.tree = grow(m.tree, each.path, leaf)
	}
	return m
}

func grow(branches []branch, path []string, leaf int) []branch {
	at := slices.IndexFunc(branches, func(b branch) bool { return b.name == path[0] })
	if at < 0 {
		at = len(branches)
		branches = append(branches, branch{name: path[0], leaf: -1})
	}
	if b := &branches[at]; len(path) == 1 {
		b.leaf = leaf
	} else {
		b.below = grow(b.below, path[1:], leaf)
	}
	return branches
}

// Mismatch says which header does not repeat its argument; "" when all do. An
// argument that is absent or null must have no header. One that could be read
// in two ways, because it comes twice or in another case, has no right header.
func (m *Set) Mismatch(arguments jsontext.Value, header nethttp.Header) string {
	if len(m.list) == 0 {
		return ""
	}
	c := comparison{Set: m, header: header}
	if len(arguments) > 0 && json.Unmarshal(arguments, &c, wire.OneByOne) != nil {
		c.note("the arguments must be JSON where headers mirror them")
	}
	for leaf := range m.list {
		if name := m.list[leaf].header; c.seen&(1<<leaf) == 0 && len(header[name]) > 0 {
			c.note("%s must be absent, as %s is in the arguments; got %s", name, m.list[leaf].place(), shown(header[name]))
		}
	}
	return c.wrong
}

// A comparison goes through the arguments of one call, once.
type comparison struct {
	*Set
	header nethttp.Header
	seen   uint64 // a bit for each mirror whose argument has a value
	wrong  string // the first mismatch
}

// UnmarshalJSONFrom compares the members of the arguments.
func (c *comparison) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	return c.object(dec, c.tree)
}

func (c *comparison) object(dec *jsontext.Decoder, branches []branch) error {
	var given uint64 // a branch leads to a mirror, so there are no more than those
	return wire.Members(dec, func(name []byte) error {
		at := slices.IndexFunc(branches, func(b branch) bool { return alike(b.name, name) })
		if at < 0 {
			return dec.SkipValue()
		}
		b := &branches[at]
		switch {
		case b.name != string(name): // the codec would take it all the same
			c.note("%s in the arguments must be spelled %s, as the tool's schema has it", phrase.Quoted(name), phrase.Quoted(b.name))
		case given&(1<<at) != 0:
			c.note("%s must be given once in the arguments, got it again", phrase.Quoted(name))
		}
		given |= 1 << at
		return c.member(dec, b)
	})
}

// alike reports whether the codec takes given for want.
func alike(want string, given []byte) bool {
	const widens = 3 // times the bytes, at most, that another case of a letter takes
	return len(given) <= widens*len(want) && strings.EqualFold(want, string(given))
}

func (c *comparison) member(dec *jsontext.Decoder, b *branch) error {
	switch {
	case b.leaf < 0 && dec.PeekKind() == '{':
		return c.object(dec, b.below)
	case b.leaf < 0:
		return dec.SkipValue() // what it should hold is absent
	}
	value, err := dec.ReadValue()
	if err == nil && value.Kind() != 'n' {
		c.seen |= 1 << b.leaf
		c.compare(&c.list[b.leaf], value)
	}
	return err
}

func (c *comparison) compare(m *mirror, value jsontext.Value) {
	lines := c.header[m.header]
	if !m.fits(value) {
		c.note("%s must mirror %s, which must be %s; got %s", m.header, m.place(), m.want(), phrase.Kind(value.Kind()))
		return
	}
	if len(lines) == 1 {
		if text, ok := headerText(lines[0]); ok && m.equal(value, text) {
			return
		}
	}
	c.note("%s must be %s once, as %s is in the arguments; got %s", m.header, m.expected(value), m.place(), shown(lines))
}

// note keeps the first mismatch.
func (c *comparison) note(format string, args ...any) {
	if c.wrong == "" {
		c.wrong = fmt.Sprintf(format, args...)
	}
}

func (m *mirror) place() string { return phrase.Quoted(strings.Join(m.path, ".")) }

// fits reports whether value is of the type that its header can carry. A
// caller that sends another learns it here and not from the handler: a value
// of which nobody knows what the header should be must not get further.
func (m *mirror) fits(value jsontext.Value) bool {
	switch kind := value.Kind(); m.kind {
	case 't':
		return kind == 't' || kind == 'f'
	case '0':
		return kind == '0' && wire.IsWhole(value)
	default:
		return kind == m.kind
	}
}

func (m *mirror) want() string {
	if m.kind == '0' {
		return "a whole number"
	}
	return phrase.Kind(m.kind)
}

// equal compares the argument with a header's text: numbers by their value,
// everything else by its characters.
func (m *mirror) equal(value jsontext.Value, text string) bool {
	switch m.kind {
	case '"':
		return string(wire.Unquoted(value)) == text
	case '0':
		header := jsontext.Value(text)
		return header.Kind() == '0' && header.IsValid() && wire.DecimalOf(value).Compare(wire.DecimalOf(header)) == 0
	}
	return string(value) == text
}

func (m *mirror) expected(value jsontext.Value) string {
	if m.kind == '"' {
		return phrase.Quoted(wire.Unquoted(value))
	}
	return phrase.Quoted(value)
}

// shown repeats a header to its sender, as it came.
func shown(lines []string) string {
	switch len(lines) {
	case 0:
		return "none"
	case 1:
		return phrase.Quoted(lines[0])
	}
	return fmt.Sprintf("%d of them", len(lines))
}
