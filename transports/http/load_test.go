package http_test

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

const inFlight = 256

// A counter is a promise that counts how often it began and ended, and for
// whom with what outcome.
type counter struct {
	scoped       benzene.Scoped[*atomic.Int32]
	begun, ended atomic.Int32
	failed       atomic.Int32
}

func newCounter() *counter {
	c := &counter{}
	c.scoped = benzene.NewScoped(
		func(context.Context) (*atomic.Int32, error) { c.begun.Add(1); return &atomic.Int32{}, nil },
		func(_ context.Context, ends *atomic.Int32, outcome error) error {
			c.ended.Add(1)
			if outcome != nil {
				c.failed.Add(1)
			}
			if ends.Add(1) != 1 {
				return errors.New("it ended twice")
			}
			return nil
		})
	return c
}

// endpoint answers with what only this message said: in its path, its header
// and its body. One in ten fails.
func (c *counter) endpoint() benzene.Endpoint {
	type told struct{ ID, Header, Body string }
	return benzene.Handle("tell", func(ctx context.Context, in told) (told, error) {
		if _, err := c.scoped.From(ctx); err != nil {
			return told{}, err
		}
		if strings.HasSuffix(in.ID, "0") {
			return told{}, benzene.Conflict.Errorf("%s %s %s", in.ID, in.Header, in.Body)
		}
		return in, nil
	})
}

// flood sends messages, so many at once, and checks each answer.
func flood(t *testing.T, messages int32, send func(id string) (code int, body string)) {
	var next atomic.Int32
	var callers sync.WaitGroup
	for range inFlight {
		callers.Go(func() {
			for n := next.Add(1); n <= messages; n = next.Add(1) {
				id := fmt.Sprint("id-", n)
				code, body := send(id)
				wantCode, wantBody := 200, fmt.Sprintf(`{"ID":%q,"Header":%q,"Body":%q}`, id, "h-"+id, "b-"+id)
				if n%10 == 0 {
					wantCode, wantBody = 409, fmt.Sprintf("%s h-%s b-%s", id, id, id)
				}
				if code != wantCode || !strings.Contains(body, wantBody) {
					t.Errorf("%s got %d %s", id, code, body)
				}
			}
		})
	}
	callers.Wait()
}

func (c *counter) check(t *testing.T, messages int32) {
	t.Helper()
	if c.begun.Load() != messages || c.ended.Load() != messages || c.failed.Load() != messages/10 {
		t.Errorf("of %d scopes %d began, %d ended and %d of them with a failure", messages, c.begun.Load(), c.ended.Load(), c.failed.Load())
	}
}

func (c *counter) route() http.Route {
	return http.Post("/tell/{id}", "tell", http.FromHeader("X-Tell", "header"))
}

func TestManyMessagesAtOnceKeepApart(t *testing.T) {
	c := newCounter()
	h := handler(t, dispatcher(t, c.endpoint()), c.route())
	flood(t, 10_000, func(id string) (int, string) {
		r := httptest.NewRequest("POST", "/tell/"+id, strings.NewReader(fmt.Sprintf(`{"body":"b-%s"}`, id)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Tell", "h-"+id)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec.Code, rec.Body.String()
	})
	c.check(t, 10_000)
}

func TestManyConnectionsAtOnceKeepApart(t *testing.T) {
	c := newCounter()
	base, stop := start(t, bound(t, http.Listen("127.0.0.1:0", c.route()), c.endpoint()))
	client := &nethttp.Client{Transport: &nethttp.Transport{MaxIdleConnsPerHost: inFlight}}
	flood(t, 2_000, func(id string) (int, string) {
		r, err := nethttp.NewRequest("POST", base+"/tell/"+id, strings.NewReader(fmt.Sprintf(`{"body":"b-%s"}`, id)))
		if err != nil {
			return 0, err.Error()
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Tell", "h-"+id)
		res, err := client.Do(r)
		if err != nil {
			return 0, err.Error()
		}
		return res.StatusCode, text(t, res)
	})
	client.CloseIdleConnections() // some were opened and never used, and a server waits for their first word
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	c.check(t, 2_000)
}
