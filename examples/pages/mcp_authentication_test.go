package pages

import (
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const sealing = "32 random bytes, in earnest, and no fewer"

// staff may write, guests may not.
func staff() Verifier {
	return StaticTokens(map[string]benzene.Principal{
		"staff": {Subject: "ada", Issuer: "desk", Scopes: []string{writing}},
		"guest": {Subject: "bob", Issuer: "desk"},
		"":      {Subject: "nobody"},
	})
}

func protected(t *testing.T) nethttp.Handler {
	t.Helper()
	service := startuptest.New(t, ProtectedService("127.0.0.1:0", "https://seats.example", "https://login.example", staff(), []byte(sealing)))
	handler, err := http.Handler(service, ProtectedTools("https://seats.example", "https://login.example", staff(), []byte(sealing)))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func brought(handler nethttp.Handler, authorization, method, path, body string) *nethttp.Response {
	request := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer.Result() //nolint:bodyclose // there is no connection behind it
}

func TestWhoBringsNoTokenIsToldWhereToGetOne(t *testing.T) {
	handler := protected(t)
	where := `resource_metadata="https://seats.example/.well-known/oauth-protected-resource/benzene/mcp"`
	for authorization, want := range map[string]string{
		"":             "Bearer " + where,
		"Basic YTpi":   "Bearer " + where,
		"Bearer":       `Bearer error="invalid_token", ` + where,
		"Bearer stafF": `Bearer error="invalid_token", ` + where,
	} {
		for _, body := range []string{initialize, toolList, findTool} {
			got := brought(handler, authorization, "POST", "/benzene/mcp", body)
			if got.StatusCode != 401 || got.Header.Get("WWW-Authenticate") != want {
				t.Errorf("%q: got %d %s; want %s", authorization, got.StatusCode, got.Header.Get("WWW-Authenticate"), want)
			}
		}
	}
	for _, authorization := range []string{"Bearer guest", "bearer guest"} {
		if got := brought(handler, authorization, "POST", "/benzene/mcp", toolList); got.StatusCode != 200 {
			t.Errorf("%q: got %d", authorization, got.StatusCode)
		}
	}
}

// An address is written into logs on its way; a token does not belong there.
func TestATokenInTheAddressIsNone(t *testing.T) {
	handler := protected(t)
	for _, query := range []string{"?access_token=staff", "?token=staff", "?access_token=Bearer%20staff", "?Authorization=Bearer+staff"} {
		got := brought(handler, "", "POST", "/benzene/mcp"+query, toolList)
		if got.StatusCode != 401 || got.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: got %d", query, got.StatusCode)
		}
		if got := brought(handler, "Bearer guest", "POST", "/benzene/mcp"+query, hold); got.StatusCode != 403 {
			t.Errorf("%s beside a guest's token: got %d", query, got.StatusCode)
		}
	}
}

// issuedFor knows tokens that say whose they are and for which resource: the
// work of a verifier of signed tokens (RFC 8707, RFC 9068).
func issuedFor(resource string) Verifier {
	return func(_ context.Context, token string) (benzene.Principal, error) {
		subject, audience, _ := strings.Cut(token, "@")
		if audience != resource {
			return benzene.Principal{}, errUnknown
		}
		return benzene.Principal{Subject: subject, Issuer: "https://login.example"}, nil
	}
}

func TestATokenForAnotherResourceIsRefused(t *testing.T) {
	const here = "https://seats.example/benzene/mcp"
	service := startuptest.New(t, ProtectedService("127.0.0.1:0", "https://seats.example", "https://login.example", issuedFor(here), []byte(sealing)))
	handler, err := http.Handler(service, ProtectedTools("https://seats.example", "https://login.example", issuedFor(here), []byte(sealing)))
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]int{
		"ada@" + here:                               200,
		"ada@https://seats.example":                 401,
		"ada@https://other.example/benzene/mcp":     401,
		"ada@https://seats.example/benzene/mcp/two": 401,
		"ada": 401,
	} {
		got := brought(handler, "Bearer "+token, "POST", "/benzene/mcp", toolList)
		if got.StatusCode != want || want == 401 && !strings.Contains(got.Header.Get("WWW-Authenticate"), `error="invalid_token", resource_metadata="`) {
			t.Errorf("%s: got %d %s", token, got.StatusCode, got.Header.Get("WWW-Authenticate"))
		}
	}
}

func TestTheMetadataIsForEverybody(t *testing.T) {
	handler := protected(t)
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/benzene/mcp"} {
		code, body := send(handler, "GET", path, "", "")
		want := `{"resource":"https://seats.example/benzene/mcp","authorization_servers":["https://login.example"],"scopes_supported":["seats:write"],"bearer_methods_supported":["header"]}`
		if code != 200 || body != want {
			t.Errorf("%s: got %d %s; want %s", path, code, body, want)
		}
		asked := brought(handler, "", "OPTIONS", path, "")
		if asked.StatusCode != 204 || asked.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: a pre-flight was answered %d %v", path, asked.StatusCode, asked.Header)
		}
	}
}

