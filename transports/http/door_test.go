package http_test

import (
	"errors"
	"fmt"
	"log/slog"
	nethttp "net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// A lodge is a surface whose door answers pre-flights and shows its name in
// every answer.
type lodge struct{ name string }

func (l lodge) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	_, _ = w.Write([]byte(l.name + " " + r.Method))
}

func (l lodge) Door(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Add("Seen-By", "door of "+l.name)
		if r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(nethttp.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (l lodge) surface(http.Site) (nethttp.Handler, error) { return l, nil }

// authenticating lets nobody in without a token.
func authenticating(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Add("Seen-By", "authentication")
		if r.Header.Get("Authorization") == "" {
			nethttp.Error(w, "who are you?", nethttp.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func TestADoorStandsBeforeEveryMiddleware(t *testing.T) {
	routes := []http.Route{
		http.Mount("/open", lodge{"open"}.surface),
		http.Behind(authenticating, http.Mount("/once", lodge{"once"}.surface), http.Get("/a", "a")),
		http.Behind(authenticating, http.Routes(http.Behind(authenticating, http.Mount("/twice/", lodge{"twice"}.surface)))),
		http.Behind(authenticating, http.Mount("POST /posted", lodge{"posted"}.surface)),
		http.Behind(authenticating, http.Mount("/", lodge{"root"}.surface)),
	}
	listening := bound(t, http.Listen("127.0.0.1:0", routes...), say("a", "a"))
	served := bound(t, http.Serve(&nethttp.Server{Addr: "127.0.0.1:0"}, routes...), say("a", "a"))
	hosted := httptest.NewServer(handler(t, dispatcher(t, say("a", "a")), routes...))
	defer hosted.Close()
	for server, base := range map[string]string{"Listen": serving(t, listening), "Serve": serving(t, served), "Handler": hosted.URL} {
		for _, c := range []struct {
			method, path string
			header       string
			code         int
			seen         []string
		}{
			{"OPTIONS", "/open", "Access-Control-Request-Method: POST", 204, []string{"door of open"}},
			{"POST", "/open", "", 200, []string{"door of open"}},
			{"OPTIONS", "/once", "Access-Control-Request-Method: POST", 204, []string{"door of once"}},
			{"OPTIONS", "/once", "", 401, []string{"door of once", "authentication"}},
			{"POST", "/once", "", 401, []string{"door of once", "authentication"}},
			{"POST", "/once", "Authorization: x", 200, []string{"door of once", "authentication"}},
			{"HEAD", "/once", "Authorization: x", 200, []string{"door of once", "authentication"}},
			{"OPTIONS", "/twice/a", "Access-Control-Request-Method: POST", 204, []string{"door of twice"}},
			{"POST", "/twice/a", "Authorization: x", 200, []string{"door of twice", "authentication", "authentication"}},
			{"OPTIONS", "/posted", "Access-Control-Request-Method: POST", 204, []string{"door of posted"}},
			{"POST", "/posted", "", 401, []string{"door of posted", "authentication"}},
			{"OPTIONS", "/else", "Access-Control-Request-Method: POST", 204, []string{"door of root"}},
			{"POST", "/else", "Authorization: x", 200, []string{"door of root", "authentication"}},
			{"OPTIONS", "/a", "Access-Control-Request-Method: GET", 401, []string{"authentication"}},
			{"GET", "/a", "Authorization: x", 200, []string{"authentication"}},
		} {
			r, err := nethttp.NewRequestWithContext(t.Context(), c.method, base+c.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if name, value, given := strings.Cut(c.header, ": "); given {
				r.Header.Set(name, value)
			}
			res, err := nethttp.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = text(t, res)
			if seen := res.Header["Seen-By"]; res.StatusCode != c.code || !slices.Equal(seen, c.seen) {
				t.Errorf("%s: %s %s %s: %d, seen by %q; want %d and %q", server, c.method, c.path, c.header, res.StatusCode, seen, c.code, c.seen)
			}
		}
	}
}

func TestOfTwoSurfacesAtOnePathTheFirstKeepsItsDoor(t *testing.T) {
	s := http.Listen("127.0.0.1:0", http.Behind(authenticating,
		http.Mount("/a", lodge{"first"}.surface), http.Mount("/a", lodge{"second"}.surface)))
	if err := s.Bind(dispatcher(t)); err == nil || err.Error() != `http: route "/a" is listed twice; drop one` {
		t.Fatalf("Bind returned %v", err)
	}
	res, err := nethttp.Get(serving(t, s) + "/a")
	if err != nil {
		t.Fatal(err)
	}
	_ = text(t, res)
	if got := res.Header["Seen-By"]; !slices.Equal(got, []string{"door of first", "authentication"}) {
		t.Errorf("seen by %q", got)
	}
}

// A gap is a surface whose door is none.
type gap struct{ lodge }

func (gap) Door(nethttp.Handler) nethttp.Handler { return nil }

func TestADoorThatIsNoneIsFoundAndLetsNobodyIn(t *testing.T) {
	s := http.Listen("127.0.0.1:0", http.Behind(authenticating, http.Mount("/a", func(http.Site) (nethttp.Handler, error) { return gap{}, nil })))
	want := `http: the surface mounted at "/a" made no door; return a handler that calls the one it is given`
	if err := s.Bind(dispatcher(t)); err == nil || err.Error() != want {
		t.Errorf("Bind returned %v", err)
	}
	res, err := nethttp.Get(serving(t, s) + "/a")
	if err != nil {
		t.Fatal(err)
	}
	if _ = text(t, res); res.StatusCode != 404 {
		t.Errorf("it was answered %d", res.StatusCode)
	}
}

func TestAHandlerIsMadeInSpiteOfAdvice(t *testing.T) {
	var log strings.Builder
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)

	advice := benzene.Finding{Check: "open-door", Message: "door: it stands open; close it", Advice: true}
	mounted := func(err error) http.Route {
		return http.Mount("/a", func(s http.Site) (nethttp.Handler, error) {
			h, _ := plain(s)
			return h, err
		})
	}
	want(t, ask(t, handler(t, dispatcher(t), mounted(errors.Join(advice))), "GET", "/a", ""), 200, "plain")
	if !strings.Contains(log.String(), `level=WARN msg="door: it stands open; close it" check=open-door`) {
		t.Errorf("logged %s", log.String())
	}
	h, err := http.Handler(dispatcher(t), mounted(errors.Join(advice, errors.New("house: it has no roof"))))
	if h != nil || err == nil || err.Error() != "house: it has no roof" {
		t.Errorf("Handler returned %v and %v", h, err)
	}
}

// A clock is a stream that ends when its server drains.
type clock struct{ draining <-chan struct{} }

func (c clock) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	select {
	case <-c.draining:
		_, _ = fmt.Fprint(w, "the server stops")
	case <-r.Context().Done():
	}
}

// Door shows the clock's name even to those whom a middleware turns away.
func (c clock) Door(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Server", "clock")
		next.ServeHTTP(w, r)
	})
}

func ExampleDoorkeeper() {
	surface := func(site http.Site) (nethttp.Handler, error) { return clock{site.Draining}, nil }
	h, _ := http.Handler(service(), http.Behind(authenticating, http.Mount("/clock", surface)))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/clock", nil))
	fmt.Println(w.Code, w.Header().Get("Server"))
	// Output:
	// 401 clock
}
