package mcp_test

import (
	"context"
	"errors"
	nethttp "net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// newRecorder is what h answers to r, as it stands.
func newRecorder(h nethttp.Handler, r *nethttp.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const callSlow = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}`

// slow is an endpoint whose tool is fn; draining may be nil.
func slow(t *testing.T, fn func(context.Context) error, draining chan struct{}, parts ...mcp.Part) nethttp.Handler {
	t.Helper()
	registry, _ := benzene.NewRegistry(benzene.Handle("slow", func(ctx context.Context, _ nothing) (nothing, error) { return nothing{}, fn(ctx) }))
	h, err := mcp.Surface(append(parts, mcp.Tool("slow", "Takes its time.", "slow"))...)(
		http.Site{Dispatcher: benzene.NewDispatcher(registry, benzene.Pipeline{middleware.Log(nil)}), Draining: draining})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

type berth struct{}

// slowly are the forms in which the slow tool is called.
func slowly() []*nethttp.Request {
	return []*nethttp.Request{
		request(callSlow),
		request("["+callSlow+"]", "MCP-Protocol-Version: 2025-03-26"),
		statelessRequest(statelessBody("tools/call", `"name":"slow"`)),
	}
}

func TestWithoutTimeToFinishAHungUpCallersCallEndsAtOnce(t *testing.T) {
	log := newJournal(t)
	synctest.Test(t, func(t *testing.T) {
		for _, r := range slowly() {
			ctx, hangUp := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, hangUp)
			began := time.Now()
			newRecorder(slow(t, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, nil), r.WithContext(ctx))
			if took := time.Since(began); took != time.Second {
				t.Errorf("the call ended after %v", took)
			}
			log.isShort(t, 1)
		}
	})
}

func TestACallMayFinishAfterItsCallerHungUp(t *testing.T) {
	log := newJournal(t)
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ work, took time.Duration }{
			{500 * time.Millisecond, 500 * time.Millisecond}, // before that
			{4 * time.Second, 4 * time.Second},               // in time
			{time.Hour, 11 * time.Second},                    // out of time
		} {
			for _, r := range slowly() {
				var outcome error
				h := slow(t, func(ctx context.Context) error {
					if ctx.Value(berth{}) != "7" {
						t.Error("what the request's context knew is lost")
					}
					select {
					case <-time.After(c.work):
					case <-ctx.Done():
						outcome = context.Cause(ctx)
					}
					return outcome
				}, nil, mcp.FinishWithin(10*time.Second))
				gone := errors.New("gone")
				ctx, hangUp := context.WithCancelCause(context.WithValue(t.Context(), berth{}, "7"))
				time.AfterFunc(time.Second, func() { hangUp(gone) })
				began := time.Now()
				newRecorder(h, r.WithContext(ctx))
				if took := time.Since(began); took != c.took {
					t.Errorf("work of %v ended after %v", c.work, took)
				}
				if wants := c.work > 10*time.Second; wants != errors.Is(outcome, gone) {
					t.Errorf("work of %v was told %v", c.work, outcome)
				}
				log.isShort(t, 1)
				hangUp(nil)
			}
		}
	})
}

func TestNoTimeIsLeftWhereAnotherReasonEndsTheCall(t *testing.T) {
	newJournal(t)
	synctest.Test(t, func(t *testing.T) {
		wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		newRecorder(slow(t, wait, nil, mcp.FinishWithin(time.Hour)), request(callSlow).WithContext(ctx))
		if took := time.Since(began); took != time.Second {
			t.Errorf("a deadline that a middleware set ended the call after %v", took)
		}
		draining := make(chan struct{})
		close(draining)
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		began = time.Now()
		newRecorder(slow(t, wait, draining, mcp.FinishWithin(time.Hour)), request(callSlow).WithContext(ctx))
		if took := time.Since(began); took != time.Second {
			t.Errorf("a server that stops ended the call after %v", took)
		}
	})
}

// Nothing is left of a call that was over before its time was.
func TestAFinishedCallLeavesNoGoroutine(t *testing.T) {
	newJournal(t)
	h := slow(t, func(context.Context) error { return nil }, nil, mcp.FinishWithin(time.Hour))
	before := runtime.NumGoroutine()
	for range 50 {
		ctx, hangUp := context.WithCancel(t.Context())
		hangUp()
		newRecorder(h, request(callSlow).WithContext(ctx))
	}
	settled(t, before)
}

// settled waits until there are no more goroutines than there were.
func settled(t *testing.T, before int) {
	t.Helper()
	after := runtime.NumGoroutine()
	for range 100 {
		if after <= before {
			return
		}
		time.Sleep(10 * time.Millisecond) // one that has ended is counted for a moment
		after = runtime.NumGoroutine()
	}
	t.Errorf("there were %d goroutines, now there are %d", before, after)
}
