package http_test

import (
	"context"
	"encoding/json"
	nethttp "net/http"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type envelope struct {
	StatusCode   string            `json:"statusCode"`
	IsSuccessful *bool             `json:"isSuccessful"`
	Headers      map[string]string `json:"headers"`
	Body         string            `json:"body"`
}

func readEnvelope(t testing.TB, res *nethttp.Response) envelope {
	t.Helper()
	var e envelope
	if body := text(t, res); json.Unmarshal([]byte(body), &e) != nil {
		t.Fatalf("got %d %q, want an envelope", res.StatusCode, body)
	}
	return e
}

func TestTheEnvelopeReachesAnyTopicAndVersion(t *testing.T) {
	one := benzene.Handle("v", func(ctx context.Context, in item) (string, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		return inv.Transport + " one " + in.ID + inv.Headers.Get("Benzene-Mcp-Tool"), nil
	})
	two := benzene.HandleResult("v", func(_ context.Context, in item) benzene.Result[string] {
		return benzene.Result[string]{Status: "created", Value: "two " + in.ID, Headers: benzene.HeaderMap{"x-own": "1\r\nSet-Cookie: a=b"}}
	}, benzene.Version("2"))
	h := handler(t, dispatcher(t, one, two), http.Envelope(), http.Mount("/elsewhere", http.Invoke))
	for _, path := range []string{"/benzene/invoke", "/elsewhere"} {
		res := ask(t, h, "POST", path, `{"topic":"v","headers":{"Benzene-MCP-Tool":"forged"},"body":"{\"id\":\"7\"}"}`)
		want(t, res, 200, `{"statusCode":"ok","isSuccessful":true,"headers":{"content-type":"application/json"},"body":"\"benzene one 7\""}`)
		res = ask(t, h, "POST", path, `{"topic":"v","headers":{"Version":"2"},"body":"{\"id\":\"7\"}"}`)
		if e := readEnvelope(t, res); res.StatusCode != 201 || e.StatusCode != "created" || e.Body != `"two 7"` {
			t.Errorf("got %d %+v", res.StatusCode, e)
		}
		if len(res.Header) != 2 {
			t.Errorf("the outer headers are %v", res.Header)
		}
	}
}

func TestTheEnvelopeIsTheAnswerEvenWhereItsStatusHasNoBody(t *testing.T) {
	e := benzene.Handle("gone", func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }, benzene.Succeeds(benzene.Deleted))
	res := ask(t, handler(t, dispatcher(t, e), http.Envelope()), "POST", "/benzene/invoke", `{"topic":"gone","headers":{},"body":""}`)
	if e := readEnvelope(t, res); res.StatusCode != 200 || e.StatusCode != "deleted" || !*e.IsSuccessful {
		t.Errorf("got %d %+v", res.StatusCode, e)
	}
}

func TestAnEnvelopeThatCannotBeReadIsAnsweredByOne(t *testing.T) {
	h := handler(t, dispatcher(t), http.Envelope())
	for _, body := range []string{"", "x", "[]", `{"topic":1}`, `{"topic":"a","headers":{"a":1}}`, `{"topic":"a","body":{}}`} {
		res := ask(t, h, "POST", "/benzene/invoke", body)
		if e := readEnvelope(t, res); res.StatusCode != 400 || e.StatusCode != "bad-request" || *e.IsSuccessful {
			t.Errorf("%q: got %d %+v", body, res.StatusCode, e)
		}
	}
	res := ask(t, h, "POST", "/benzene/invoke", "{}", "Content-Type", "text/plain")
	if e := readEnvelope(t, res); res.StatusCode != 415 || e.StatusCode != "unsupported-media-type" || *e.IsSuccessful {
		t.Errorf("got %d %+v", res.StatusCode, e)
	}
}

func TestTheEnvelopeTakesPostAlone(t *testing.T) {
	h := handler(t, dispatcher(t), http.Envelope())
	for _, method := range []string{"GET", "PUT", "DELETE", "OPTIONS"} {
		res := ask(t, h, method, "/benzene/invoke", "")
		wantProblem(t, res, 405, "method-not-allowed")
		if allow := res.Header.Get("Allow"); allow != "POST" {
			t.Errorf("%s: Allow is %q", method, allow)
		}
	}
}