func TestWhoMayNotWriteIsToldWhichScopeToAskFor(t *testing.T) {
	handler := protected(t)
	got := brought(handler, "Bearer guest", "POST", "/benzene/mcp", hold)
	if got.StatusCode != 403 || !strings.HasPrefix(got.Header.Get("WWW-Authenticate"), `Bearer error="insufficient_scope", scope="seats:write", resource_metadata=`) {
		t.Errorf("got %d %s", got.StatusCode, got.Header.Get("WWW-Authenticate"))
	}
	for authorization, body := range map[string]string{"Bearer guest": findTool, "Bearer staff": hold} {
		if got := brought(handler, authorization, "POST", "/benzene/mcp", body); got.StatusCode != 200 {
			t.Errorf("%s: got %d", authorization, got.StatusCode)
		}
	}
}

const hold = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`

// smuggled are ways of writing a call of hold_seat that might be read as
// something else. The first is plain.
var smuggled = []string{
	hold,
	`{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"hold\u005fseat","arguments":{"flight":"BZ1","row":7}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_seat","name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold_seat","name":"find_seat","arguments":{"flight":"BZ1","row":7}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"find_seat","name":"hold_seat","NAME":"find_seat","arguments":{"flight":"BZ1","row":7}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_seat"},"params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
	`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}]`,
	` ` + "\n\t" + `[{"jsonrpc":"2.0","id":"tools/list","method":"tools/call","params":{"arguments":{"flight":"BZ1","row":7,"name":"find_seat"},"name":"hold_seat"}}]`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}} {"jsonrpc":"2.0","id":1,"method":"ping"}`,
	`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
	"\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
}

func TestNoWriteIsSmuggledPastEitherGuard(t *testing.T) {
	none := func(_ benzene.Contract, next benzene.Next) benzene.Next { return next }
	open := func(next nethttp.Handler) nethttp.Handler { return next }
	for name, guard := range map[string]struct {
		outside func(nethttp.Handler) nethttp.Handler
		inside  benzene.Middleware
	}{
		"before the server": {StepUp("https://seats.example/m", deskTools()), none},
		"in the pipeline":   {open, OnlyWriters},
	} {
		held := 0
		handler := counting(t, &held, guard.outside, guard.inside)
		for _, body := range smuggled {
			if brought(handler, "Bearer guest", "POST", "/benzene/mcp", body); held > 0 {
				t.Fatalf("%s: a guest wrote by %s", name, body)
			}
		}
		calls := []int{0, 1, 4, 7, 8} // the others are no calls for anybody
		for i, body := range smuggled {
			before, want := held, 0
			if slices.Contains(calls, i) {
				want = 1
			}
			if brought(handler, "Bearer staff", "POST", "/benzene/mcp", body); held != before+want {
				t.Errorf("%s: staff wrote %d times by %s; want %d", name, held-before, body, want)
			}
		}
	}
}

// counting serves the desk's tools behind guards, and counts what is held.
func counting(t *testing.T, held *int, outside func(nethttp.Handler) nethttp.Handler, inside benzene.Middleware) nethttp.Handler {
	t.Helper()
	topics := func() []benzene.Endpoint {
		return []benzene.Endpoint{
			benzene.Handle("seat:find", findSeat),
			benzene.Handle("seat:hold", func(context.Context, FindSeat) (Seat, error) { *held++; return Seat{}, nil }),
		}
	}
	service := startuptest.New(t, startup.Handlers(topics), startup.Pipeline(benzene.Pipeline{inside}))
	handler, err := http.Handler(service, http.Behind(Bearer("https://seats.example/m", staff()), http.Behind(outside, mcp.Endpoint(deskTools()))))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func TestASessionIsOnlyItsOwners(t *testing.T) {
	handler := protected(t)
	session := brought(handler, "Bearer staff", "POST", "/benzene/mcp", initialize).Header.Get("Mcp-Session-Id")
	for token, want := range map[string]int{"staff": 200, "guest": 404} {
		request := httptest.NewRequest("POST", "http://127.0.0.1/benzene/mcp", strings.NewReader(toolList))
		request.Header = nethttp.Header{
			"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
			"Authorization": {"Bearer " + token}, "Mcp-Session-Id": {session},
		}
		answer := httptest.NewRecorder()
		if handler.ServeHTTP(answer, request); answer.Code != want {
			t.Errorf("%s: got %d %s; want %d", token, answer.Code, answer.Body, want)
		}
	}
}
