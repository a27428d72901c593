package http_test

import (
	"encoding/json"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dispatcher makes the dispatcher of endpoints, with no middleware.
func dispatcher(t testing.TB, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, nil)
}

// handler serves routes to endpoints.
func handler(t testing.TB, d *benzene.Dispatcher, routes ...http.Route) nethttp.Handler {
	t.Helper()
	h, err := http.Handler(d, routes...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask sends one request with a JSON body, or none, straight to h. The headers
// are name, value, name, value; an empty value takes the header away.
func ask(t testing.TB, h nethttp.Handler, method, target, body string, headers ...string) *nethttp.Response {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, target, reader)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Del(headers[i]); headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec.Result()
}

func text(t testing.TB, res *nethttp.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// want checks an answer's status and body.
func want(t testing.TB, res *nethttp.Response, code int, body string) {
	t.Helper()
	if got := text(t, res); res.StatusCode != code || got != body {
		t.Errorf("got %d %s, want %d %s", res.StatusCode, got, code, body)
	}
}

type problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Benzene   string `json:"benzeneStatus"`
	Reference string `json:"reference"`
	Errors    []struct {
		Message, Field, Code string
	} `json:"errors"`
}

// wantProblem checks that an answer is a problem document of code and status
// whose detail has the given words.
func wantProblem(t testing.TB, res *nethttp.Response, code int, status benzene.Status, words ...string) problem {
	t.Helper()
	body := text(t, res)
	var p problem
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("got %d %q, want a problem document: %v", res.StatusCode, body, err)
	}
	if got := res.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("the document came as %q", got)
	}
	if res.StatusCode != code || p.Status != code || p.Benzene != string(status) {
		t.Errorf("got %d with %s, want %d and %s", res.StatusCode, body, code, status)
	}
	for _, word := range words {
		if !strings.Contains(p.Detail, word) {
			t.Errorf("the detail is %q, want %q in it", p.Detail, word)
		}
	}
	return p
}

// send posts a JSON body to a real server.
func send(server *httptest.Server, path, body string, headers ...string) (*nethttp.Response, error) {
	r, err := nethttp.NewRequest("POST", server.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return server.Client().Do(r)
}
