package pages

import (
	"context"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
)

// running serves the seats by server, and returns where.
func running(t *testing.T, server *http.Server) string {
	t.Helper()
	app := fx.New(fx.NopLogger, startup.Handlers(Seats), startup.Transports(server), startup.Service("seats"))
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return "http://" + server.Addr()
}

// request sends a body, or none, and returns what comes back.
func request(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := nethttp.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("MCP-Protocol-Version", "2025-06-18")
	res, err := nethttp.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(answer)
}

func TestOnlyWhatIsBehindTheGuardIsGuarded(t *testing.T) {
	nobody := func(nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) { w.WriteHeader(nethttp.StatusUnauthorized) })
	}
	url := running(t, GuardedServer("127.0.0.1:0", nobody))
	if code, body := request(t, "GET", url+"/flights/BZ1/seats/7", ""); code != 200 {
		t.Errorf("an open route answers %d %s", code, body)
	}
	if code, body := request(t, "POST", url+"/holds", `{"flight":"BZ1","row":7}`); code != 401 {
		t.Errorf("a guarded route answers %d %s", code, body)
	}
}

func TestAServerOfOnesOwnIsBound(t *testing.T) {
	startuptest.New(t, startup.Handlers(Seats), startup.Transports(TunedServer()))
}

func TestSeatsStandBesideOtherPages(t *testing.T) {
	mux := nethttp.NewServeMux()
	if err := Beside(mux, startuptest.New(t, startup.Handlers(Seats))); err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]int{"/flights/BZ1/seats/7": 200, "/flights/BZ1/seats/13": 404, "/brochures/none": 404, "/": 404} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != code {
			t.Errorf("%s: got %d %s; want %d", path, w.Code, w.Body, code)
		}
	}
	registry, err := benzene.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	if Beside(mux, benzene.NewDispatcher(registry, nil)) == nil {
		t.Error("a service without seats was mounted")
	}
}

func TestModelsFindAndHoldSeats(t *testing.T) {
	url := running(t, SeatTools("127.0.0.1:0"))
	for call, want := range map[string]string{
		`"find_seat","arguments":{"flight":"BZ1","row":7}`:   `"structuredContent":{"row":7,"place":"C","free":true}`,
		`"hold_seat","arguments":{"flight":"BZ1","row":7}`:   `"structuredContent":{"row":7,"place":"C","free":false}`,
		`"find_seat","arguments":{"flight":"BZ1","row":13}`:  `"not-found: flight BZ1 has no row 13"`,
		`"find_seat","arguments":{"flight":"BZ1","row":"7"}`: `bad-request: row must be a whole number`,
	} {
		_, body := request(t, "POST", url+"/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`+call+`}}`)
		if !strings.Contains(body, want) {
			t.Errorf("%s: got %s; want %s", call, body, want)
		}
	}
}
