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

	// Draining is closed when the server is told to stop, before it waits for
	// requests in hand. A stream that would last, or a request that waits for
	// something to happen, ends by it: otherwise the stop waits 20 s for them.
	// It is nil, so that it is never ready, when the server is not ours.
	Draining <-chan struct{}
}

// A Surface makes the handler of something that is more than a route: a
// protocol, a page, a folder of files. It is called once, at start. What cannot
// be served is an error, best a benzene.Finding; a handler returned beside an
// error is used where the error is only warned about. A handler that is a
// Doorkeeper has more to do.
type Surface func(Site) (nethttp.Handler, error)

// A Doorkeeper is a surface's handler that sees the requests of its pattern
// before any middleware that it is Behind: a browser's pre-flight, say, which
// never carries credentials and could not pass one that authenticates.
type Doorkeeper interface {
	nethttp.Handler
	// Door makes what stands in front of next: the middleware, and behind it
	// the handler itself. It is called once, at start. Requests come for every
	// method, OPTIONS included.
	Door(next nethttp.Handler) nethttp.Handler
}

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
