package mcp_test

import (
	"context"
	"errors"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const callPing = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}}`

// guarded is a desk behind middleware that lets nobody in without a token.
func guarded(t *testing.T, parts ...mcp.Part) *desk {
	t.Helper()
	authenticate := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if r.Header.Get("Authorization") != "Bearer token" {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(nethttp.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	d := &desk{}
	registry, err := benzene.NewRegistry(endpoints()...)
	if err != nil {
		t.Fatal(err)
	}
	dispatcher := benzene.NewDispatcher(registry, benzene.Pipeline{d.note})
	d.Handler, err = http.Handler(dispatcher, http.Behind(authenticate, mcp.Endpoint(append(parts, tools())...)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// reaching says over which of the server's addresses r came, and by which name.
func reaching(r *nethttp.Request, local, host string) *nethttp.Request {
	addr := net.Addr(&net.TCPAddr{IP: net.ParseIP(local), Port: 8080})
	r = r.WithContext(context.WithValue(r.Context(), nethttp.LocalAddrContextKey, addr))
	r.Host = host
	return r
}

func preflight(origin, method, headers string) *nethttp.Request {
	r := request("", "Content-Type:", "Accept:", "MCP-Protocol-Version:", "Origin: "+origin,
		"Access-Control-Request-Method: "+method, "Access-Control-Request-Headers: "+headers)
	r.Method = "OPTIONS"
	return r
}

func TestAPageThatIsAllowedNeedsNoTokenForItsPreflight(t *testing.T) {
	w := httptest.NewRecorder()
	guarded(t, mcp.Origins("https://app.example")).ServeHTTP(w, preflight("https://app.example", "POST", "content-type,authorization,mcp-protocol-version"))
	want := nethttp.Header{
		"Access-Control-Allow-Origin":  {"https://app.example"},
		"Access-Control-Allow-Methods": {"POST"},
		"Access-Control-Allow-Headers": {"content-type, authorization, mcp-protocol-version"},
		"Access-Control-Max-Age":       {"600"},
		"Vary":                         {"Origin", "Access-Control-Request-Method, Access-Control-Request-Headers"},
	}
	if diff := cmp.Diff(want, w.Header()); diff != "" || w.Code != 204 || w.Body.Len() > 0 {
		t.Errorf("got %d %q (-want +got):\n%s", w.Code, w.Body, diff)
	}
}

func TestEveryAnswerToAPageThatIsAllowedNamesIt(t *testing.T) {
	d := guarded(t, mcp.Origins("https://app.example"))
	for _, c := range []struct {
		method, token, body string
		status              int
	}{
		{"POST", "Bearer token", callPing, 200},
		{"POST", "Bearer token", "not json", 400},
		{"POST", "Bearer token", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202},
		{"POST", "", callPing, 401},
		{"GET", "Bearer token", "", 405},
		{"OPTIONS", "", "", 401}, // no pre-flight
	} {
		r := request(c.body, "Origin: https://app.example", "Authorization: "+c.token)
		r.Method = c.method
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		h := w.Header()
		if w.Code != c.status || h.Get("Access-Control-Allow-Origin") != "https://app.example" || h.Get("Vary") != "Origin" ||
			h.Get("Access-Control-Expose-Headers") != "Mcp-Session-Id, WWW-Authenticate" || h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %q %s: got %d %v", c.method, c.token, c.body, w.Code, h)
		}
	}
}

func TestOtherPagesGetNothingThatABrowserAccepts(t *testing.T) {
	d := guarded(t, mcp.Origins("https://app.example"))
	own := request(callPing, "Origin: http://example.com", "Authorization: Bearer token")
	twice := request(callPing, "Origin: https://app.example", "+Origin: https://app.example", "Authorization: Bearer token")
	for name, c := range map[string]struct {
		r      *nethttp.Request
		status int
	}{
		"a foreign page":              {request(callPing, "Origin: https://evil.example", "Authorization: Bearer token"), 403},
		"a foreign page, no token":    {request(callPing, "Origin: https://evil.example"), 403},
		"its pre-flight":              {preflight("https://evil.example", "POST", "authorization"), 403},
		"a page without an origin":    {preflight("null", "POST", "authorization"), 403},
		"the plain origin":            {preflight("http://app.example", "POST", "authorization"), 403},
		"another port":                {preflight("https://app.example:8443", "POST", "authorization"), 403},
		"a longer name":               {preflight("https://app.example.evil", "POST", "authorization"), 403},
		"a page below":                {preflight("https://x.app.example", "POST", "authorization"), 403},
		"two origins":                 {twice, 403},
		"a page of the server's own":  {own, 200},
		"the own page's pre-flight":   {preflight("http://example.com", "POST", "authorization"), 401},
		"a program":                   {request(callPing, "Authorization: Bearer token"), 200},
		"a program without its token": {request(callPing), 401},
	} {
		before := len(d.ran())
		w := httptest.NewRecorder()
		d.ServeHTTP(w, c.r)
		for header := range w.Header() {
			if strings.HasPrefix(header, "Access-Control-") {
				t.Errorf("%s is answered %s: %q", name, header, w.Header()[header])
			}
		}
		if w.Code != c.status || w.Header().Get("Vary") != "Origin" || (len(d.ran()) > before) != (c.status == 200) {
			t.Errorf("%s: got %d %v", name, w.Code, w.Header())
		}
		if c.status == 403 {
			hear(t, w).faulty(t, 403, -32600)
		}
	}
}

func TestAPageMaySendWhatAClientOfMCPSends(t *testing.T) {
	d := newDesk(t, mcp.Origins("https://app.example"))
	for wanted, want := range map[string]string{
		"": "",
		"Authorization,Content-Type, Accept ,MCP-Session-Id,MCP-Protocol-Version,Mcp-Method,Mcp-Name": "Authorization, Content-Type, Accept, MCP-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
		"traceparent, tracestate, baggage":               "traceparent, tracestate, baggage",
		"mcp-param-region, MCP-Param-X, mcp-param-, mcp": "mcp-param-region, MCP-Param-X",
		"mcp-param-a b, mcp-param-é, mcp-param-a;b":      "",
		"cookie, x-forwarded-for, host, *":               "",
	} {
		w := httptest.NewRecorder()
		d.ServeHTTP(w, preflight("https://app.example", "POST", wanted))
		got, given := w.Header()["Access-Control-Allow-Headers"]
		if w.Code != 204 || given != (want != "") || strings.Join(got, ";") != want {
			t.Errorf("%q: got %d, %q", wanted, w.Code, got)
		}
	}
}

func TestWithoutOriginsNothingIsSaidToBrowsers(t *testing.T) {
	for name, c := range map[string]struct {
		d      *desk
		status int
	}{"open": {newDesk(t), 405}, "guarded": {guarded(t), 401}} {
		w := httptest.NewRecorder()
		c.d.ServeHTTP(w, preflight("http://example.com", "POST", "authorization"))
		if h := w.Header(); w.Code != c.status || h.Get("Access-Control-Allow-Origin")+h.Get("Access-Control-Allow-Methods")+h.Get("Vary") != "" {
			t.Errorf("%s: got %d %v", name, w.Code, h)
		}
	}
}

func TestAForeignCallerIsTurnedAwayBeforeItIsAskedWhoItIs(t *testing.T) {
	d := guarded(t)
	for name, r := range map[string]*nethttp.Request{
		"a page of another site": request(callPing, "Origin: https://evil.example"),
		"a name of its own":      reaching(request(callPing), "127.0.0.1", "evil.example"),
	} {
		for _, method := range []string{"POST", "GET", "OPTIONS"} {
			r.Method = method
			w := httptest.NewRecorder()
			d.ServeHTTP(w, r)
			if h := hear(t, w); h.id != "" || w.Header().Get("WWW-Authenticate") != "" {
				t.Errorf("%s: got %s", name, h.text)
			} else {
				h.faulty(t, 403, -32600)
			}
		}
	}
}

// Whoever mounts the surface by hand makes no door.
func TestASurfaceMountedByHandTurnsForeignCallersAwayAllTheSame(t *testing.T) {
	registry, _ := benzene.NewRegistry(endpoints()...)
	h, err := mcp.Surface(tools(), mcp.Origins("https://app.example"))(http.Site{Dispatcher: benzene.NewDispatcher(registry, nil), Guarded: true})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	d.post(t, callPing, "Origin: https://evil.example").faulty(t, 403, -32600)
	if got := d.post(t, callPing, "Origin: https://app.example"); got.Code != 200 {
		t.Error(got.text)
	}
}

func TestAnOriginIsComparedAsBrowsersSendIt(t *testing.T) {
	d := newDesk(t, mcp.Origins("https://App.example:443", "HTTP://one.example:80"), mcp.Origins("http://one.example:8080", "chrome-extension://abcdef", "http://[2001:db8::1]:9"))
	for origin, status := range map[string]int{
		"https://app.example":       200,
		"http://one.example":        200,
		"http://one.example:8080":   200,
		"chrome-extension://abcdef": 200,
		"http://[2001:db8::1]:9":    200,
		"http://app.example":        403,
		"https://one.example":       403,
		"http://one.example:8081":   403,
		"chrome-extension://abcde":  403,
	} {
		if h := d.post(t, ping, "Origin: "+origin); h.Code != status {
			t.Errorf("%s: got %d", origin, h.Code)
		}
	}
}

func TestHostsSayByWhichNamesTheEndpointGoes(t *testing.T) {
	d := newDesk(t, mcp.Hosts("API.example", "192.0.2.1"), mcp.Hosts("[2001:db8::1]"))
	for _, c := range []struct {
		local, host, origin string
		status              int
	}{
		{"127.0.0.1", "api.example", "", 200},
		{"127.0.0.1", "Api.Example:8443", "", 200},
		{"127.0.0.1", "localhost:8080", "", 200},
		{"127.0.0.1", "evil.example", "", 403},
		{"127.0.0.1", "x.api.example", "", 403},
		{"127.0.0.1", "api.example.evil", "", 403},
		{"127.0.0.1", "", "", 403},
		{"192.0.2.1", "192.0.2.1:8080", "", 200},
		{"192.0.2.1", "[2001:db8::1]:8080", "", 200},
		{"192.0.2.1", "api.example", "http://api.example", 200},
		{"192.0.2.1", "localhost:8080", "", 200}, // through a port that a container shares
		{"192.0.2.1", "evil.example", "", 403},
		{"192.0.2.1", "evil.example", "http://evil.example", 403},
		{"127.0.0.1", "localhost", "http://localhost:3000", 200},
		{"127.0.0.1", "api.example", "http://localhost:3000", 403}, // a page on its visitor's machine, not on this one
	} {
		r := reaching(request(callPing), c.local, c.host)
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if h := d.send(t, r); h.Code != c.status {
			t.Errorf("to %s, Host %q, Origin %q: got %d %s, want %d", c.local, c.host, c.origin, h.Code, h.text, c.status)
		}
	}
	h := d.send(t, reaching(request(callPing), "192.0.2.1", "evil.example"))
	if h.fault == nil || h.fault.Message != `the Host must be a name of this server, got "evil.example"` {
		t.Error(h.text)
	}
}

func TestWhatIsNoOriginAndNoHostIsFound(t *testing.T) {
	origins := []string{"", "*", "null", "app.example", "https://", "https://app.example/", "https://app.example/x", "https://app.example?", "https://*.example",
		"https://user@app.example", "https://app.example:", "https://app.example:x", "https://app example", "https://bücher.example", "https://app.example#", "mailto:a"}
	hosts := []string{"", "*", "*.example", "http://api.example", "api.example:8080", "[api.example]", "[::1]:80", "api.example/", "a b", "bücher.example"}
	found, d := findings(t, mcp.Origins(origins...), mcp.Hosts(hosts...), mcp.Tool("fine", "Does nothing.", "ping"))
	if len(found) != len(origins)+len(hosts) {
		t.Errorf("got %d findings: %v", len(found), found)
	}
	for _, want := range []string{
		`mcp: "app.example" in mcp.Origins is no origin of a web page; write it like "https://app.example" or "http://localhost:3000"`,
		`mcp: "api.example:8080" in mcp.Hosts is no host; write it without scheme and port, like "api.example"`,
	} {
		if !slices.Contains(found, benzene.Finding{Check: "mcp-callers", Message: want}) {
			t.Errorf("not found: %s", want)
		}
	}
	for _, origin := range []string{"null", "*", "https://app.example"} {
		if h := d.post(t, ping, "Origin: "+origin); h.Code != 403 {
			t.Errorf("%s: got %d", origin, h.Code)
		}
	}
}

func TestAnEndpointThatAnybodyReachesIsAdvisedAgainst(t *testing.T) {
	beyond := []string{":8080", "0.0.0.0:80", "[::]:80", "192.168.1.7:80", "[2001:db8::1]:80", "api.example:80", "localhost.example:80", ":http"}
	within := []string{"", "localhost:8080", "LOCALHOST:0", "127.0.0.1:8080", "127.9.9.9:http", "[::1]:8080", "[::ffff:127.0.0.1]:80", "nonsense"}
	advised := func(addr string, route func(http.Route) http.Route, parts ...mcp.Part) (found []benzene.Finding) {
		registry, _ := benzene.NewRegistry(endpoints()...)
		err := http.Listen(addr, route(mcp.Endpoint(append(parts, tools())...))).Bind(benzene.NewDispatcher(registry, nil))
		if f, ok := errors.AsType[benzene.Finding](err); ok {
			found = append(found, f)
		} else if err != nil {
			t.Error(err)
		}
		return found
	}
	open := func(r http.Route) http.Route { return r }
	behind := func(r http.Route) http.Route {
		return http.Behind(func(next nethttp.Handler) nethttp.Handler { return next }, r)
	}
	for _, addr := range beyond {
		found := advised(addr, open)
		if len(found) != 1 || found[0].Check != "mcp-exposed" || !found[0].Advice || !strings.Contains(found[0].Message, addr) {
			t.Errorf("%s: found %v", addr, found)
		}
		if found := append(advised(addr, behind), advised(addr, open, mcp.Public())...); found != nil {
			t.Errorf("%s: found %v", addr, found)
		}
	}
	for _, addr := range within[1:] {
		if found := advised(addr, open); found != nil {
			t.Errorf("%s: found %v", addr, found)
		}
	}
	if found, _ := findings(t, tools()); found != nil { // no server of ours
		t.Errorf("found %v", found)
	}
	want := `mcp: the endpoint listens at ":8080", beyond this machine, and behind nothing that asks who calls; ` +
		`put it behind authentication with http.Behind, listen at "localhost:8080", or say that it is meant to be open with mcp.Public`
	if got := advised(":8080", open)[0].Message; got != want {
		t.Errorf("got %s", got)
	}
}
