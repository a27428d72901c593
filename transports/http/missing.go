package http

import (
	nethttp "net/http"
	"slices"
	"strings"
)

// A missing answers what no pattern of a mux does. It costs a hit nothing.
type missing struct {
	mux     *nethttp.ServeMux
	methods []string        // that its patterns name
	guarded bool            // it stands behind a middleware
	root    nethttp.Handler // what the application mounted at "/"; may be nil
}

// newMissing completes the mux of t.
func newMissing(t *table) *missing {
	methods := slices.Clone(t.methods)
	if slices.Contains(methods, nethttp.MethodGet) {
		methods = append(methods, nethttp.MethodHead)
	}
	slices.Sort(methods)
	m := &missing{t.mux, methods, t.site.Guarded, t.root}
	t.mux.Handle("/", m)
	return m
}

func (m *missing) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	allowed, preflight := m.allowed(r)
	switch {
	case r.Method == nethttp.MethodOptions && preflight != nil:
		preflight.ServeHTTP(w, r)
	case m.root != nil:
		m.root.ServeHTTP(w, r)
	case len(allowed) == 0:
		nothingHere(r).write(w, r)
	case r.Method == nethttp.MethodOptions && m.guarded:
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		w.WriteHeader(nethttp.StatusNoContent)
	default:
		allow := strings.Join(allowed, ", ")
		w.Header().Set("Allow", allow)
		wrongMethod(r, allow).write(w, r)
	}
}

// allowed lists the methods that the path of r has routes for. Where some stand
// behind a middleware or a door OPTIONS is one of them, and that answers it: the
// one of the method that a pre-flight asks for.
func (m *missing) allowed(r *nethttp.Request) (methods []string, preflight nethttp.Handler) {
	wanted := r.Header.Get("Access-Control-Request-Method")
	for _, method := range m.methods {
		h, pattern := m.mux.Handler(&nethttp.Request{Method: method, URL: r.URL, Host: r.Host})
		if !strings.Contains(pattern, " ") || addsSlash(pattern, r.URL) {
			continue
		}
		methods = append(methods, method)
		if takesOptions(h) && (preflight == nil || method == wanted) {
			preflight = h
		}
	}
	if len(methods) > 0 && (m.guarded || preflight != nil) {
		methods = append(methods, nethttp.MethodOptions)
		slices.Sort(methods)
	}
	return methods, preflight
}

// takesOptions reports whether h wants the pre-flights of its path.
func takesOptions(h nethttp.Handler) bool {
	switch h.(type) {
	case group, door:
		return true
	}
	return false
}
