package http

import (
	nethttp "net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// A front is the handler of a whole server. Where net/http's mux would redirect
// to another spelling of the path, it answers that nothing is there: a redirect
// turns a POST into a GET, and sends callers to ports they cannot reach.
type front struct {
	mux     *nethttp.ServeMux
	missing *missing
	bare    []string // the paths that end in a slash, without it
}

func newFront(t *table) *front {
	f := &front{mux: t.mux, missing: newMissing(t)}
	for _, pattern := range t.patterns {
		if bare := withoutSlash(pattern); bare != "" && !slices.Contains(f.bare, bare) {
			f.bare = append(f.bare, bare)
		}
	}
	return f
}

func (f *front) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	switch {
	case !clean(r.URL):
		nothingHere(r).write(w, r)
	case f.redirects(r):
		f.missing.ServeHTTP(w, r)
	default:
		f.mux.ServeHTTP(w, r)
	}
}

// clean reports whether the mux takes the path as it is.
func clean(u *url.URL) bool {
	p := u.Path
	if u.RawPath != "" {
		p = u.EscapedPath() // an escaped slash separates nothing
	}
	if p == "" || p[0] != '/' {
		return false
	}
	cleaned := path.Clean(p)
	return p == cleaned || cleaned != "/" && p == cleaned+"/"
}

// redirects reports whether the mux would add a slash to the path.
func (f *front) redirects(r *nethttp.Request) bool {
	for _, bare := range f.bare {
		if covers(bare, r.URL.EscapedPath()) {
			_, pattern := f.mux.Handler(r)
			return addsSlash(pattern, r.URL)
		}
	}
	return false
}

// addsSlash reports whether the mux found pattern by adding a slash to the path.
func addsSlash(pattern string, u *url.URL) bool {
	bare := withoutSlash(pattern)
	return bare != "" && covers(bare, u.EscapedPath())
}

// withoutSlash is the path of a pattern that ends in a slash, or in what may
// follow one, without it. It is "" for other patterns, and for the root.
func withoutSlash(pattern string) string {
	bare := pathOf(pattern)
	slash := strings.LastIndexByte(bare, '/')
	if slash < 0 {
		return ""
	}
	if last := bare[slash+1:]; last != "" && last != "{$}" && !strings.HasSuffix(last, "...}") {
		return ""
	}
	return bare[:slash]
}

// covers reports whether a pattern's path has as many segments as an escaped
// path, and the same ones but for its wildcards.
func covers(pattern, escaped string) bool {
	for more := true; more; {
		var want, have string
		var left bool
		want, pattern, more = strings.Cut(pattern, "/")
		have, escaped, left = strings.Cut(escaped, "/")
		if more != left || !strings.HasPrefix(want, "{") && unescape(want) != unescape(have) {
			return false
		}
	}
	return true
}

func unescape(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}
