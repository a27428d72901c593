package http_test

import (
	"context"
	"errors"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type order struct {
	Customer string `json:"customer"`
	N        int64  `json:"n"`
}

// orders echoes, and counts its calls.
func orders(calls *int) benzene.Endpoint {
	return benzene.Handle("order", func(_ context.Context, in order) (order, error) {
		*calls++
		return in, nil
	})
}

// bothWays are the route and the envelope: the same body, and what it is in a
// request of each.
var bothWays = map[string]func(body string) string{
	"/orders":         func(body string) string { return body },
	"/benzene/invoke": func(body string) string { return `{"topic":"order","headers":{},"body":` + quote(body) + `}` },
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

func TestMediaTypesAreReadAsSuch(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"), http.Envelope())
	for path, pack := range bothWays {
		for contentType, code := range map[string]int{
			"application/json":                    200,
			"application/json; charset=utf-8":     200,
			`Application/JSON ; Charset="UTF-8"`:  200,
			"application/vnd.acme+json":           200,
			"application/json; charset=utf-16":    415,
			"text/plain":                          415,
			"text/plain; x=application/json":      415,
			"application/x-www-form-urlencoded":   415,
			"application/jsonp":                   415,
			"application/json, text/plain":        415,
			"application/json; charset=utf-8; ;=": 415,
			"":                                    415,
		} {
			calls = 0
			res := ask(t, h, "POST", path, pack(`{"customer":"ada"}`), "Content-Type", contentType)
			if ran := calls == 1; res.StatusCode != code || ran != (code == 200) {
				t.Errorf("%s as %q: %d (handled: %v), want %d", path, contentType, res.StatusCode, ran, code)
			}
		}
		for _, accept := range []string{"*/*", "", "text/html"} {
			if res := ask(t, h, "POST", path, pack(`{}`), "Accept", accept); res.StatusCode != 200 {
				t.Errorf("%s for %q: %d", path, accept, res.StatusCode)
			}
		}
		for encoding, code := range map[string]int{"gzip": 415, "identity": 200, "": 200} {
			if res := ask(t, h, "POST", path, pack(`{}`), "Content-Encoding", encoding); res.StatusCode != code {
				t.Errorf("%s in %q: %d, want %d", path, encoding, res.StatusCode, code)
			}
		}
	}
	wantProblem(t, ask(t, h, "POST", "/orders", "{}", "Content-Type", "text/plain"), 415, "unsupported-media-type", "application/json", `it came as ["text/plain"]`)
}

func TestABodyWithoutATypeIsToldWhichToSend(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"))
	for _, types := range [][]string{nil, {""}} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader("{}"))
		r.Header["Content-Type"] = types
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		wantProblem(t, rec.Result(), 415, "unsupported-media-type", "it has no Content-Type; send application/json")
	}
}

func TestAHeaderGivenTwiceIsNoType(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"))
	r := httptest.NewRequest("POST", "/orders", strings.NewReader("{}"))
	r.Header["Content-Type"] = []string{"application/json", "text/plain"}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	wantProblem(t, rec.Result(), 415, "unsupported-media-type")
}

func TestNoBodyIsTheZeroRequestWhateverItsType(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"), http.Get("/orders", "order"), http.Delete("/orders", "order"))
	for _, method := range []string{"POST", "GET", "DELETE"} {
		want(t, ask(t, h, method, "/orders", ""), 200, `{"customer":"","n":0}`)
		want(t, ask(t, h, method, "/orders", "", "Content-Type", "text/plain"), 200, `{"customer":"","n":0}`)
	}
	r := httptest.NewRequest("POST", "/orders", io.MultiReader())
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r) // of unknown length, and then empty
	want(t, rec.Result(), 200, `{"customer":"","n":0}`)
}

func TestABodyIsOneValue(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"), http.Envelope())
	for path := range bothWays {
		for _, body := range []string{`{"customer":"ada"}{"again":1}`, `{"customer":`, " ", `{"topic":1}`, `[]`} {
			res := ask(t, h, "POST", path, body)
			if path == "/orders" && body == `{"topic":1}` {
				continue // a member that nobody reads
			}
			if res.StatusCode != 400 {
				t.Errorf("%s with %q: %d %s", path, body, res.StatusCode, text(t, res))
			}
		}
	}
	if calls != 1 {
		t.Errorf("the handler ran %d times, want once", calls)
	}
}

