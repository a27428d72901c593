package mcp_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A visit is a scoped value that knows how often it ended.
type visit struct{ ended atomic.Int32 }

// A guestbook is a service whose handler answers with its caller's own words,
// and that keeps every visit.
type guestbook struct {
	visits []*visit
	mu     sync.Mutex
	scoped benzene.Scoped[*visit]
}

func newGuestbook() *guestbook {
	g := &guestbook{}
	g.scoped = benzene.NewScoped(g.begin, func(_ context.Context, v *visit, _ error) error {
		v.ended.Add(1)
		return nil
	})
	return g
}

func (g *guestbook) begin(context.Context) (*visit, error) {
	v := &visit{}
	g.mu.Lock()
	g.visits = append(g.visits, v)
	g.mu.Unlock()
	return v, nil
}

func (g *guestbook) serve(t *testing.T, enter func(context.Context)) nethttp.Handler {
	t.Helper()
	registry, _ := benzene.NewRegistry(benzene.Handle("sign", func(ctx context.Context, e echo) (echo, error) {
		if _, err := g.scoped.From(ctx); err != nil {
			return e, err
		}
		enter(ctx)
		if e.Tags != nil {
			return e, benzene.Conflict.Errorf("%s has signed", e.Text)
		}
		return e, nil
	}))
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Tool("sign", "Signs the book.", "sign", mcp.Writes())))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// check finds one visit for each of the calls, ended once.
func (g *guestbook) check(t *testing.T, calls int) {
	t.Helper()
	if len(g.visits) != calls {
		t.Errorf("%d calls made %d scoped values", calls, len(g.visits))
	}
	for _, v := range g.visits {
		if n := v.ended.Load(); n != 1 {
			t.Fatalf("a scoped value ended %d times", n)
		}
	}
}

func TestTenThousandCallsEachGetTheirOwnAnswer(t *testing.T) {
	const calls, atOnce = 10_000, 256
	g := newGuestbook()
	h := g.serve(t, func(context.Context) {})
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
	g.check(t, calls)
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
	server := httptest.NewServer(g.serve(t, func(context.Context) {
		entered.Done()
		entered.Wait()
	}))
	defer server.Close()
	for n := range callers {
		own.Go(func() {
			words := "guest " + strconv.Itoa(n)
			response, err := server.Client().Post(server.URL+path, "application/json",
				strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sign","arguments":{"text":"`+words+`"}}}`))
			if err != nil {
				t.Error(err)
				return
			}
			w := httptest.NewRecorder()
			_, _ = w.Body.ReadFrom(response.Body)
			_ = response.Body.Close()
			if want := `"structuredContent":{"text":"` + words + `"}`; !strings.Contains(w.Body.String(), want) {
				t.Errorf("caller %d got %s", n, w.Body)
			}
		})
	}
	own.Wait()
	g.check(t, callers)
}
