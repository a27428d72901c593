package judge

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A node is one schema of a document: the keywords that are judged by, and the
// schemas within. A keyword of the wrong form is a flaw, and left out.
type node struct {
	at    string        // its JSON Pointer
	name  string        // of the member it is the schema of
	under string        // the keyword that holds it, such as "properties"
	kind  jsontext.Kind // '{'; 't' or 'f' for a schema that takes all or nothing
	words []string      // its keywords, in order

	ref, anchor, dialect string
	target               *node // what ref leads to
	alias                bool  // n says no more than target
	rest                 *node // n without what refers, chooses or lists; nil when that is all of n

	types      []string
	typeList   bool // they are written as a list
	properties map[string]*node
	names      []string // of properties, in order
	required   []string
	others     *node // additionalProperties
	items      *node // nil also where each place has its own
	all        []*node
	any, one   []*node

	enum        []jsontext.Value // nil when absent
	enumNames   []string
	constant    jsontext.Value
	preset      jsontext.Value // default
	format      string
	least, most [3]*int // of characters, elements and members
	min, max    jsontext.Value
	above, less jsontext.Value // the exclusive bounds
}

// The measures of least and most.
const (
	characters = iota
	elements
	memberCount
)

// A keyword is a member of a schema's object.
type keyword struct {
	name  string
	value jsontext.Value
	at    string
}

// node reads the schema in v, and those within it.
func (d *Document) node(v jsontext.Value, at string, depth int) *node {
	n := &node{at: at, kind: v.Kind()}
	d.places[at] = n
	d.order = append(d.order, n)
	switch {
	case n.kind != '{' && n.kind != 't' && n.kind != 'f':
		d.flaw("%s must be a schema, got %s", place(at), phrase.Kind(n.kind))
	case depth > deepestSchema:
		d.flaw("%s lies more than %d schemas deep; flatten what is around it", place(at), deepestSchema)
	case n.kind == '{':
		for _, k := range keywords(v, at) {
			n.words = append(n.words, k.name)
			d.take(n, k, depth)
		}
	}
	return n
}

// keywords are the members of the object in v, which is known to be JSON.
func keywords(v jsontext.Value, at string) []keyword {
	var list []keyword
	for name, value := range wire.Entries(v) {
		list = append(list, keyword{name, value, below(at, name)})
	}
	return list
}

// take puts one keyword into n.
func (d *Document) take(n *node, k keyword, depth int) {
	if d.schemas(n, k, depth+1) || d.numbers(n, k) {
		return
	}
	switch k.name {
	case "$ref":
		n.ref = d.text(k)
	case "$schema":
		n.dialect = d.text(k)
	case "$anchor":
		n.anchor = d.text(k)
	case "type":
		n.types, n.typeList = d.types(k), k.value.Kind() == '['
	case "required":
		n.required = d.texts(k)
	case "enum":
		n.enum = d.list(k)
	case "enumNames":
		n.enumNames = d.texts(k)
	case "const":
		n.constant = k.value
	case "default":
		n.preset = k.value
	case "format":
		n.format = d.text(k)
	}
}

// schemas reports whether k holds schemas, which it reads.
func (d *Document) schemas(n *node, k keyword, depth int) bool {
	switch k.name {
	case "properties":
		n.properties = d.named(k, depth)
		for _, inner := range keywords(k.value, k.at) {
			n.names = append(n.names, inner.name)
		}
	case "$defs", "definitions", "patternProperties", "dependentSchemas":
		d.named(k, depth)
	case "items":
		if k.value.Kind() == '[' { // as draft-07 has it
			d.several(k, depth)
			break
		}
		n.items = d.only(k, depth)
	case "additionalProperties":
		n.others = d.only(k, depth)
	case "not", "if", "then", "else", "contains", "propertyNames", "additionalItems", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		d.only(k, depth)
	case "allOf":
		n.all = d.several(k, depth)
	case "anyOf":
		n.any = d.several(k, depth)
	case "oneOf":
		n.one = d.several(k, depth)
	case "prefixItems":
		d.several(k, depth)
	default:
		return false
	}
	return true
}

func (d *Document) only(k keyword, depth int) *node {
	n := d.node(k.value, k.at, depth)
	n.under = k.name
	return n
}

func (d *Document) named(k keyword, depth int) map[string]*node {
	if !d.is(k, '{', "an object of schemas") {
		return nil
	}
	nodes := map[string]*node{}
	for _, inner := range keywords(k.value, k.at) {
		n := d.node(inner.value, inner.at, depth)
		n.under, n.name, nodes[inner.name] = k.name, inner.name, n
	}
	return nodes
}

func (d *Document) several(k keyword, depth int) []*node {
	var nodes []*node
	for i, v := range d.list(k) {
		n := d.node(v, below(k.at, strconv.Itoa(i)), depth)
		n.under = k.name
		nodes = append(nodes, n)
	}
	return nodes
}

// numbers reports whether k is a bound, which it reads.
func (d *Document) numbers(n *node, k keyword) bool {
	switch k.name {
	case "minLength":
		n.least[characters] = d.count(k)
	case "maxLength":
		n.most[characters] = d.count(k)
	case "minItems":
		n.least[elements] = d.count(k)
	case "maxItems":
		n.most[elements] = d.count(k)
	case "minProperties":
		n.least[memberCount] = d.count(k)
	case "maxProperties":
		n.most[memberCount] = d.count(k)
	case "minimum":
		n.min = d.number(k)
	case "maximum":
		n.max = d.number(k)
	case "exclusiveMinimum":
		n.above = d.number(k)
	case "exclusiveMaximum":
		n.less = d.number(k)
	default:
		return false
	}
	return true
}

func (n *node) has(word string) bool { return slices.Contains(n.words, word) }