func TestABodyOverTheLimitIsRefused(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"), http.Post("/small", "order", http.Limit(20)),
		http.Post("/least", "order", http.Limit(1)), http.Envelope())
	sized := func(n int) string {
		return `{"customer":"` + strings.Repeat("a", n-len(`{"customer":""}`)) + `"}`
	}
	envelope := func(n int) string {
		empty := bothWays["/benzene/invoke"](`{}`)
		return empty + strings.Repeat(" ", n-len(empty))
	}
	for _, c := range []struct {
		path, body string
		code       int
	}{
		{"/small", sized(20), 200},
		{"/small", sized(21), 413},
		{"/least", "{}", 413},
		{"/orders", sized(1 << 20), 200},
		{"/orders", sized(1<<20 + 1), 413},
		{"/benzene/invoke", envelope(1 << 20), 200},
		{"/benzene/invoke", envelope(1<<20 + 1), 413},
	} {
		for _, known := range []bool{true, false} {
			r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", "application/json")
			if !known {
				r.ContentLength = -1
			}
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			if rec.Code != c.code {
				t.Errorf("%s with %d bytes (told before: %v): %d, want %d", c.path, len(c.body), known, rec.Code, c.code)
			}
		}
	}
	wantProblem(t, ask(t, h, "POST", "/small", sized(21)), 413, "content-too-large", "20 bytes")
}

func TestALimitOfAnotherMiddlewareIsRefusedLikeOurs(t *testing.T) {
	calls := 0
	ten := func(next nethttp.Handler) nethttp.Handler { return nethttp.MaxBytesHandler(next, 10) }
	h := handler(t, dispatcher(t, orders(&calls)), http.Behind(ten, http.Post("/orders", "order")))
	wantProblem(t, ask(t, h, "POST", "/orders", `{"customer":"ada"}`), 413, "content-too-large", "10 bytes")
}

// A middleware that decompresses need not know how long the body becomes.
func TestABodyMayBeOfAnotherLengthThanItsHeaderSays(t *testing.T) {
	for _, body := range []string{`{"customer":"ada"}`, `{"customer":"` + strings.Repeat("a", 100<<10) + `"}`} {
		unpacked := func(next nethttp.Handler) nethttp.Handler {
			return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
				r.Body = io.NopCloser(strings.NewReader(body))
				next.ServeHTTP(w, r)
			})
		}
		calls := 0
		h := handler(t, dispatcher(t, orders(&calls)), http.Behind(unpacked, http.Post("/orders", "order")))
		if res := ask(t, h, "POST", "/orders", strings.Repeat("x", 40)); res.StatusCode != 200 || calls != 1 {
			t.Errorf("%.40s: got %d %s", body, res.StatusCode, text(t, res))
		}
	}
}

// failing gives some bytes and then an error.
type failing struct {
	io.Reader
	err error
}

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = f.err
	}
	return n, err
}

func TestABodyThatBreaksOffIsNotHandled(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"))
	for _, length := range []int64{-1, 100} {
		for _, err := range []error{io.ErrUnexpectedEOF, errors.New("reset")} {
			r := httptest.NewRequest("POST", "/orders", failing{strings.NewReader(`{"customer":"ada"}`), err})
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/json")
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			wantProblem(t, rec.Result(), 400, "bad-request")
		}
	}
	if calls != 0 {
		t.Errorf("the handler ran %d times", calls)
	}
}

func TestIntegersAboveTheFloatRangeStayExact(t *testing.T) {
	calls := 0
	h := handler(t, dispatcher(t, orders(&calls)), http.Post("/orders", "order"), http.Get("/orders/{n}", "order"), http.Envelope())
	const exact, over = `{"customer":"x","n":9007199254740993}`, `{"customer":"x","n":9223372036854775808}`
	want(t, ask(t, h, "POST", "/orders", exact), 200, exact)
	want(t, ask(t, h, "GET", "/orders/9007199254740993", ""), 200, `{"customer":"","n":9007199254740993}`)
	if body := text(t, ask(t, h, "POST", "/benzene/invoke", bothWays["/benzene/invoke"](exact))); !strings.Contains(body, "9007199254740993") {
		t.Errorf("the envelope is %s", body)
	}
	wantProblem(t, ask(t, h, "POST", "/orders", over), 400, "bad-request", "n must be")
	wantProblem(t, ask(t, h, "GET", "/orders/9223372036854775808", ""), 400, "bad-request", "n must be")
	if body := text(t, ask(t, h, "POST", "/benzene/invoke", bothWays["/benzene/invoke"](over))); !strings.Contains(body, `\"field\":\"n\"`) {
		t.Errorf("the envelope is %s", body)
	}
}
