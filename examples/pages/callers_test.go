package pages

import (
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
)

const (
	findTool   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_seat","arguments":{"flight":"BZ1","row":7}}}`
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	toolList   = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	envelope   = `{"topic":"seat:find","headers":{},"body":"{\"flight\":\"BZ1\",\"row\":7}"}`
)

func TestTheKeyOpensEverySurface(t *testing.T) {
	service := startuptest.New(t, GuardedService("127.0.0.1:0", "s3cret"))
	handler, err := http.Handler(service, GuardedRoutes(APIKey("travel-agency", "s3cret")))
	if err != nil {
		t.Fatal(err)
	}
	for _, ask := range []struct{ method, path, body, want string }{
		{"GET", "/flights/BZ1/seats/7", "", `"free":true`},
		{"POST", "/benzene/invoke", envelope, `"isSuccessful":true`},
		{"POST", "/benzene/mcp", initialize, `"serverInfo"`},
		{"POST", "/benzene/mcp", toolList, `"find_seat"`},
		{"POST", "/benzene/mcp", findTool, `"structuredContent":{"row":7`},
	} {
		for key, code := range map[string]int{"s3cret": 200, "S3cret": 401, "": 401} {
			got, body := send(handler, ask.method, ask.path, ask.body, key)
			if got != code || code == 200 && !strings.Contains(body, ask.want) {
				t.Errorf("%s %s with key %q: got %d %s; want %d and %s", ask.method, ask.path, key, got, body, code, ask.want)
			}
		}
	}
	if got, body := send(handler, "GET", "/benzene/health/ready", "", ""); got != 200 {
		t.Errorf("a probe without a key: got %d %s", got, body)
	}
}

func TestARouteThatNobodyGuardsIsStillClosed(t *testing.T) {
	service := startuptest.New(t, GuardedService("127.0.0.1:0", "s3cret"))
	open := func(next nethttp.Handler) nethttp.Handler { return next }
	handler, err := http.Handler(service, GuardedRoutes(open))
	if err != nil {
		t.Fatal(err)
	}
	for _, ask := range []struct{ method, path, body, want string }{
		{"GET", "/flights/BZ1/seats/7", "", `"benzeneStatus":"unauthorized"`},
		{"POST", "/benzene/invoke", envelope, `"isSuccessful":false`},
		{"POST", "/benzene/mcp", findTool, `unauthorized: say who you are`},
	} {
		if _, body := send(handler, ask.method, ask.path, ask.body, "s3cret"); !strings.Contains(body, ask.want) {
			t.Errorf("%s %s: got %s; want %s", ask.method, ask.path, body, ask.want)
		}
	}
}

func TestTheServiceItselfNeedsNoKey(t *testing.T) {
	service := startuptest.New(t, GuardedService("127.0.0.1:0", "s3cret"))
	if _, err := benzene.Call[Seat](t.Context(), service, "seat:find", FindSeat{Flight: "BZ1", Row: 7}); err != nil {
		t.Errorf("got %v; want a seat", err)
	}
}

func TestAnEmptyKeyLetsNobodyIn(t *testing.T) {
	opened := nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) { t.Error("somebody is in") })
	for _, key := range []string{"", "x"} {
		if code, _ := send(APIKey("anybody", "")(opened), "GET", "/", "", key); code != 401 {
			t.Errorf("key %q: got %d", key, code)
		}
	}
}

func send(handler nethttp.Handler, method, path, body, key string) (int, string) {
	request := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("MCP-Protocol-Version", "2025-06-18")
	request.Header.Set("Authorization", "Bearer "+key)
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	text, _ := io.ReadAll(answer.Body) // of a buffer in memory, which never fails
	return answer.Code, string(text)
}
