package mcp_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A program's server may limit how long an answer takes to write; a call may
// take longer.
func TestACallMayTakeLongerThanTheServersWriteTimeout(t *testing.T) {
	const timeout = 100 * time.Millisecond
	h := slow(t, func(ctx context.Context) error {
		time.Sleep(2 * timeout)
		benzene.Progress(ctx, 1, 2, "")
		time.Sleep(2 * timeout)
		return nil
	}, nil)
	for _, http2 := range []bool{false, true} {
		server := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { h.ServeHTTP(w, r) }))
		server.Config.WriteTimeout, server.EnableHTTP2 = timeout, http2
		server.StartTLS()
		var callers sync.WaitGroup
		for _, r := range append(slowly(), request(strings.Replace(callSlow, `"slow"`, `"slow","_meta":{"progressToken":1}`, 1))) {
			callers.Go(func() {
				text, err := over(t, server, r)
				if err != nil || !strings.Contains(text, `"result":`) {
					t.Errorf("HTTP/2 %v: got %q, %v", http2, text, err)
				}
			})
		}
		callers.Wait()
		server.Close()
	}
}

// over sends r to a real server.
func over(t *testing.T, server *httptest.Server, r *nethttp.Request) (string, error) {
	t.Helper()
	own, err := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path, r.Body)
	if err != nil {
		return "", err
	}
	own.Header = r.Header
	response, err := server.Client().Do(own)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

// A deadlines notes what is asked of a connection.
type deadlines struct {
	*httptest.ResponseRecorder
	told []string
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	if at.IsZero() {
		d.told = append(d.told, "none")
	} else {
		d.told = append(d.told, time.Until(at).Round(time.Second).String())
	}
	return nil
}

func (d *deadlines) Write(b []byte) (int, error) {
	d.told = append(d.told, "write")
	return d.ResponseRecorder.Write(b)
}

func TestWhoDoesNotReadHasTheServersWriteTimeoutForEachWrite(t *testing.T) {
	h := slow(t, func(ctx context.Context) error { benzene.Progress(ctx, 1, 2, ""); return nil }, nil)
	ctx := context.WithValue(t.Context(), nethttp.ServerContextKey, &nethttp.Server{WriteTimeout: time.Minute})
	for body, want := range map[string]string{
		callSlow: "none 1m0s write",
		strings.Replace(callSlow, `"slow"`, `"slow","_meta":{"progressToken":1}`, 1): "none 1m0s write none 1m0s write",
		`{`:                              "write", // the server's own limit still stands
		`{"jsonrpc":"2.0","method":"x"}`: "",
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		h.ServeHTTP(w, request(body).WithContext(ctx))
		if got := strings.Join(w.told, " "); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// A wrapped is a ResponseWriter as a middleware makes it.
type wrapped struct{ nethttp.ResponseWriter }

func (w wrapped) Unwrap() nethttp.ResponseWriter { return w.ResponseWriter }

func TestEventsArriveAtOnceBehindAMiddleware(t *testing.T) {
	read := make(chan struct{})
	h := slow(t, func(ctx context.Context) error {
		benzene.Progress(ctx, 1, 2, "half")
		select {
		case <-read:
			return nil
		case <-time.After(10 * time.Second):
			return errors.New("nobody read")
		}
	}, nil)
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { h.ServeHTTP(wrapped{wrapped{w}}, r) }))
	defer server.Close()
	r, _ := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path, strings.NewReader(strings.Replace(callSlow, `"slow"`, `"slow","_meta":{"progressToken":"t"}`, 1)))
	r.Header = request("").Header
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(response.Body)
	var data []string
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if data = append(data, text); len(data) == 1 {
				close(read)
			}
		}
	}
	if len(data) != 2 || !strings.Contains(data[0], `"notifications/progress"`) || !strings.Contains(data[1], `"result"`) || response.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("got %q", data)
	}
}
