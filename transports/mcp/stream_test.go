package mcp_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	nethttp "net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestAnAnswerIsAStreamOnlyWhereSomethingCameBeforeIt(t *testing.T) {
	d := newDesk(t, telling(func(context.Context) error { return nil }))
	if w := d.record(t, request(tell)); w.header.Get("Content-Type") != "application/json" || len(w.header) != 2 {
		t.Errorf("got %v %s", w.header, w.text.String())
	}
	d = newDesk(t, telling(func(ctx context.Context) error {
		benzene.Progress(ctx, 1, 2, "half")
		return nil
	}))
	id := sessionOf(t, d, `{}`)
	w := d.record(t, request(tell, "Mcp-Session-Id: "+id))
	want := "event: message\ndata: " + `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"half"}}` +
		"\n\nevent: message\ndata: " + `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}}` + "\n\n"
	if w.status != 200 || w.text.String() != want || w.unflushed > 0 {
		t.Errorf("got %d %q, %d bytes of it not flushed", w.status, w.text.String(), w.unflushed)
	}
	for name, value := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Accel-Buffering": "no", "Content-Length": "", "Mcp-Session-Id": id,
	} {
		if got := w.header.Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	if w = d.record(t, request(tell, "Accept: application/json")); w.header.Get("Content-Type") != "application/json" || !strings.HasPrefix(w.text.String(), `{"jsonrpc":"2.0","id":1,"result"`) {
		t.Errorf("a client that takes no events got %v %s", w.header, w.text.String())
	}
}

func TestWhateverGoesWrongOnAStreamIsItsLastEvent(t *testing.T) {
	for want, fails := range map[string]func() error{
		`"isError":true`:                 func() error { return benzene.Conflict.Errorf("taken") },
		`"error":{"code":-32603`:         func() error { panic(secret) },
		`"message":"internal error (ref`: func() error { runtime.Goexit(); return nil },
		`-32021`:                         func() error { return needing("q", payHere) },
	} {
		part := mcp.Func("tell", "Tells.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
			benzene.Progress(ctx, 1, 0, "")
			return nil, fails()
		}, mcp.Asks())
		w := newDesk(t, part).record(t, modernRequest("tell", `,"progressToken":7`))
		events := w.events(t)
		if len(events) != 2 || !strings.Contains(events[1], want) || strings.Contains(w.text.String(), secret) || w.unflushed > 0 {
			t.Errorf("want %s, got %q", want, events)
		}
	}
}

// modernRequest calls a tool as a client of the later era that declares nothing.

func TestNothingIsWrittenOnceTheRequestIsOver(t *testing.T) {
	for name, ends := range map[string]func() error{
		"answer":  func() error { return nil },
		"failure": func() error { return benzene.Conflict.Errorf("taken") },
		"panic":   func() error { panic("x") },
		"exit":    func() error { runtime.Goexit(); return nil },
	} {
		for _, early := range []bool{true, false} {
			stop := make(chan struct{})
			var left sync.WaitGroup
			d := newDesk(t, telling(func(ctx context.Context) error {
				if early {
					benzene.Progress(ctx, 1, 0, "")
				}
				for range 4 {
					left.Go(func() {
						for n := 2.0; ; n++ {
							select {
							case <-stop:
								return
							default:
								benzene.Progress(ctx, n, 0, "late")
								mcp.Log(ctx, mcp.LevelError, "", "late")
								runtime.Gosched()
							}
						}
					})
				}
				time.Sleep(time.Duration(rand.IntN(3)) * 100 * time.Microsecond)
				return ends()
			}))
			id := sessionOf(t, d, `{}`)
			for range 20 {
				w := d.record(t, request(tell, "Mcp-Session-Id: "+id))
				text := w.text.String()
				if early || w.header.Get("Content-Type") == "text/event-stream" {
					events := w.events(t)
					text = events[len(events)-1]
				}
				if !strings.HasPrefix(text, `{"jsonrpc":"2.0","id":1,`) {
					t.Errorf("%s: the last word is %s", name, text)
				}
			}
			close(stop)
			left.Wait()
		}
	}
}

// What ends the goroutine outside the handler leaves no answer, but no stream
// that goes on either.
func TestAStreamWithoutAnAnswerEndsToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, mcp.OnFailure(func(error) *mcp.Result { runtime.Goexit(); return nil }), telling(func(ctx context.Context) error {
			benzene.Progress(ctx, 1, 0, "")
			return benzene.Conflict.Errorf("taken")
		}))
		d.record(t, request(tell))
		time.Sleep(time.Minute) // in which a heart would beat
	})
}

