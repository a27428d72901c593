// Package uritemplate knows URIs, and the templates of them (RFC 6570) that can
// be read backwards without guessing: which values of its variables make a URI
// of a template. A value that could lead out of its place makes none. What is
// found at a URI it does not know.
package uritemplate

import (
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A Template is a URI with places for variables: the part of RFC 6570 that
// can be read backwards without guessing. {name} is one segment of a path,
// {/name} the same after a slash, {+name} any number of segments, and
// {?a,b} at the end are parameters, each of which may be left out.
type Template struct {
	parts []part
	tail  string   // what follows the last part
	rest  int      // the part that takes what the others leave
	query []string // the parameters
}

// A part is a variable and the text before it, as it stands in a URI.
type part struct {
	before string
	name   string
	slashy bool // it may hold slashes
}

// Variables are the names of t, in the order in which they stand.
func (t *Template) Variables() []string {
	names := make([]string, 0, len(t.parts)+len(t.query))
	for _, p := range t.parts {
		names = append(names, p.name)
	}
	return append(names, t.query...)
}

// Match takes uri apart. The values are decoded once and in the order of
// variables; only parameters may be left out, and only they may be empty. A
// value that could lead out of the place that t describes makes no match: a
// segment "..", a control character, and, but in {+name}, a slash of either
// kind. One in {+name} may begin with a slash.
//
// Every variable but the rest is as short as the text after it allows, or
// before it for those behind the rest, so that uri is gone through once.
func (t *Template) Match(uri string) (values []benzene.Param, ok bool) {
	if len(t.parts) > 0 && !strings.HasPrefix(uri, t.parts[0].before) || !IsURI(uri) {
		return nil, false
	}
	path, query, asked := uri, "", false
	if t.query != nil {
		path, query, asked = strings.Cut(uri, "?")
	}
	values = make([]benzene.Param, len(t.parts), len(t.parts)+len(t.query))
	if !t.cut(path, values) || !t.decode(values) {
		return nil, false
	}
	if asked {
		return t.appendParameters(values, query)
	}
	return values, true
}

// cut finds the raw values of the parts in path, from both ends towards the
// rest.
func (t *Template) cut(path string, into []benzene.Param) bool {
	if len(t.parts) == 0 {
		return path == t.tail
	}
	path, begins := strings.CutPrefix(path, t.parts[0].before)
	path, ends := strings.CutSuffix(path, t.tail)
	if !begins || !ends || path == "" {
		return false
	}
	for i := range t.rest {
		separator := t.parts[i+1].before
		at := strings.Index(path[1:], separator) + 1 // not at 0: no value is empty
		if at == 0 || at+len(separator) == len(path) {
			return false
		}
		into[i].Value, path = path[:at], path[at+len(separator):]
	}
	for i := len(t.parts) - 1; i > t.rest; i-- {
		separator := t.parts[i].before
		at := strings.LastIndex(path[:len(path)-1], separator)
		if at <= 0 {
			return false
		}
		into[i].Value, path = path[at+len(separator):], path[:at]
	}
	into[t.rest].Value = path
	return true
}

// decode names the values and makes text of them.
func (t *Template) decode(values []benzene.Param) (ok bool) {
	for i, p := range t.parts {
		raw := values[i].Value
		if !p.slashy && strings.ContainsAny(raw, "/?#") {
			return false
		}
		values[i].Name = p.name
		if values[i].Value, ok = unescaped(raw); !ok || !p.slashy && strings.ContainsAny(values[i].Value, `/\`) {
			return false
		}
	}
	return true
}

// appendParameters reads a query: those of t, in any order, each at most once.
func (t *Template) appendParameters(values []benzene.Param, query string) ([]benzene.Param, bool) {
	given := make(map[string]string, len(t.query))
	for parameter := range strings.SplitSeq(query, "&") {
		name, raw, assigned := strings.Cut(parameter, "=")
		_, twice := given[name]
		value, ok := unescaped(raw)
		if !assigned || twice || !ok || !slices.Contains(t.query, name) || strings.Contains(raw, "#") {
			return nil, false
		}
		given[name] = value
	}
	for _, name := range t.query {
		if value, ok := given[name]; ok {
			values = append(values, benzene.Param{Name: name, Value: value})
		}
	}
	return values, true
}
