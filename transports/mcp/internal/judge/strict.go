package judge

import (
	"net/url"
	"slices"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// dialects are the editions of JSON Schema that are read; draft 2020-12 is the
// one of a schema that names none.
var dialects = map[string]bool{
	"https://json-schema.org/draft/2020-12/schema": true,
	"http://json-schema.org/draft-07/schema":       true,
}

// check finds what is wrong with d beyond the form of its keywords: what a
// client cannot resolve, and what the strictest clients do not read. They drop a
// tool for it, or the whole list.
func (d *Document) check() {
	root := d.root
	if root.kind != '{' || root.typeList || !slices.Equal(root.types, []string{"object"}) {
		d.flaw(`the root must be the schema of an object; give it "type":"object"`)
	}
	d.draft07 = strings.Contains(root.dialect, "draft-07")
	for _, n := range d.order {
		d.anchor(n)
	}
	for _, n := range d.order {
		d.resolve(n)
		d.plain(n)
		d.split(n)
	}
	d.circles()
	if len(d.Flaws) == 0 {
		d.presets()
	}
}

func (d *Document) anchor(n *node) {
	if n.anchor != "" {
		d.anchors[n.anchor] = n
	}
	if dialect := strings.TrimSuffix(n.dialect, "#"); n.has("$schema") && !dialects[dialect] {
		d.flaw("%s is of the dialect %s; write draft 2020-12, or draft-07", place(n.at), phrase.Quoted(n.dialect))
	}
}

// resolve finds what n refers to, within the document.
func (d *Document) resolve(n *node) {
	if n.ref == "" {
		return
	}
	fragment, local := strings.CutPrefix(n.ref, "#")
	if !local {
		d.flaw("%s refers to %s; references must stay within the schema, as #/$defs/name does", place(n.at), phrase.Quoted(n.ref))
		return
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	if fragment == "" || fragment[0] == '/' {
		n.target = d.places[fragment]
	} else {
		n.target = d.anchors[fragment]
	}
	if n.target == nil {
		d.flaw("%s refers to %s, which is no schema in it", place(n.at), phrase.Quoted(n.ref))
	}
}

// plain notes what only some clients read of n.
func (d *Document) plain(n *node) {
	switch {
	case (n.kind == 't' || n.kind == 'f') && n.under == "properties":
		d.unreadable("%s is the schema %s, which some clients do not read; write {} or the type", place(n.at), truth(n))
	case n.typeList && n.at != "":
		d.unreadable("%s has a list of types, which some clients do not read; name one type", place(n.at))
	case slices.Contains(n.types, "array") && n.items == nil && !n.has("prefixItems"):
		d.unreadable("%s is a list without items, which some clients do not read; say what is in it", place(n.at))
	case n.enumNames != nil && len(n.enumNames) != len(n.enum):
		d.unreadable("%s has %d names for %d values; write one for each", place(n.at), len(n.enumNames), len(n.enum))
	}
}

func truth(n *node) string {
	if n.kind == 't' {
		return "true"
	}
	return "false"
}

// split tells apart what n says itself and what it says by others.
func (d *Document) split(n *node) {
	if n.simple() {
		return
	}
	n.alias = n.target != nil && (d.draft07 || n.only("$ref", "title", "description", "default"))
	rest := *n
	rest.target, rest.all, rest.any, rest.one, rest.enum, rest.constant = nil, nil, nil, nil, nil, nil
	n.rest = &rest
}

// circles finds references that lead back to themselves without a step into the
// value, so that nobody could ever judge one.
func (d *Document) circles() {
	state := map[*node]visit{}
	for _, n := range d.order {
		if d.circular(n, state) {
			d.flaw("%s refers to itself without end; let it refer from within a property", place(n.at))
			return
		}
	}
}

// A visit says how far the search for circles is with a node.
type visit int

const (
	underway visit = iota + 1
	finished
)

// circular is bounded by the number of schemas, each of which is gone into once.
func (d *Document) circular(n *node, state map[*node]visit) bool {
	if n == nil || state[n] == finished {
		return false
	}
	if state[n] == underway {
		return true
	}
	state[n] = underway
	for _, next := range slices.Concat([]*node{n.target}, n.all, n.any, n.one) {
		if d.circular(next, state) {
			return true
		}
	}
	state[n] = finished
	return false
}

// presets checks each default against what it stands for.
func (d *Document) presets() {
	for _, n := range d.order {
		if n.preset == nil {
			continue
		}
		if wrong := d.judge(n, n.preset, false); len(wrong) > 0 {
			d.unreadable("%s has a default that it does not take: %s", place(n.at), wrong[0].Message)
		}
	}
}
