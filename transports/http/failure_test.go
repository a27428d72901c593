package http_test

import (
	"context"
	"encoding/json"
	"errors"
	nethttp "net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

const secret = "token=T0P5ECRET path=/srv/app/db.go"

// failing endpoints, by topic.
func failures() []benzene.Endpoint {
	of := func(topic string, fail func() error) benzene.Endpoint {
		return benzene.Handle(topic, func(context.Context, struct{}) (string, error) { return "lost", fail() })
	}
	return []benzene.Endpoint{
		of("panics", func() error { panic(secret) }),
		of("exits", func() error { runtime.Goexit(); return nil }),
		of("returns", func() error { return errors.New(secret) }),
		of("wraps", func() error { return benzene.Conflict.Wrap(errors.New(secret), "it is taken") }),
		of("says", func() error { return benzene.NotFound.Errorf("there is no order 7") }),
		of("late", func() error { return context.DeadlineExceeded }),
		of("details", func() error {
			return &benzene.Error{Status: benzene.ValidationError, Details: []benzene.Detail{{Message: "name is required", Field: "name", Code: "required"}, {Message: "and so on"}}}
		}),
		of("own", func() error { return http.MethodNotAllowed.Errorf("not on Sundays") }),
		of("success", func() error { return benzene.Deleted.Errorf("no success") }),
		of("authored", func() error {
			return &benzene.Error{Status: benzene.Conflict, Message: "taken", Problem: &benzene.Problem{
				Type: "https://example.com/taken", Instance: "/seats/14C", Members: map[string]any{"seat": "14C", "status": "smuggled"}}}
		}),
		of("unwritable", func() error {
			return &benzene.Error{Status: benzene.Conflict, Problem: &benzene.Problem{Members: map[string]any{"f": func() {}}}}
		}),
		of("explosive", func() error {
			return &benzene.Error{Status: benzene.Conflict, Problem: &benzene.Problem{Members: map[string]any{"m": explosive{}}}}
		}),
		benzene.Handle("unencodable", func(context.Context, struct{}) (any, error) { return func() {}, nil }),
		of("nil", func() error { var none *benzene.Error; return none }),
		of("hollow", func() error { var none *hollow; return none }),
		of("fine", func() error { return nil }),
	}
}

// An explosive panics when it is written.
type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic(secret) }

// A hollow is an error that cannot be asked anything when it is nil.
type hollow struct{ cause error }

func (h *hollow) Error() string { return h.cause.Error() }
func (h *hollow) Unwrap() error { return h.cause }

func failureServer(t *testing.T) (call func(topic string) *nethttp.Response, invoke func(topic string) *nethttp.Response) {
	var routes []http.Route
	for _, e := range failures() {
		routes = append(routes, http.Post("/"+e.Contract().Topic.ID, e.Contract().Topic.ID))
	}
	server := httptest.NewServer(handler(t, dispatcher(t, failures()...), append(routes, http.Envelope())...))
	t.Cleanup(server.Close)
	post := func(path, body string) *nethttp.Response {
		res, err := server.Client().Post(server.URL+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(path, err)
		}
		return res
	}
	return func(topic string) *nethttp.Response { return post("/"+topic, "") },
		func(topic string) *nethttp.Response {
			return post("/benzene/invoke", `{"topic":"`+topic+`","headers":{},"body":""}`)
		}
}

func TestAFailureIsAProblemDocument(t *testing.T) {
	call, _ := failureServer(t)
	for _, c := range []struct {
		topic     string
		code      int
		status    benzene.Status
		detail    string
		reference bool
	}{
		{"panics", 503, "service-unavailable", "could not handle", true},
		{"exits", 503, "service-unavailable", "could not handle", true},
		{"returns", 503, "service-unavailable", "could not handle", true},
		{"wraps", 409, "conflict", "it is taken", true},
		{"says", 404, "not-found", "there is no order 7", false},
		{"nil", 503, "service-unavailable", "could not handle", true},
		{"hollow", 503, "service-unavailable", "could not handle", true},
		{"late", 504, "timeout", "too long", true},
		{"details", 422, "validation-error", "name is required, and so on", false},
		{"own", 500, "method-not-allowed", "not on Sundays", false},
		{"success", 500, "deleted", "no success", false},
		{"authored", 409, "conflict", "taken", false},
		{"unwritable", 409, "conflict", "", false},
		{"explosive", 409, "conflict", "", false},
		{"unencodable", 500, "unexpected-error", "could not be written", true},
	} {
		t.Run(c.topic, func(t *testing.T) {
			p := wantProblem(t, call(c.topic), c.code, c.status, c.detail)
			if (p.Reference != "") != c.reference {
				t.Errorf("the reference is %q", p.Reference)
			}
			want(t, call("fine"), 200, `"lost"`) // and the next call works
		})
	}
}

