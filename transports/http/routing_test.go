package http_test

import (
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type item struct {
	ID string `json:"id"`
}

// anywhere has a field for each wildcard of these tests.
type anywhere struct{ ID, X, Page, Rest string }

// say answers with a text, whatever comes.
func say(topic, word string) benzene.Endpoint {
	return benzene.Handle(topic, func(context.Context, anywhere) (string, error) { return word, nil })
}

func itemsHandler(t testing.TB) nethttp.Handler {
	echo := benzene.Handle("item", func(_ context.Context, in item) (string, error) { return in.ID, nil })
	return handler(t, dispatcher(t, echo), http.Get("/items/{id}", "item"), http.Get("/files/{id...}", "item"))
}

func TestAPathValueIsDecodedOnce(t *testing.T) {
	h := itemsHandler(t)
	for path, id := range map[string]string{
		"/items/a%2Fb":       `"a/b"`,
		"/items/It's%20here": `"It's here"`,
		"/items/It%20is":     `"It is"`,
		"/items/100%25":      `"100%"`,
		"/items/100%2525":    `"100%25"`,
		"/items/a+b":         `"a+b"`,
		"/items/a%2F%2Fb":    `"a//b"`,
		"/items/%2e%2e":      `".."`,
		"/files/a/b%2Fc":     `"a/b/c"`,
		"/files/":            `""`,
	} {
		want(t, ask(t, h, "GET", path, ""), 200, id)
	}
}

func TestHeadAnswersTheHeadersOfGet(t *testing.T) {
	h := itemsHandler(t)
	get, head := ask(t, h, "GET", "/items/x", ""), ask(t, h, "HEAD", "/items/x", "")
	want(t, head, 200, "")
	for _, name := range []string{"Content-Length", "Content-Type"} {
		if g, h := get.Header.Get(name), head.Header.Get(name); g == "" || g != h {
			t.Errorf("%s is %q for HEAD and %q for GET", name, h, g)
		}
	}
	want(t, ask(t, h, "HEAD", "/no/such", ""), 404, "")
}

func TestAnotherMethodIsRefusedWithThoseThereAre(t *testing.T) {
	h := handler(t, dispatcher(t, say("a", "a"), say("b", "b")),
		http.Get("/a", "a"), http.Post("/a", "b"), http.Delete("/a/{x}", "b"), http.Mount("/all", plain))
	for _, c := range []struct{ method, path, allow string }{
		{"PUT", "/a", "GET, HEAD, POST"},
		{"OPTIONS", "/a", "GET, HEAD, POST"},
		{"GET", "/a/7", "DELETE"},
		{"BREW", "/a/7", "DELETE"},
	} {
		res := ask(t, h, c.method, c.path, "")
		wantProblem(t, res, 405, "method-not-allowed", c.allow, c.method)
		if got := res.Header.Get("Allow"); got != c.allow {
			t.Errorf("%s %s: Allow is %q, want %q", c.method, c.path, got, c.allow)
		}
	}
	want(t, ask(t, h, "BREW", "/all", ""), 200, "plain")
}

// plain is a surface that answers every request.
func plain(http.Site) (nethttp.Handler, error) {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) { _, _ = w.Write([]byte("plain")) }), nil
}

func TestAnUnknownPathIsNotFound(t *testing.T) {
	h := itemsHandler(t)
	for _, path := range []string{"/no/such", "/", "/items", "/items/", "/Items/x"} {
		wantProblem(t, ask(t, h, "GET", path, ""), 404, "not-found", path)
	}
}

