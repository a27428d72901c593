package http

import (
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A Route is something a server answers: a topic at a method and a path, a
// mounted surface, or several of them.
type Route struct{ add func(*table) }

// A RouteOption changes how a route is served.
type RouteOption func(*route)

// A route is a topic at a method and a path, as it was declared.
type route struct {
	method, path string
	topic        string
	version      string
	limit        int64
	headers      []header
}

// A header fills a field of the request.
type header struct{ name, field string }

// Get answers GET and HEAD of path by topic. Query values fill the fields of
// the request that they name, and so do the path's wildcards. A path begins
// with "/"; a host with a dot may stand before it: "api.example/orders".
func Get(path, topic string, options ...RouteOption) Route {
	return to(nethttp.MethodGet, path, topic, options)
}

// Post answers POST of path by topic. The path's wildcards fill the fields of
// the request that they name, and win over the body.
func Post(path, topic string, options ...RouteOption) Route {
	return to(nethttp.MethodPost, path, topic, options)
}

// Put answers PUT of path by topic, as Post does.
func Put(path, topic string, options ...RouteOption) Route {
	return to(nethttp.MethodPut, path, topic, options)
}

// Patch answers PATCH of path by topic, as Post does.
func Patch(path, topic string, options ...RouteOption) Route {
	return to(nethttp.MethodPatch, path, topic, options)
}

// Delete answers DELETE of path by topic. Query values fill fields, as with
// Get.
func Delete(path, topic string, options ...RouteOption) Route {
	return to(nethttp.MethodDelete, path, topic, options)
}

func to(method, path, topic string, options []RouteOption) Route {
	r := route{method: method, path: path, topic: topic, limit: defaultLimit}
	for _, option := range options {
		option(&r)
	}
	return Route{func(t *table) { t.serve(r) }}
}

// FromHeader fills a field of the request with the first value of a header,
// which wins over the body. Without the header the field stays as it is.
func FromHeader(name, field string) RouteOption {
	return func(r *route) { r.headers = append(r.headers, header{name, field}) }
}

// Limit allows a body of so many bytes, at least 1: 1 MiB unless named.
func Limit(bytes int64) RouteOption {
	return func(r *route) { r.limit = bytes }
}

// Version makes the route speak one version of its topic, whatever the
// request's headers say.
func Version(version string) RouteOption {
	return func(r *route) { r.version = version }
}

// serve compiles a topic's route.
func (t *table) serve(r route) {
	pattern := r.method + " " + r.path
	wrong := func(format string, args ...any) {
		t.wrong("http: route %q "+format, append([]any{pattern}, args...)...)
	}
	rooted := r.rooted()
	if !rooted {
		wrong("has the path %q, but a path begins with \"/\"; write it like %q", r.path, "/orders/{id}")
	}
	if r.limit <= 0 {
		wrong("has a Limit of %d bytes, which no body keeps to; allow at least 1, or leave it out for 1 MiB", r.limit)
	}
	contracts := r.contracts(t.site.Dispatcher)
	if len(contracts) == 0 {
		wrong("names topic %q, which has no handler; add one, or drop the route", r.named().String())
	}
	for _, c := range contracts {
		if loses(c) {
			wrong("would lose what topic %q returns, %v: its status %q is 204 over HTTP, which has no body; return struct{}, or succeed with another status",
				c.Topic.String(), c.Response, c.Success)
		}
	}
	e := &endpoint{
		dispatcher: t.site.Dispatcher,
		topic:      r.named(),
		route:      pathOf(r.path),
		limit:      max(r.limit, 0),
		plan:       planner{contracts, map[string]string{}, wrong}.plan(r),
	}
	if rooted {
		t.handle(pattern, e, nil)
	}
}

// rooted reports whether the path begins with a slash, or with a host that
// nobody would take for a part of the path. To net/http whatever stands before
// the first slash is one.
func (r route) rooted() bool {
	host, _, slash := strings.Cut(r.path, "/")
	return slash && (host == "" || strings.Contains(host, ".") && !strings.ContainsAny(host, " \t{}"))
}

func (r route) named() benzene.Topic { return benzene.Topic{ID: r.topic, Version: r.version} }

// contracts lists what the route's messages may meet: where it names no
// version, the request's headers may.
func (r route) contracts(d *benzene.Dispatcher) []benzene.Contract {
	if r.version != "" {
		c, ok := d.Resolve(r.named())
		if !ok {
			return nil
		}
		return []benzene.Contract{c}
	}
	return slices.DeleteFunc(d.Contracts(), func(c benzene.Contract) bool { return c.Topic.ID != r.topic })
}

// loses reports whether a success of c is answered without the body it has.
func loses(c benzene.Contract) bool {
	empty := c.Response == nil || c.Response.Size() == 0
	return !empty && CodeOf(c.Success, true) == nethttp.StatusNoContent
}
