package http_test

import (
	"context"
	"errors"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// wrongRoutes has everything that can be wrong with routes, once.
func wrongRoutes() []http.Route {
	own := errors.New("mcp: a finding of its own")
	return []http.Route{
		http.Get("/fine/{id}", "item"),
		http.Get("/b", "b"),
		http.Get("/c", "c", http.Version("2")),
		http.Post("/fine", "item"),
		http.Post("/fine", "item"),
		http.Get("/fine/{x}/{y}", "b"),
		http.Get("/{x}/fine/{y}", "b"),
		http.Get("orders", "item"),
		http.Get("orders/{id}", "item"),
		http.Get("GET /d", "item"),
		http.Post("", "item", http.Limit(0)),
		http.Post("/limited", "item", http.Limit(-1)),
		http.Get("/{id", "item"),
		http.Post("/items/{nr}", "item"),
		http.Put("/items/{id}", "item", http.FromHeader("x-tenant", "tenant"), http.FromHeader("x-id", "ID")),
		http.Put("/hosts/{id}", "item", http.FromHeader("Host", "id")),
		http.Put("/change", "change"),
		http.Get("/fine?id={id}", "item"),
		http.Behind(func(nethttp.Handler) nethttp.Handler { return nil }, http.Get("/closed", "item")),
		http.Behind(allowAll, http.Get("/d", "d")),
		http.Mount("/surface", func(http.Site) (nethttp.Handler, error) { return nil, own }),
		http.Mount("/nothing", func(http.Site) (nethttp.Handler, error) { return nil, nil }),
		{},
	}
}

func TestEverythingThatIsWrongWithRoutesIsReportedAtOnce(t *testing.T) {
	echo := benzene.Handle("item", func(_ context.Context, in item) (string, error) { return in.ID, nil })
	change := benzene.Handle("change", func(context.Context, item) (item, error) { return item{}, nil }, benzene.Succeeds(benzene.Updated))
	d := dispatcher(t, echo, change)
	s := http.Listen("localhost:0", wrongRoutes()...)
	err := s.Bind(d)
	if err == nil {
		t.Fatal("nothing was reported")
	}
	expected := []string{
		`http: route "GET /b" names topic "b", which has no handler; add one, or drop the route`,
		`http: route "GET /c" names topic "c@2", which has no handler; add one, or drop the route`,
		`http: route "POST /fine" is listed twice; drop one`,
		`http: route "GET /fine/{x}/{y}" names topic "b", which has no handler; add one, or drop the route`,
		`http: route "GET /{x}/fine/{y}" names topic "b", which has no handler; add one, or drop the route`,
		`http: routes "GET /fine/{x}/{y}" and "GET /{x}/fine/{y}" can match the same request, and neither is the more special; change the path of one`,
		`http: route "GET orders" has the path "orders", but a path begins with "/"; write it like "/orders/{id}"`,
		`http: route "GET orders/{id}" has the path "orders/{id}", but a path begins with "/"; write it like "/orders/{id}"`,
		`http: route "GET GET /d" has the path "GET /d", but a path begins with "/"; write it like "/orders/{id}"`,
		`http: route "POST " has the path "", but a path begins with "/"; write it like "/orders/{id}"`,
		`http: route "POST " has a Limit of 0 bytes, which no body keeps to; allow at least 1, or leave it out for 1 MiB`,
		`http: route "POST /limited" has a Limit of -1 bytes, which no body keeps to; allow at least 1, or leave it out for 1 MiB`,
		`http: route "GET /{id" is no pattern of net/http: parsing "GET /{id": at offset 5: bad wildcard segment (must end with '}'); write the path like "/orders/{id}"`,
		`http: route "POST /items/{nr}" takes field "nr" from wildcard "nr", but http_test.item, the request of topic "item", has no such field that text can fill; add it, or rename one of the two`,
		`http: route "PUT /items/{id}" takes field "tenant" from header "x-tenant", but http_test.item, the request of topic "item", has no such field that text can fill; add it, or rename one of the two`,
		`http: route "PUT /items/{id}" fills field "id" from wildcard "id" and from header "x-id"; keep one`,
		`http: route "PUT /hosts/{id}" fills field "id" from header "Host", which no request has among its headers; name another one`,
		`http: route "PUT /hosts/{id}" fills field "id" from wildcard "id" and from header "Host"; keep one`,
		`http: route "PUT /change" would lose what topic "change" returns, http_test.item: its status "updated" is 204 over HTTP, which has no body; return struct{}, or succeed with another status`,
		`http: route "GET /fine?id={id}" has a query or a fragment, which is no part of a path; drop it`,
		`http: the middleware that routes ["GET /closed"] stand behind made no handler; return one that calls the one it is given`,
		`http: route "GET /d" names topic "d", which has no handler; add one, or drop the route`,
		`mcp: a finding of its own`,
		`http: the surface mounted at "/nothing" made no handler; return one, or an error`,
		`http: a route is empty; make it with http.Get, http.Mount or their like`,
	}
	if diff := cmp.Diff(expected, strings.Split(err.Error(), "\n")); diff != "" {
		t.Error(diff)
	}
	for _, one := range err.(interface{ Unwrap() []error }).Unwrap() {
		var f benzene.Finding
		if errors.As(one, &f) && f.Check != "http-routes" {
			t.Errorf("%v is of the check %q", one, f.Check)
		}
	}
	if h, err := http.Handler(d, wrongRoutes()...); h != nil || err == nil {
		t.Errorf("Handler returned %v and %v", h, err)
	}
}

func TestAHeaderThatNobodyCanSendIsFound(t *testing.T) {
	echo := benzene.Handle("item", func(_ context.Context, in item) (string, error) { return in.ID, nil })
	for name, wrong := range map[string]bool{"X-Id": false, "x-id": false, "host": true, "": true, "x id": true, "x-id:": true, "benzene-mcp-tool": true} {
		if _, err := http.Handler(dispatcher(t, echo), http.Get("/items", "item", http.FromHeader(name, "id"))); (err != nil) != wrong {
			t.Errorf("header %q: %v", name, err)
		}
	}
}

func TestWhatIsOnlyWarnedAboutAnswersNotFound(t *testing.T) {
	echo := benzene.Handle("item", func(_ context.Context, in item) (string, error) { return in.ID, nil })
	change := benzene.Handle("change", func(context.Context, item) (item, error) { return item{}, nil }, benzene.Succeeds(benzene.Updated))
	s := http.Listen("localhost:0", wrongRoutes()...)
	if err := s.Bind(dispatcher(t, echo, change)); err == nil {
		t.Fatal("nothing was reported")
	}
	base := serving(t, s)
	for path, code := range map[string]int{"/fine/7": 200, "/b": 404, "/c": 404, "/fine/7/8": 404, "/x/fine/8": 404, "/orders": 404,
		"/closed": 404, "/surface": 404, "/nothing": 404, "/d": 404} {
		res, err := nethttp.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		if _ = text(t, res); res.StatusCode != code {
			t.Errorf("%s: %d, want %d", path, res.StatusCode, code)
		}
	}
}

func TestAnEmptyResponseLosesNothing(t *testing.T) {
	gone := benzene.Handle("gone", func(context.Context, item) (struct{}, error) { return struct{}{}, nil }, benzene.Succeeds(benzene.Deleted))
	event := benzene.On("event", func(context.Context, item) error { return nil }, benzene.Succeeds(benzene.Updated))
	h := handler(t, dispatcher(t, gone, event), http.Delete("/gone/{id}", "gone"), http.Put("/event/{id}", "event"))
	want(t, ask(t, h, "DELETE", "/gone/7", ""), 204, "")
	want(t, ask(t, h, "PUT", "/event/7", ""), 204, "")
}
