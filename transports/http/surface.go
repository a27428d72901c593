package http

import (
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
)

// A Site is what a surface is made for.
type Site struct {
	Dispatcher *benzene.Dispatcher
	Addr       string // where the server listens, as it was configured; "" when the server is not ours
	Guarded    bool   // it stands behind a net/http middleware; see Behind
}

// A Surface makes the handler of something that is more than a route: a
// protocol, a page, a folder of files. It is called once, at start. What cannot
// be served is an error, best a benzene.Finding; a handler returned beside an
// error is used where the error is only warned about.
type Surface func(Site) (nethttp.Handler, error)

// Mount puts a surface at path, for every method. The path is a pattern of
// net/http's mux: with a slash at its end it stands for everything below.
func Mount(path string, surface Surface) Route {
	return Route{func(t *table) { t.mount(path, surface) }}
}

// Behind puts routes behind a net/http middleware. It is called once, with the
// handler of all of them, and surfaces among them learn that they are guarded.
// OPTIONS of their paths goes through it too, or a CORS pre-flight would never
// arrive. It may answer a request in its stead, add to its context and wrap its
// ResponseWriter; it may not change its path.
func Behind(wrap func(nethttp.Handler) nethttp.Handler, routes ...Route) Route {
	return Route{func(t *table) { t.behind(wrap, routes) }}
}

// Routes makes one route of several, so that each part of a program can bring
// its own to one server.
func Routes(routes ...Route) Route {
	return Route{func(t *table) { t.all(routes) }}
}
