package mcp_test

import (
	"fmt"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestTenThousandCallsEachGetTheirOwnAnswer(t *testing.T) {
	const calls, atOnce = 10_000, 256
	g := newGuestbook()
	h := g.serve(t, func() {})
	var next atomic.Int64
	var callers sync.WaitGroup
	for range atOnce {
		callers.Go(func() {
			for n := next.Add(1); n <= calls; n = next.Add(1) {
				sign(t, h, n)
			}
		})
	}
	callers.Wait()
	g.check(t, calls, calls/10)
}

// sign calls with words that nobody else uses; every tenth call fails.
func sign(t *testing.T, h nethttp.Handler, n int64) {
	id, words := strconv.FormatInt(n, 10), "guest "+strconv.FormatInt(n, 10)
	tags, want := "", fmt.Sprintf(`{"content":[{"type":"text","text":"{\"text\":\"%s\"}"}],"structuredContent":{"text":"%s"}}`, words, words)
	if n%10 == 0 {
		tags, want = `,"tags":["x"]`, fmt.Sprintf(`{"content":[{"type":"text","text":"conflict: %s has signed"}],"isError":true}`, words)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(`{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"sign","arguments":{"text":"`+words+`"`+tags+`}}}`))
	if got := w.Body.String(); got != `{"jsonrpc":"2.0","id":`+id+`,"result":`+want+`}` {
		t.Errorf("caller %d got %s", n, got)
	}
}

// Everybody's request is number 1, and all of them are in the handler at once.
func TestCallersWithOneIdDoNotMeet(t *testing.T) {
	const callers = 50
	g := newGuestbook()
	var entered, own sync.WaitGroup
	entered.Add(callers)
	server := httptest.NewServer(g.serve(t, func() {
		entered.Done()
		entered.Wait()
	}))
	defer server.Close()
	for n := range callers {
		own.Go(func() {
			name := strconv.Itoa(n)
			r, _ := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path,
				strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sign","arguments":{"text":"guest `+name+`"}}}`))
			r.Header = nethttp.Header{"Content-Type": {"application/json"}, "Mcp-Protocol-Version": {"2025-11-25"},
				"Authorization": {"Bearer " + name}, "X-Tenant": {"house " + name}}
			response, err := server.Client().Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			text, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if want := fmt.Sprintf(`"structuredContent":{"text":"guest %s","who":"%[1]s","house":"house %[1]s"}`, name); !strings.Contains(string(text), want) {
				t.Errorf("caller %d got %s", n, text)
			}
		})
	}
	own.Wait()
	g.check(t, callers, 0)
}

// Ten thousand clients that began and went away leave nothing.
func TestClientsThatHaveGoneCostNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector keeps memory of its own")
	}
	const clients = 10_000
	for name, parts := range map[string][]mcp.Part{"open": nil, "sealed": {mcp.SealSessions(sealKey), mcp.FinishWithin(time.Hour)}} {
		registry, _ := benzene.NewRegistry(endpoints()...)
		h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(append(parts, tools())...))
		if err != nil {
			t.Fatal(err)
		}
		visit := func() {
			begun := newRecorder(h, request(hello("2025-11-25")))
			id := begun.Header().Get("Mcp-Session-Id")
			after := newRecorder(h, request(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id: "+id))
			if id == "" || after.Code != 202 {
				t.Fatal(begun.Body, after.Code)
			}
		}
		for range 100 {
			visit()
		}
		before, goroutines := collected(), runtime.NumGoroutine()
		for range clients {
			visit()
		}
		if each := (collected() - before) / clients; each > 16 {
			t.Errorf("%s: each client left %d bytes", name, each)
		}
		settled(t, goroutines)
		runtime.KeepAlive(h)
	}
}

// collected is how much memory is in use after two collections.
func collected() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
