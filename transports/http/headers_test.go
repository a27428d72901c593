package http_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

func TestHeadersAreReadInAnyCaseAndTheFirstValueCounts(t *testing.T) {
	var got map[string]string
	all := map[string]string{}
	e := benzene.Handle("a", func(ctx context.Context, _ struct{}) (string, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		got = map[string]string{}
		for _, key := range []string{"x-one", "X-ONE", "X-One", "authorization", "benzene-mcp-tool", "Benzene-Mcp-Session", "x-none"} {
			got[key] = inv.Headers.Get(key)
		}
		for key, value := range inv.Headers.All() {
			all[key] = value
		}
		return inv.Transport, nil
	})
	r := httptest.NewRequest("GET", "/a", nil)
	r.Header = nethttp.Header{"X-One": {"1", "2"}, "Authorization": {"Bearer x"}, "Benzene-Mcp-Tool": {"forged"}, "Benzene-Mcp-Session": {"forged"}, "X-Empty": {}}
	rec := httptest.NewRecorder()
	handler(t, dispatcher(t, e), http.Get("/a", "a")).ServeHTTP(rec, r)
	want(t, rec.Result(), 200, `"http"`)
	if diff := cmp.Diff(map[string]string{"x-one": "1", "X-ONE": "1", "X-One": "1", "authorization": "Bearer x",
		"benzene-mcp-tool": "", "Benzene-Mcp-Session": "", "x-none": ""}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"x-one": "1", "authorization": "Bearer x"}, all); diff != "" {
		t.Error(diff)
	}
}

func TestKnownHeadersAreLookedUpWithoutAnAllocation(t *testing.T) {
	keys := []string{"benzene-version", "version", "x-version", "traceparent", "tracestate", "baggage", "x-correlation-id",
		"idempotency-key", "authorization", "content-type"}
	e := benzene.Handle("a", func(ctx context.Context, _ struct{}) (float64, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		for _, key := range keys {
			if got := inv.Headers.Get(key); got != key {
				t.Errorf("%s is %q", key, got)
			}
		}
		return testing.AllocsPerRun(10, func() {
			for _, key := range keys {
				inv.Headers.Get(key)
			}
		}), nil
	})
	r := httptest.NewRequest("GET", "/a", nil)
	for _, key := range keys {
		r.Header.Set(key, key)
	}
	rec := httptest.NewRecorder()
	handler(t, dispatcher(t, e), http.Get("/a", "a")).ServeHTTP(rec, r)
	want(t, rec.Result(), 200, "0")
}

func TestEveryCallerGetsItsOwnAnswerAndHeaders(t *testing.T) {
	type slow struct {
		Label string `json:"label"`
		MS    int    `json:"ms"`
	}
	type object struct{ label string }
	var mu sync.Mutex
	ended := map[*object]int{}
	scoped := benzene.NewScoped(
		func(context.Context) (*object, error) { return &object{}, nil },
		func(_ context.Context, o *object, _ error) error { mu.Lock(); ended[o]++; mu.Unlock(); return nil })
	e := benzene.Handle("slow", func(ctx context.Context, in slow) (string, error) {
		o, err := scoped.From(ctx)
		if err != nil || o.label != "" {
			return "", fmt.Errorf("the scope is shared, or: %w", err)
		}
		o.label = in.Label
		select {
		case <-time.After(time.Duration(in.MS) * time.Millisecond):
		case <-ctx.Done():
		}
		inv, _ := benzene.InvocationFrom(ctx)
		return o.label + " " + inv.Headers.Get("authorization"), nil
	})
	server := httptest.NewServer(handler(t, dispatcher(t, e), http.Post("/slow", "slow")))
	defer server.Close()
	var callers sync.WaitGroup
	for i := range 50 {
		callers.Go(func() {
			label := fmt.Sprint("label-", i)
			res, err := send(server, "/slow", fmt.Sprintf(`{"label":%q,"ms":%d}`, label, i%6*10), "Authorization", "Bearer "+label)
			if err != nil {
				t.Error(err)
				return
			}
			want(t, res, 200, fmt.Sprintf("%q", label+" Bearer "+label))
		})
	}
	callers.Wait()
	if len(ended) != 50 {
		t.Errorf("%d scopes ended, want 50", len(ended))
	}
	for _, times := range ended {
		if times != 1 {
			t.Errorf("a scope ended %d times", times)
		}
	}
}
