package http_test

import (
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

func TestAMiddlewareIsCalledOnceForAllItsRoutes(t *testing.T) {
	calls, requests := 0, 0
	count := func(next nethttp.Handler) nethttp.Handler {
		calls++
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { requests++; next.ServeHTTP(w, r) })
	}
	h := handler(t, dispatcher(t, say("a", "a"), say("b", "b")),
		http.Behind(count, http.Get("/a", "a"), http.Routes(http.Post("/b", "b"))), http.Get("/open", "a"))
	want(t, ask(t, h, "GET", "/a", ""), 200, `"a"`)
	want(t, ask(t, h, "POST", "/b", ""), 200, `"b"`)
	want(t, ask(t, h, "GET", "/open", ""), 200, `"a"`)
	if calls != 1 || requests != 2 {
		t.Errorf("wrap was called %d times and saw %d requests, want 1 and 2", calls, requests)
	}
}

func TestAMiddlewareMayAnswerInsteadAndAddToTheContext(t *testing.T) {
	who := benzene.Handle("who", func(ctx context.Context, in item) (string, error) {
		p, _ := benzene.PrincipalFrom(ctx)
		return p.Subject + " " + in.ID, nil
	})
	authenticate := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if r.Header.Get("Authorization") == "" {
				nethttp.Error(w, "who are you?", nethttp.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: "ada"})))
		})
	}
	h := handler(t, dispatcher(t, who), http.Behind(authenticate, http.Get("/who/{id}", "who")))
	want(t, ask(t, h, "GET", "/who/7", ""), 401, "who are you?\n")
	want(t, ask(t, h, "GET", "/who/7", "", "Authorization", "Bearer x"), 200, `"ada 7"`)
}

func TestAMiddlewareWithAMuxOfItsOwnStillFindsTheRoute(t *testing.T) {
	withLogin := func(next nethttp.Handler) nethttp.Handler {
		mux := nethttp.NewServeMux()
		mux.HandleFunc("/a/login", func(w nethttp.ResponseWriter, _ *nethttp.Request) { _, _ = w.Write([]byte("login")) })
		mux.Handle("/", next)
		return mux
	}
	echo := benzene.Handle("a", func(_ context.Context, in item) (string, error) { return in.ID, nil })
	h := handler(t, dispatcher(t, echo), http.Behind(withLogin, http.Behind(withLogin, http.Get("/a/{id}", "a"))))
	want(t, ask(t, h, "GET", "/a/7", ""), 200, `"7"`)
	want(t, ask(t, h, "GET", "/a/login", ""), 200, "login")
}

func TestAPreflightReachesTheMiddlewareOfTheMethodItAsksFor(t *testing.T) {
	named := func(name string) func(nethttp.Handler) nethttp.Handler {
		return func(next nethttp.Handler) nethttp.Handler {
			return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
				w.Header().Add("Seen-By", name)
				next.ServeHTTP(w, r)
			})
		}
	}
	h := handler(t, dispatcher(t, say("a", "a")),
		http.Behind(named("outer"),
			http.Behind(named("read"), http.Get("/a/{x}", "a")),
			http.Behind(named("write"), http.Post("/a/{x}", "a"), http.Put("/{x}/b", "a")),
		),
		http.Get("/open", "a"))
	for _, c := range []struct {
		path, method string
		code         int
		seen         []string
	}{
		{"/a/1", "GET", 204, []string{"outer", "read"}},
		{"/a/1", "POST", 204, []string{"outer", "write"}},
		{"/a/b", "PUT", 204, []string{"outer", "write"}},
		{"/a/1", "", 204, []string{"outer", "read"}},
		{"/open", "GET", 405, nil},
		{"/no", "GET", 404, nil},
	} {
		res := ask(t, h, "OPTIONS", c.path, "", "Access-Control-Request-Method", c.method)
		if seen := res.Header["Seen-By"]; res.StatusCode != c.code || !slices.Equal(seen, c.seen) {
			t.Errorf("OPTIONS %s for %q: %d, seen by %q; want %d and %q", c.path, c.method, res.StatusCode, seen, c.code, c.seen)
		}
	}
	if allow := ask(t, h, "PUT", "/a/1", "").Header.Get("Allow"); allow != "GET, HEAD, OPTIONS, POST" {
		t.Errorf("Allow is %q", allow)
	}
}

func TestASurfaceLearnsWhereItStands(t *testing.T) {
	var sites []http.Site
	note := func(s http.Site) (nethttp.Handler, error) {
		sites = append(sites, s)
		return nethttp.NotFoundHandler(), nil
	}
	d := dispatcher(t)
	s := http.Listen("localhost:0", http.Mount("/a", note), http.Behind(allowAll, http.Routes(http.Mount("/b", note))))
	if err := s.Bind(d); err != nil {
		t.Fatal(err)
	}
	if err := http.Serve(&nethttp.Server{}, http.Mount("/c", note)).Bind(d); err != nil {
		t.Fatal(err)
	}
	handler(t, d, http.Mount("/d", note))
	for i := range sites {
		if ours := i < 3; (sites[i].Draining != nil) != ours {
			t.Errorf("surface %d: Draining is %v", i, sites[i].Draining)
		}
		sites[i].Draining = nil
	}
	if want := []http.Site{
		{Dispatcher: d, Addr: "localhost:0"},
		{Dispatcher: d, Addr: "localhost:0", Guarded: true},
		{Dispatcher: d, Addr: ":0"}, // where net/http's server listens without an address
		{Dispatcher: d},
	}; !slices.Equal(sites, want) {
		t.Errorf("the surfaces were made for %+v", sites)
	}
}

// A shy writer offers nothing but a ResponseWriter's three methods.
type shy struct{ nethttp.ResponseWriter }

func TestAMiddlewareMayWrapTheResponseWriter(t *testing.T) {
	wrap := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { next.ServeHTTP(shy{w}, r) })
	}
	h := handler(t, dispatcher(t, say("a", "a")), http.Behind(wrap, http.Get("/a", "a")))
	server := httptest.NewServer(h)
	defer server.Close()
	res, err := server.Client().Get(server.URL + "/a")
	if err != nil {
		t.Fatal(err)
	}
	want(t, res, 200, `"a"`)
}
