package http

import (
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A plan says which values outside the body fill which fields of a request.
type plan struct {
	path    []source // named by wildcard
	headers []source // named as net/http keeps them
	query   []string // the fields that query values may fill
}

// A source is a value and the fields it fills: one, unless versions of the
// topic spell it differently. A message has no use for the others' spellings.
type source struct {
	name   string
	fields []string
}

// A planner plans one route, for every contract that its messages may meet.
type planner struct {
	contracts []benzene.Contract
	filled    map[string]string // by which source, for people
	wrong     func(format string, args ...any)
}

func (p planner) plan(r route) plan {
	var made plan
	for _, name := range wildcards(r.path) {
		made.path = append(made.path, p.source("wildcard", name, name))
	}
	for _, h := range r.headers {
		if !readable(h.name) {
			p.wrong("fills field %q from header %q, which no request has among its headers; name another one", h.field, h.name)
		}
		s := p.source("header", h.name, h.field)
		s.name = nethttp.CanonicalHeaderKey(h.name)
		made.headers = append(made.headers, s)
	}
	if r.method == nethttp.MethodGet || r.method == nethttp.MethodDelete {
		made.query = p.rest()
	}
	return made
}

// readable reports whether a request can have a header of this name: net/http
// keeps the Host elsewhere, and some only the framework sets.
func readable(name string) bool {
	return token(name) && !strings.EqualFold(name, "Host") && !benzene.TrustedHeader(name)
}

func (p planner) source(kind, name, field string) source {
	s := source{name: name}
	for _, c := range p.contracts {
		spelling, ok := c.Param(field)
		if !ok {
			p.wrong("takes field %q from %s %q, but %v, the request of topic %q, has no such field that text can fill; add it, or rename one of the two",
				field, kind, name, c.Request, c.Topic.String())
		} else if !slices.Contains(s.fields, spelling) {
			s.fields = append(s.fields, spelling)
		}
	}
	for _, spelling := range s.fields {
		if other, taken := p.filled[spelling]; taken {
			p.wrong("fills field %q from %s and from %s %q; keep one", spelling, other, kind, name)
		}
		p.filled[spelling] = kind + " \"" + name + "\""
	}
	return s
}

// rest lists the fields that nothing else fills.
func (p planner) rest() (fields []string) {
	for _, c := range p.contracts {
		for _, spelling := range c.Params() {
			if _, taken := p.filled[spelling]; !taken && !slices.Contains(fields, spelling) {
				fields = append(fields, spelling)
			}
		}
	}
	return fields
}

// wildcards lists the names of a pattern's wildcards.
func wildcards(path string) (names []string) {
	for segment := range strings.SplitSeq(path, "/") {
		name, isWildcard := strings.CutPrefix(segment, "{")
		name = strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
		if isWildcard && name != "$" {
			names = append(names, name)
		}
	}
	return names
}

// params takes from r what fills fields. A header that is absent fills none.
func (p *plan) params(r *nethttp.Request) ([]benzene.Param, *refusal) {
	query := r.URL.RawQuery
	if len(p.query) == 0 {
		query = ""
	}
	room := len(p.path) + len(p.headers)
	if query != "" {
		room += min(strings.Count(query, "&")+1, mostValues)
	}
	if room == 0 {
		return nil, nil
	}
	params := make([]benzene.Param, 0, room)
	for _, s := range p.path {
		params = s.fill(params, r.PathValue(s.name))
	}
	for _, s := range p.headers {
		if values := r.Header[s.name]; len(values) > 0 {
			params = s.fill(params, values[0])
		}
	}
	return readQuery(params, query, p.query)
}

func (s source) fill(params []benzene.Param, value string) []benzene.Param {
	for _, field := range s.fields {
		params = append(params, benzene.Param{Name: field, Value: value})
	}
	return params
}
