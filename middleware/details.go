package middleware

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
)

const (
	mostDetails = 100
	longestPath = 200 // bytes; the keys of maps are the caller's own
)

// A breach is one broken rule and where in the request it was broken.
type breach struct {
	validator.FieldError
	path   string
	unsent bool // JSON leaves the field out
}

func (p plan) details(broken validator.ValidationErrors) []benzene.Detail {
	breaches := make([]breach, len(broken))
	root := ""
	if p.dive == "" {
		root = p.root.Name()
	}
	for i, b := range broken {
		path, unsent := pathOf(b.Namespace(), root)
		breaches[i] = breach{b, path, unsent}
	}
	sortKeys(breaches, 0)
	rest := len(breaches) - mostDetails
	if rest > 0 {
		breaches = breaches[:mostDetails]
	}
	details := make([]benzene.Detail, len(breaches))
	for i, b := range breaches {
		field := bounded(b.path, longestPath)
		details[i] = benzene.Detail{Message: p.sentence(b, cmp.Or(field, "the body")), Field: field, Code: b.Tag()}
	}
	if rest > 0 {
		details = append(details, benzene.Detail{Message: fmt.Sprintf("%d more values break a rule", rest)})
	}
	return details
}

// sentence says what b's rule asks of field. Of an alias it says which rule
// within was broken.
func (p plan) sentence(b breach, field string) string {
	if say := p.words[b.Tag()]; say != nil {
		return say(field, b.Param())
	}
	r := rule{b.ActualTag(), b.Param()}
	if _, ok := formats[b.Tag()]; ok {
		r.name = b.Tag()
	}
	if words := demand(r, b.Type(), p.translator(b)); words != "" && !b.unsent {
		return field + " " + words
	}
	text := b.Tag()
	if text == b.ActualTag() && !strings.Contains(text, "|") {
		text = ruleText(r.name, r.param)
	}
	if b.unsent {
		return fmt.Sprintf("%s breaks rule %q of a value that no message holds", field, text)
	}
	return fmt.Sprintf("%s does not satisfy rule %q", field, text)
}

// translator gives the names by which callers know the other fields that b's
// rule is about.
func (p plan) translator(b breach) func(goPath string) string {
	path := b.StructNamespace()
	if name := p.root.Name(); p.dive == "" && name != "" {
		path = strings.TrimPrefix(path, name+".")
	}
	owner := ownerOf(p.root, path)
	if b.ActualTag() == "unique" && b.Type() != nil && dives(b.Type()) {
		owner = withoutPointers(b.Type().Elem())
	}
	return func(goPath string) string {
		if name, _, ok := sibling(owner, goPath); ok && !strings.Contains(name, hidden) {
			return name
		}
		return "another value"
	}
}

// sortKeys puts the entries of maps, which the validator meets in any order,
// into the order of their keys. Breaches of one list or map stand together and
// have the same path up to its first bracket from byte from on.
func sortKeys(breaches []breach, from int) {
	for len(breaches) > 1 {
		head, key := bracketed(breaches[0].path, from)
		n := 1
		for n < len(breaches) && key != "" && strings.HasPrefix(breaches[n].path, head) {
			n++
		}
		sortRun(breaches[:n], len(head))
		breaches = breaches[n:]
	}
}

// sortRun sorts breaches of one list or map, whose keys begin at byte at, and
// those of each element in turn.
func sortRun(run []breach, at int) {
	if len(run) < 2 {
		return
	}
	keyOf := func(b breach) string { return b.path[at : at+max(strings.IndexByte(b.path[at:], ']'), 0)] }
	slices.SortStableFunc(run, func(a, b breach) int { return compareKeys(keyOf(a), keyOf(b)) })
	for len(run) > 0 {
		key, n := keyOf(run[0]), 1
		for n < len(run) && keyOf(run[n]) == key {
			n++
		}
		sortKeys(run[:n], at+len(key)+1)
		run = run[n:]
	}
}

// bracketed splits path behind its first bracket from byte from on.
func bracketed(path string, from int) (head, rest string) {
	if from >= len(path) {
		return path, ""
	}
	open := strings.IndexByte(path[from:], '[')
	if open < 0 {
		return path, ""
	}
	return path[:from+open+1], path[from+open+1:]
}

// compareKeys orders numbers by value, so that lists keep their order, and
// other keys by their bytes.
func compareKeys(a, b string) int {
	x, errX := strconv.ParseInt(a, 10, 64)
	y, errY := strconv.ParseInt(b, 10, 64)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return cmp.Compare(a, b)
}
