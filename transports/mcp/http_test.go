package mcp_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

func TestEveryOtherMethodIsRefused(t *testing.T) {
	d := newDesk(t)
	for _, method := range []string{"GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"} {
		r := request(ping, "Accept: text/event-stream", "Mcp-Session-Id: stale-1")
		r.Method = method
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if w.Code != 405 || w.Header().Get("Allow") != "POST" {
			t.Errorf("%s: got %d, Allow %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
}

func TestMediaTypesAreReadAsSuch(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		header string
		status int
	}{
		{"Content-Type: application/json; charset=utf-8", 200},
		{"Content-Type: Application/JSON ;x=y", 200},
		{"Content-Type: text/plain", 415},
		{"Content-Type: application/json-rpc", 415},
		{"Content-Type: text/plain; application/json", 415},
		{"Content-Type:", 415},
		{"+Content-Type: text/plain", 415},
		{"Content-Encoding: gzip", 415},
		{"Content-Encoding: identity", 200},
		{"Accept: text/event-stream, application/json", 200},
		{"Accept: */*", 200},
		{"Accept: application/*", 200},
		{"Accept:", 200},
		{"Accept: application/json;q=0.1, text/html", 200},
		{"Accept: APPLICATION/JSON;charset=utf-8", 200},
		{"Accept: text/html", 406},
		{"Accept: text/event-stream", 406},
		{"Accept: application/json;q=0, text/html", 406},
		{"Accept: application/json; Q=0.000", 406},
	} {
		h := d.post(t, ping, c.header)
		if h.Code != c.status || (h.fault == nil) != (c.status == 200) || h.fault != nil && h.fault.Code != -32600 {
			t.Errorf("%s: got %d %s", c.header, h.Code, h.text)
		}
	}
	if h := d.post(t, ping, "Accept: text/event-stream", "+Accept: application/json"); h.Code != 200 {
		t.Errorf("two lines of Accept: got %d", h.Code)
	}
}

func TestARefusalSaysWhatCame(t *testing.T) {
	d := newDesk(t)
	for header, want := range map[string]string{
		"Content-Type: text/plain":     `the Content-Type must be application/json, got "text/plain"`,
		"Content-Type:":                `the Content-Type must be application/json, got ""`,
		"Content-Encoding: gzip":       `the body must have no Content-Encoding, got "gzip"`,
		"Accept: text/html":            `Accept must allow application/json, which every answer is; got "text/html"`,
		"Origin: https://evil.example": `pages of another site may not call, got the Origin "https://evil.example"`,
	} {
		if h := d.post(t, ping, header); h.fault == nil || h.fault.Message != want {
			t.Errorf("%s: got %s", header, h.text)
		}
	}
	r := request("")
	r.Method = "PUT"
	if h := d.send(t, r); h.fault == nil || h.fault.Message != `the method must be POST, got "PUT"` {
		t.Error(h.text)
	}
	r = request(ping)
	r = r.WithContext(context.WithValue(r.Context(), nethttp.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.IPv6loopback})))
	r.Host = "api.example"
	if h := d.send(t, r); h.fault == nil || h.fault.Message != `on loopback the Host must be a loopback name, got "api.example"` {
		t.Error(h.text)
	}
}

