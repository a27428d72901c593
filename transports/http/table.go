package http

import (
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A table is routes being compiled: those of a server, or those that stand
// behind one middleware.
type table struct {
	site     Site
	mux      *nethttp.ServeMux
	patterns []string // registered, in order
	methods  []string // that patterns name
	doors    map[string]Doorkeeper
	root     nethttp.Handler // what stands at "/"; may be nil
	findings []error
}

// compile makes the handler of routes. It is useful even beside an error: what
// could not be compiled is answered not-found.
func compile(site Site, routes []Route) (nethttp.Handler, error) {
	t := newTable(site)
	t.all(routes)
	return newFront(t), errors.Join(t.findings...)
}

func newTable(site Site) *table {
	return &table{site: site, mux: nethttp.NewServeMux(), doors: map[string]Doorkeeper{}}
}

func (t *table) all(routes []Route) {
	for _, r := range routes {
		if r.add == nil {
			t.wrong("http: a route is empty; make it with http.Get, http.Mount or their like")
			continue
		}
		r.add(t)
	}
}

func (t *table) wrong(format string, args ...any) {
	t.findings = append(t.findings, benzene.Finding{Check: "http-routes", Message: fmt.Sprintf(format, args...)})
}

func (t *table) mount(path string, surface Surface) {
	var h nethttp.Handler
	var err error
	if surface != nil {
		h, err = surface(t.site)
	}
	switch {
	case err != nil:
		t.findings = append(t.findings, err)
	case h == nil:
		t.wrong("http: the surface mounted at %q made no handler; return one, or an error", path)
	}
	if h != nil {
		keeper, _ := h.(Doorkeeper)
		t.handle(path, h, keeper)
	}
}

func (t *table) behind(wrap func(nethttp.Handler) nethttp.Handler, routes []Route) {
	site := t.site
	site.Guarded = true
	inner := newTable(site)
	inner.all(routes)
	t.findings = append(t.findings, inner.findings...)
	var h nethttp.Handler
	if wrap != nil {
		h = wrap(newMissing(inner).mux)
	}
	if h == nil {
		t.wrong("http: the middleware that routes %q stand behind made no handler; return one that calls the one it is given", inner.patterns)
		return
	}
	for _, pattern := range inner.patterns {
		t.handle(pattern, group{h}, inner.doors[pattern])
	}
}

// A group is everything behind one middleware.
type group struct{ nethttp.Handler }

// A door is what a Doorkeeper made, with everything behind it.
type door struct{ nethttp.Handler }

// handle registers a handler, and who keeps its door, if anybody does. A pattern
// that net/http refuses is a finding, and the others stay.
func (t *table) handle(pattern string, h nethttp.Handler, keeper Doorkeeper) {
	if keeper != nil && !t.site.Guarded { // no middleware is further out
		if h = keeper.Door(h); h == nil {
			t.wrong("http: the surface mounted at %q made no door; return a handler that calls the one it is given", pattern)
			return
		}
		h = door{h}
	}
	switch {
	case slices.Contains(t.patterns, pattern):
		t.wrong("http: route %q is listed twice; drop one", pattern)
		return
	case strings.ContainsAny(pattern, "?#"):
		t.wrong("http: route %q has a query or a fragment, which is no part of a path; drop it", pattern)
		return
	case pattern == "/":
		t.root = h // which missing calls, so that it can tell what nothing else answers
	case register(t.mux, pattern, h) != nil:
		t.refuse(pattern)
		return
	}
	t.patterns = append(t.patterns, pattern)
	if keeper != nil {
		t.doors[pattern] = keeper
	}
	if method, _, named := strings.Cut(pattern, " "); named && !slices.Contains(t.methods, method) {
		t.methods = append(t.methods, method)
	}
}

// register calls mux.Handle, which panics at a pattern it does not take.
func register(mux *nethttp.ServeMux, pattern string, h nethttp.Handler) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	mux.Handle(pattern, h)
	return nil
}

// refuse says why a pattern was not taken: by itself, or beside which others.
func (t *table) refuse(pattern string) {
	nowhere := nethttp.NotFoundHandler()
	if err := register(nethttp.NewServeMux(), pattern, nowhere); err != nil {
		t.wrong("http: route %q is no pattern of net/http: %v; write the path like %q", pattern, err, "/orders/{id}")
		return
	}
	for _, other := range t.patterns {
		pair := nethttp.NewServeMux()
		pair.Handle(other, nowhere)
		if register(pair, pattern, nowhere) != nil {
			t.wrong("http: routes %q and %q can match the same request, and neither is the more special; change the path of one", other, pattern)
		}
	}
}
