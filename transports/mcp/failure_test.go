package mcp_test

import (
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestNothingWhereAnObjectIsPromisedIsAFailure(t *testing.T) {
	text, result := newDesk(t).call(t, "none", `{}`).tool(t)
	if !result.IsError || !strings.HasPrefix(text, "unexpected-error: ") || result.Structured != nil {
		t.Errorf("got %q, %+v", text, result)
	}
}

func TestAWrongArgumentIsAFailureThatNamesIt(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct{ tool, arguments, want string }{
		{"order", `{"lines":"[{\"sku\":\"A\",\"qty\":1}]"}`, `bad-request: lines must be a list, got "[{\"sku\":\"A\",\"qty\":1}]"`},
		{"order", `{"lines":[{"sku":"A","qty":"x"}]}`, `bad-request: lines[0].qty must be a whole number, got "x"`},
		{"echo", `{"text":"x","n":9223372036854775808}`, `bad-request: n must be `},
		{"echo", `{"text":7}`, `bad-request: text must be text, got 7`},
	} {
		text, result := d.call(t, c.tool, c.arguments).tool(t)
		if !result.IsError || !strings.HasPrefix(text, c.want) || result.Structured != nil {
			t.Errorf("%s %s: got %s", c.tool, c.arguments, text)
		}
	}
	if text, result := d.call(t, "echo", `{"text":"{\"a\":1}"}`).tool(t); result.IsError || text != `{"text":"{\"a\":1}"}` {
		t.Errorf("text did not stay text: %s", text)
	}
}

func TestAFailureSaysStatusAndDetail(t *testing.T) {
	text, result := newDesk(t).call(t, "missing", `{}`).tool(t)
	if !result.IsError || text != "not-found: there is no order 7" || result.Structured != nil {
		t.Errorf("got %q", text)
	}
}

// A limit of the service's own is told to the model, which can wait.
func TestThatThereWereTooManyCallsIsAFailureOfTheTool(t *testing.T) {
	d := deskOf(t, []benzene.Endpoint{benzene.Handle("busy", func(context.Context, nothing) (nothing, error) {
		return nothing{}, benzene.TooManyRequests.Errorf("ask again in %d seconds", 30)
	})}, validate, mcp.Tool("busy", "Is busy.", "busy"))
	want := `{"content":[{"type":"text","text":"too-many-requests: ask again in 30 seconds"}],"isError":true`
	for era, h := range map[string]heard{"earlier": d.call(t, "busy", `{}`), "later": d.later(t, "tools/call", `"name":"busy"`)} {
		if h.Code != 200 || h.fault != nil || !strings.HasPrefix(string(h.result), want) {
			t.Errorf("%s: got %d %s", era, h.Code, h.text)
		}
	}
}

// A limit before the server refuses in the words of HTTP, whichever the era, and
// what is let through again is answered on the same connection.
func TestALimitBeforeTheServerBreaksNothing(t *testing.T) {
	registry, _ := benzene.NewRegistry(endpoints()...)
	var came atomic.Int64
	everySecond := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if came.Add(1)%2 == 0 {
				w.Header().Set("Retry-After", "30")
				nethttp.Error(w, "too many requests", nethttp.StatusTooManyRequests)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), http.Behind(everySecond, mcp.Endpoint(tools())))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()
	c := dial(t, server)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}}`
	for range 2 {
		for era, r := range map[string]func() *nethttp.Request{
			"earlier": func() *nethttp.Request { return request(call) },
			"later":   func() *nethttp.Request { return statelessRequest(statelessBody("tools/call", `"name":"ping_tool"`)) },
		} {
			if got := c.send(t, r()); got.StatusCode != 200 || got.Close {
				t.Errorf("%s: got %s", era, got.Status)
			}
			if got := c.send(t, r()); got.StatusCode != 429 || got.Close || got.Header.Get("Retry-After") != "30" || got.Header.Get("Mcp-Session-Id") != "" {
				t.Errorf("%s: got %s %v", era, got.Status, got.Header)
			}
		}
	}
}

func TestWhatWasNotMeantForCallersStaysHome(t *testing.T) {
	d := newDesk(t)
	text, result := d.call(t, "fails", `{}`).tool(t)
	if !result.IsError || !strings.HasPrefix(text, "service-unavailable: the service could not handle the message (reference ") {
		t.Errorf("got %q", text)
	}
	for _, tool := range []string{"panics", "exits", "hollow"} {
		h := d.call(t, tool, `{}`)
		h.faulty(t, 200, -32603)
		if !strings.HasPrefix(h.fault.Message, "internal error (reference ") || h.fault.Data != nil || h.id != "1" {
			t.Error(h.text)
		}
	}
	for _, tool := range []string{"fails", "panics", "exits"} {
		if h := d.call(t, tool, `{}`); strings.Contains(h.text, "T0P5ECRET") || strings.Contains(h.text, "/srv/") || strings.Contains(h.text, ".go") {
			t.Errorf("the answer tells too much: %s", h.text)
		}
	}
	if _, result := d.call(t, "ping_tool", `{}`).tool(t); result.IsError {
		t.Error("the next call does not work")
	}
}

func TestACallerThatHangsUpCancelsTheCall(t *testing.T) {
	log := newJournal(t)
	started, ended := make(chan struct{}), make(chan error, 1)
	registry, _ := benzene.NewRegistry(benzene.Handle("slow", func(ctx context.Context, _ nothing) (nothing, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return nothing{}, ctx.Err()
	}))
	dispatcher := benzene.NewDispatcher(registry, benzene.Pipeline{middleware.Log(nil)})
	h, err := http.Handler(dispatcher, mcp.Endpoint(mcp.Tool("slow", "Waits.", "slow")))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()
	ctx, hangUp := context.WithCancel(t.Context())
	r := request(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}`).Clone(ctx)
	r.URL.Scheme, r.URL.Host, r.RequestURI = "http", server.Listener.Addr().String(), ""
	r.Host = ""
	go func() {
		<-started
		hangUp()
	}()
	if response, err := server.Client().Do(r); err == nil {
		_ = response.Body.Close()
		t.Error("there was an answer")
	}
	if err := <-ended; err == nil {
		t.Error("the call was not cancelled")
	}
	server.Client().CloseIdleConnections()
	server.Close() // waits for requests in hand
	log.isShort(t, 1)
}

// A handler may end its goroutine; over a real connection the answer still
// arrives.
func TestAnEndedGoroutineIsAnsweredOverTheWire(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	for range 2 {
		response, err := server.Client().Post(server.URL+path, "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"exits"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if !response.Close {
			t.Error("the connection is closed without a word, under the next request")
		}
		w := httptest.NewRecorder()
		if _, err := w.Body.ReadFrom(response.Body); err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		w.Code = response.StatusCode
		w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
		hear(t, w).faulty(t, nethttp.StatusOK, -32603)
	}
}