func TestOtherSitesMayNotCall(t *testing.T) {
	d := newDesk(t)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}}`
	for _, c := range []struct {
		local, host string
		origins     []string
		status      int
	}{
		{"127.0.0.1", "localhost:8080", nil, 200},
		{"127.0.0.1", "LOCALHOST", nil, 200},
		{"127.0.0.1", "127.0.0.1:8080", nil, 200},
		{"127.0.0.1", "127.9.9.9", nil, 200},
		{"::1", "[::1]:8080", nil, 200},
		{"::1", "[::1]", nil, 200},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost:8080"}, 200},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost:3000"}, 200},
		{"127.0.0.1", "localhost:8080", []string{"https://127.0.0.1"}, 200},
		{"127.0.0.1", "localhost:8080", []string{"http://[::1]:9"}, 200},
		{"127.0.0.1", "evil.example", nil, 403},
		{"127.0.0.1", "evil.example:8080", []string{"http://evil.example:8080"}, 403},
		{"127.0.0.1", "localhost.evil.example", nil, 403},
		{"127.0.0.1", "evil-localhost", nil, 403},
		{"127.0.0.1", "localhost.", nil, 403},
		{"127.0.0.1", "127.0.0.1.evil.example", nil, 403},
		{"127.0.0.1", "128.0.0.1", nil, 403},
		{"127.0.0.1", "", nil, 403},
		{"127.0.0.1", "localhost:8080", []string{"http://evil.example"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost.evil.example"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost:8080@evil.example"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"null"}, 403},
		{"127.0.0.1", "localhost:8080", []string{""}, 403},
		{"127.0.0.1", "localhost:8080", []string{"%%"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"file://localhost"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost:8080/path"}, 403},
		{"127.0.0.1", "localhost:8080", []string{"http://localhost:8080", "http://evil.example"}, 403},
		{"192.0.2.1", "api.example", nil, 200},
		{"192.0.2.1", "api.example", []string{"http://api.example"}, 200},
		{"192.0.2.1", "api.example:80", []string{"http://API.example"}, 200},
		{"192.0.2.1", "api.example", []string{"http://api.example:8080"}, 403},
		{"192.0.2.1", "api.example", []string{"https://api.example"}, 403},
		{"192.0.2.1", "api.example", []string{"http://localhost"}, 403},
		{"192.0.2.1", "api.example", []string{"https://evil.example"}, 403},
	} {
		r := request(call)
		r = r.WithContext(context.WithValue(r.Context(), nethttp.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.ParseIP(c.local), Port: 8080})))
		r.Host, r.Header["Origin"] = c.host, c.origins
		before := len(d.ran())
		h := d.send(t, r)
		if h.Code != c.status || (len(d.ran()) > before) != (c.status == 200) {
			t.Errorf("to %s, Host %q, Origin %q: got %d, want %d", c.local, c.host, c.origins, h.Code, c.status)
		}
	}
}

func TestASecurePageMayCallItsOwnServer(t *testing.T) {
	for origin, status := range map[string]int{"https://api.example": 200, "https://api.example:443": 200, "http://api.example": 403} {
		r := request(ping, "Origin: "+origin)
		r.Host, r.TLS = "api.example", &tls.ConnectionState{}
		if h := newDesk(t).send(t, r); h.Code != status {
			t.Errorf("%s: got %d", origin, h.Code)
		}
	}
}

func TestForeignPagesAreRefusedWhateverTheyAsk(t *testing.T) {
	d := newDesk(t)
	for _, method := range []string{"GET", "OPTIONS", "POST"} {
		r := request("not json", "Origin: https://evil.example", "Content-Type: text/plain")
		r.Method = method
		d.send(t, r).faulty(t, 403, -32600)
	}
}

// Over a real connection net/http itself says which address was reached.
func TestALoopbackServerIsGuardedOverTheWire(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	for host, status := range map[string]int{"": 200, "evil.example": 403} {
		r, _ := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path, strings.NewReader(ping))
		r.Header.Set("Content-Type", "application/json")
		r.Host = host
		response, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != status {
			t.Errorf("Host %q: got %d", host, response.StatusCode)
		}
	}
}

func TestTheOtherSpellingOfThePathIsNoRedirect(t *testing.T) {
	d := newDesk(t)
	for _, other := range []string{path + "/", "/benzene", "/benzene/mcp/x", "//benzene/mcp"} {
		r := request(ping)
		r.URL.Path = other
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if w.Code != 404 {
			t.Errorf("%s: got %d", other, w.Code)
		}
	}
}

func TestThePathCanBeChanged(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Path("/tools")))
	if err != nil {
		t.Fatal(err)
	}
	r := request(ping)
	r.URL.Path = "/tools"
	if got := (&desk{Handler: h}).send(t, r); string(got.result) != "{}" {
		t.Error(got.text)
	}
}

func TestTwoEndpointsStandSideBySide(t *testing.T) {
	registry, _ := benzene.NewRegistry(endpoints()...)
	parts := mcp.Tool("ping_tool", "Does nothing.", "ping")
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(parts), http.Mount("/two", mcp.Surface(parts, mcp.Path("/ignored"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{path, "/two"} {
		r := request(listTools)
		r.URL.Path = at
		if got := (&desk{Handler: h}).send(t, r); !strings.Contains(got.text, "ping_tool") {
			t.Error(got.text)
		}
	}
}

// HTTP/2 and a body in chunks are net/http's to understand; this shows that
// nothing here stands in the way.
func TestHTTP2AndChunksAreServed(t *testing.T) {
	server := httptest.NewUnstartedServer(newDesk(t))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	for _, body := range []io.Reader{strings.NewReader(ping), io.MultiReader(strings.NewReader(ping[:7]), strings.NewReader(ping[7:]))} {
		response, err := server.Client().Post(server.URL+path, "application/json", body)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if response.ProtoMajor != 2 || string(text) != `{"jsonrpc":"2.0","id":1,"result":{}}` {
			t.Errorf("HTTP/%d: %s", response.ProtoMajor, text)
		}
		if want := fmt.Sprint(len(text)); response.Header.Get("Content-Length") != want {
			t.Errorf("Content-Length %q, want %s", response.Header.Get("Content-Length"), want)
		}
	}
}