func TestNoPathIsRedirected(t *testing.T) {
	h := handler(t, dispatcher(t, say("a", "a")),
		http.Post("/a", "a"), http.Post("/under/{id}/{$}", "a"), http.Get("/tree/{page}/{rest...}", "a"), http.Mount("/docs/", plain))
	for _, path := range []string{"//a", "/./a", "/b/../a", "/a/", "/docs", "/d%6Fcs", "/tree/x", "/tree/a%2Fb", "/under/7", "//", "*", "http://example.com"} {
		for _, method := range []string{"POST", "GET"} {
			res := ask(t, h, method, path, "")
			wantProblem(t, res, 404, "not-found")
		}
	}
	want(t, ask(t, h, "GET", "/docs/", ""), 200, "plain")
	want(t, ask(t, h, "GET", "/docs/x", ""), 200, "plain")
	want(t, ask(t, h, "POST", "/under/7/", ""), 200, `"a"`)
}

func FuzzPaths(f *testing.F) {
	h := handler(f, dispatcher(f, say("a", "a")), http.Post("/a", "a"), http.Get("/under/{id}/{$}", "a"), http.Mount("/docs/", plain),
		http.Get("/tree/{page}/{rest...}", "a"), http.Behind(allowAll, http.Put("/a/{id}/b", "a")))
	for _, path := range []string{"/a", "//a", "/under/7", "/docs", "/d%6Fcs", "/tree/a%2Fb", "/a/%2e%2e/b", "/a?b=%zz", "*", "http://x"} {
		f.Add("GET", path)
	}
	f.Fuzz(func(t *testing.T, method, target string) {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			return
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, &nethttp.Request{Method: method, URL: u, Header: nethttp.Header{}, Host: u.Host, RequestURI: target})
		if rec.Code/100 == 3 || rec.Code >= 500 {
			t.Errorf("%s %s: %d %v", method, target, rec.Code, rec.Header())
		}
	})
}

func TestASurfaceAtTheRootGetsWhatNothingElseAnswers(t *testing.T) {
	h := handler(t, dispatcher(t, say("a", "a")),
		http.Mount("/", plain), http.Get("/a", "a"), http.Mount("/docs/", plain), http.Behind(allowAll, http.Get("/guarded", "a")))
	want(t, ask(t, h, "GET", "/a", ""), 200, `"a"`)
	want(t, ask(t, h, "GET", "/else", ""), 200, "plain")
	want(t, ask(t, h, "PUT", "/a", ""), 200, "plain")
	want(t, ask(t, h, "GET", "/docs", ""), 200, "plain")
	if res := ask(t, h, "OPTIONS", "/guarded", ""); res.Header.Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("the pre-flight of a guarded path was answered %d %v", res.StatusCode, res.Header)
	}
}

// allowAll is a CORS middleware in short: it answers pre-flights, and names the
// caller's origin in every answer.
func allowAll(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "https://app.example")
		if r.Method == "OPTIONS" && r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(nethttp.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func TestRoutesMayNameAHost(t *testing.T) {
	h := handler(t, dispatcher(t, say("a", "a"), say("b", "b")), http.Get("one.example/a", "a"), http.Get("/a", "b"))
	want(t, ask(t, h, "GET", "http://one.example/a", ""), 200, `"a"`)
	want(t, ask(t, h, "GET", "http://two.example/a", ""), 200, `"b"`)
	res := ask(t, h, "PUT", "http://one.example/a", "")
	wantProblem(t, res, 405, "method-not-allowed")
}

func TestARouteMaySpeakOneVersionOfItsTopic(t *testing.T) {
	one := benzene.Handle("v", func(context.Context, struct{}) (string, error) { return "one", nil })
	two := benzene.Handle("v", func(context.Context, struct{}) (string, error) { return "two", nil }, benzene.Version("2"))
	h := handler(t, dispatcher(t, one, two), http.Get("/v", "v"), http.Get("/v2", "v", http.Version("2")))
	want(t, ask(t, h, "GET", "/v", ""), 200, `"one"`)
	want(t, ask(t, h, "GET", "/v", "", "benzene-version", "2"), 200, `"two"`)
	want(t, ask(t, h, "GET", "/v2", ""), 200, `"two"`)
	want(t, ask(t, h, "GET", "/v2", "", "benzene-version", "1"), 200, `"two"`)
}
