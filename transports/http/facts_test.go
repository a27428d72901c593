package http_test

import (
	"context"
	"crypto/tls"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// tells answers with what telemetry is told of its message.
func tells(topic string) benzene.Endpoint {
	return benzene.Handle(topic, func(ctx context.Context, _ item) (map[string]any, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		facts := map[string]any{}
		inv.Facts.Facts(func(key string, value any) { facts[key] = value })
		return facts, nil
	})
}

func TestAMessageKnowsItsRequestForTelemetry(t *testing.T) {
	h := handler(t, dispatcher(t, tells("a")), http.Get("/a/{id}", "a"), http.Mount("POST example.com/benzene/", http.Invoke))
	r := httptest.NewRequest("GET", "https://example.com:8443/a/7?q=secret", nil)
	r.Header.Set("User-Agent", "curl/8")
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/2.0", 2, 0
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	want(t, rec.Result(), 200, `{"client.address":"192.0.2.1","client.port":1234,"http.request.method":"GET","http.route":"/a/{id}",`+
		`"network.protocol.version":"2","server.address":"example.com","server.port":8443,"url.path":"/a/7","url.scheme":"https","user_agent.original":"curl/8"}`)

	r = httptest.NewRequest("POST", "/benzene/x", strings.NewReader(`{"topic":"a","headers":{},"body":""}`))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr, r.TLS = "@", (*tls.ConnectionState)(nil)
	rec = httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	expected := `{"client.address":"@","http.request.method":"POST","http.route":"/benzene/","network.protocol.version":"1.1",` +
		`"server.address":"example.com","url.path":"/benzene/x","url.scheme":"http"}`
	if diff := cmp.Diff(expected, readEnvelope(t, rec.Result()).Body); diff != "" {
		t.Error(diff)
	}
}
