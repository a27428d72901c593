package http_test

import (
	"context"
	nethttp "net/http"
	"strconv"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

func TestASuccessIsAnsweredByItsStatus(t *testing.T) {
	for status, code := range map[benzene.Status]int{
		"ok": 200, "created": 201, "accepted": 202, "updated": 204, "deleted": 204, "ignored": 200, "over-easy": 200,
		"service-unavailable": 503, "not-found": 404,
	} {
		e := benzene.HandleResult("a", func(context.Context, struct{}) benzene.Result[string] {
			return benzene.Result[string]{Status: status, Value: "it", Headers: benzene.HeaderMap{"x-own": "1"}}
		})
		res := ask(t, handler(t, dispatcher(t, e), http.Post("/a", "a")), "POST", "/a", "")
		body, kind, length := `"it"`, "application/json", "4"
		if code == 204 {
			body, kind, length = "", "", ""
		}
		want(t, res, code, body)
		if h := res.Header; h.Get("Content-Type") != kind || h.Get("Content-Length") != length || h.Get("X-Own") != "1" {
			t.Errorf("%s: the headers are %v", status, h)
		}
	}
}

func TestAnEventIsAcceptedWithoutABody(t *testing.T) {
	e := benzene.On("paid", func(context.Context, item) error { return nil })
	res := ask(t, handler(t, dispatcher(t, e), http.Post("/paid", "paid")), "POST", "/paid", `{"id":"7"}`)
	want(t, res, 202, "")
	if h := res.Header; h.Get("Content-Type") != "" || h.Get("Content-Length") != "0" {
		t.Errorf("the headers are %v", h)
	}
}

func TestAHandlersHeadersCannotBreakTheResponse(t *testing.T) {
	evil := benzene.HeaderMap{
		"x-fine": "tab\tand text é", "content-type": "text/csv", "content-length": "1", "transfer-encoding": "chunked", "connection": "close",
		"x-split": "1\r\nSet-Cookie: a=b", "x-nul": "\x00", "bad name": "1", "bad\r\nset-cookie": "a=b", "": "1", "x-del": "\x7f",
	}
	e := benzene.HandleResult("a", func(context.Context, struct{}) benzene.Result[string] {
		return benzene.Result[string]{Value: "value", Headers: evil}
	})
	res := ask(t, handler(t, dispatcher(t, e), http.Post("/a", "a")), "POST", "/a", "")
	want(t, res, 200, `"value"`)
	expected := nethttp.Header{"X-Fine": {"tab\tand text é"}, "Content-Type": {"text/csv"}, "Content-Length": {strconv.Itoa(len(`"value"`))}}
	for name := range res.Header {
		if res.Header.Get(name) != expected.Get(name) {
			t.Errorf("%s is %q", name, res.Header[name])
		}
	}
	if len(res.Header) != len(expected) {
		t.Errorf("the headers are %v", res.Header)
	}
}