func TestAQuietStreamSaysThatItLives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, telling(func(ctx context.Context) error {
			benzene.Progress(ctx, 1, 0, "")
			time.Sleep(31 * time.Second)
			return nil
		}))
		w := d.record(t, request(tell))
		if n := strings.Count(w.text.String(), "\n\n:\n\n"); n != 1 || strings.Count(w.text.String(), ":\n\n") != 2 || len(w.events(t)) != 2 {
			t.Errorf("got %q", w.text.String())
		}
		time.Sleep(time.Minute)
	})
}

func TestACallerThatDoesNotReadIsGivenUpInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, telling(func(ctx context.Context) error {
			benzene.Progress(ctx, 1, 0, "")
			return nil
		}))
		w := d.record(t, request(tell))
		if len(w.deadlines) != 4 || !w.deadlines[0].Equal(time.Now().Add(30*time.Second)) || !w.deadlines[1].IsZero() || !w.deadlines[3].IsZero() {
			t.Errorf("the event's deadlines are %v", w.deadlines)
		}
		r := request(tell)
		r = r.WithContext(context.WithValue(r.Context(), nethttp.ServerContextKey, &nethttp.Server{WriteTimeout: time.Second}))
		w = d.record(t, r)
		if n := len(w.deadlines); n != 4 || !w.deadlines[0].IsZero() || !w.deadlines[3].Equal(time.Now().Add(time.Second)) {
			t.Errorf("with the server's limit the deadlines are %v", w.deadlines)
		}
		r.Body = io.NopCloser(strings.NewReader(ping))
		w = d.record(t, r)
		if n := len(w.deadlines); n != 2 || !w.deadlines[0].IsZero() || !w.deadlines[1].Equal(time.Now().Add(time.Second)) {
			t.Errorf("of an answer by itself the deadlines are %v", w.deadlines)
		}
	})
}

func TestProgressOfManyGoroutinesDoesNotTangle(t *testing.T) {
	d := newDesk(t, telling(func(ctx context.Context) error {
		var all sync.WaitGroup
		for g := range 16 {
			all.Go(func() {
				for n := range 50 {
					benzene.Progress(ctx, float64(n*16+g), 0, strings.Repeat("x", n*20))
				}
			})
		}
		all.Wait()
		return nil
	}))
	events := d.record(t, request(tell)).events(t)
	if len(events) < 2 || len(events) > 110 || !strings.Contains(events[len(events)-1], `"id":1`) {
		t.Errorf("got %d events", len(events))
	}
}

func TestTheFirstEventArrivesAtOnceBehindMiddleware(t *testing.T) {
	seen := make(chan struct{})
	d := newDesk(t, telling(func(ctx context.Context) error {
		benzene.Progress(ctx, 1, 0, "")
		select {
		case <-seen:
			return nil
		case <-time.After(5 * time.Second):
			return benzene.Timeout.Errorf("the event did not arrive")
		}
	}))
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { d.ServeHTTP(veiled{w}, r) }))
	defer server.Close()
	began := time.Now()
	s := openStream(t, server, tell)
	if m := s.next(t); !strings.Contains(m, "notifications/progress") || time.Since(began) > time.Second {
		t.Errorf("after %v: %s", time.Since(began), m)
	}
	close(seen)
	if m := s.next(t); !strings.Contains(m, `"text":"done"`) {
		t.Errorf("the last event is %s", m)
	}
	if rest, err := io.ReadAll(s.lines); err != nil || len(rest) > 0 {
		t.Errorf("after the answer came %q, %v", rest, err)
	}
}

func TestACallerThatHangsUpOnAStreamCancelsTheCall(t *testing.T) {
	ended := make(chan error, 1)
	d := newDesk(t, telling(func(ctx context.Context) error {
		benzene.Progress(ctx, 1, 0, "")
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Second):
		}
		ended <- ctx.Err()
		return ctx.Err()
	}))
	server := httptest.NewServer(d)
	defer server.Close()
	s := openStream(t, server, tell)
	s.next(t)
	began := time.Now()
	s.hang()
	if err := <-ended; err == nil || time.Since(began) > time.Second {
		t.Errorf("after %v the call ended with %v", time.Since(began), err)
	}
}

func TestCallersOfOneNumberGetTheirOwnStreams(t *testing.T) {
	d := newDesk(t, mcp.Func("slow", "Waits.", mcp.Object(mcp.Text("label", "")), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		label := call.Args().Text("label")
		for n := range 3 {
			benzene.Progress(ctx, float64(n), 0, label)
			time.Sleep(time.Millisecond)
		}
		return mcp.Answer(label), nil
	}))
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			label := fmt.Sprintf("<%d>", n)
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{"label":"` + label + `"},"_meta":{"progressToken":1}}}`
			w := &tape{t: t, header: nethttp.Header{}}
			d.ServeHTTP(w, request(body))
			if events := w.events(t); len(events) != 4 || strings.Count(w.text.String(), label) != 4 || strings.Count(w.text.String(), "<") != 4 {
				t.Errorf("%s got %q", label, events)
			}
		})
	}
	all.Wait()
}