func TestTheDetailsAndTheApplicationsOwnDocumentArriveAsWritten(t *testing.T) {
	call, _ := failureServer(t)
	want(t, call("details"), 422, `{"type":"https://benzene.app/problems/validation-error","title":"Validation failed","status":422,`+
		`"detail":"name is required, and so on","benzeneStatus":"validation-error",`+
		`"errors":[{"message":"name is required","field":"name","code":"required"},{"message":"and so on"}]}`)
	want(t, call("authored"), 409, `{"type":"https://example.com/taken","status":409,"detail":"taken","instance":"/seats/14C",`+
		`"benzeneStatus":"conflict","errors":[{"message":"taken"}],"seat":"14C"}`)
}

func TestTheEnvelopeOfAFailureHasItsStatusAndNoNumber(t *testing.T) {
	_, invoke := failureServer(t)
	for topic, expected := range map[string]struct {
		code   int
		status string
	}{
		"panics": {503, "service-unavailable"}, "exits": {503, "service-unavailable"}, "returns": {503, "service-unavailable"},
		"nil": {503, "service-unavailable"}, "hollow": {503, "service-unavailable"}, "says": {404, "not-found"}, "details": {422, "validation-error"}, "own": {500, "method-not-allowed"},
		"unwritable": {409, "conflict"}, "explosive": {409, "conflict"}, "nobody": {404, "not-found"}, "": {422, "validation-error"},
	} {
		res := invoke(topic)
		e := readEnvelope(t, res)
		var inner map[string]any
		if err := json.Unmarshal([]byte(e.Body), &inner); err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != expected.code || e.StatusCode != expected.status || e.IsSuccessful == nil || *e.IsSuccessful {
			t.Errorf("%s: %d with %+v, want %d and %s", topic, res.StatusCode, e, expected.code, expected.status)
		}
		if _, numbered := inner["status"]; numbered || inner["benzeneStatus"] != expected.status {
			t.Errorf("%s: the document inside is %s", topic, e.Body)
		}
		if e.Headers["content-type"] != "application/problem+json" || res.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v in %v", topic, e.Headers, res.Header)
		}
	}
}

func TestNoAnswerShowsACause(t *testing.T) {
	call, invoke := failureServer(t)
	for _, topic := range []string{"panics", "returns", "wraps", "explosive", "unwritable"} {
		for _, res := range []*nethttp.Response{call(topic), invoke(topic)} {
			if body := text(t, res); strings.Contains(body, "T0P5ECRET") || strings.Contains(body, "/srv/") {
				t.Errorf("%s: %s", topic, body)
			}
		}
	}
}

func TestAFailedMessageHasItsHeadersAndItsScopeEndedOnce(t *testing.T) {
	var ends []string
	scoped := benzene.NewScoped(
		func(context.Context) (int, error) { return 1, nil },
		func(_ context.Context, _ int, outcome error) error {
			ends = append(ends, string(benzene.StatusOf(outcome)))
			return nil
		})
	e := benzene.Handle("a", func(ctx context.Context, _ struct{}) (string, error) {
		if _, err := scoped.From(ctx); err != nil {
			return "", err
		}
		inv, _ := benzene.InvocationFrom(ctx)
		inv.SetReplyHeader("retry-after", "7")
		inv.SetReplyHeader("content-type", "text/plain")
		return "", benzene.TooManyRequests.Errorf("slow down")
	})
	res := ask(t, handler(t, dispatcher(t, e), http.Post("/a", "a")), "POST", "/a", "")
	wantProblem(t, res, 429, "too-many-requests")
	if res.Header.Get("Retry-After") != "7" {
		t.Errorf("the headers are %v", res.Header)
	}
	if diff := cmp.Diff([]string{"too-many-requests"}, ends); diff != "" {
		t.Error(diff)
	}
}
