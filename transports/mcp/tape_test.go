package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp"
)

// A tape is a ResponseWriter that notes what happens to it, and fails a test
// that touches it after its request is over. It locks nothing, as that of
// net/http: the race detector sees who uses it at the same time.
type tape struct {
	t         *testing.T
	header    nethttp.Header
	status    int
	text      bytes.Buffer
	unflushed int
	deadlines []time.Time
	over      atomic.Bool
}

func (w *tape) touched() {
	if w.over.Load() {
		w.t.Error("the writer was used after the request")
	}
}

func (w *tape) Header() nethttp.Header {
	w.touched()
	return w.header
}

func (w *tape) WriteHeader(status int) {
	w.touched()
	w.status = status
}

func (w *tape) Write(b []byte) (int, error) {
	w.touched()
	w.unflushed += len(b)
	return w.text.Write(b)
}

func (w *tape) Flush() {
	w.touched()
	w.unflushed = 0
}

func (w *tape) SetWriteDeadline(at time.Time) error {
	w.touched()
	w.deadlines = append(w.deadlines, at)
	return nil
}

// record serves a request as a server does.
func (d *desk) record(t *testing.T, r *nethttp.Request) *tape {
	t.Helper()
	w := &tape{t: t, header: nethttp.Header{}}
	var own sync.WaitGroup
	own.Go(func() { d.ServeHTTP(w, r) })
	own.Wait()
	w.over.Store(true)
	return w
}

// events takes a stream of events apart into messages.
func (w *tape) events(t *testing.T) (messages []string) {
	t.Helper()
	if w.status != 200 || w.header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("no stream of events: %d %v %s", w.status, w.header, w.text.String())
	}
	rest := w.text.String()
	for rest != "" {
		frame, after, whole := strings.Cut(rest, "\n\n")
		data, event := strings.CutPrefix(frame, "event: message\ndata: ")
		if rest = after; frame == ":" {
			continue
		}
		if !whole || !event || strings.ContainsAny(data, "\r\n") || !jsontext.Value(data).IsValid() {
			t.Fatalf("no event: %q", frame)
		}
		messages = append(messages, data)
	}
	return messages
}

// telling is a tool that speaks before it answers.
func telling(fn func(ctx context.Context) error) mcp.Part {
	return mcp.Parts(mcp.Logging(), mcp.Func("tell", "Tells.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		if err := fn(ctx); err != nil {
			return nil, err
		}
		return mcp.Answer("done"), nil
	}))
}

const tell = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tell","_meta":{"progressToken":"p"}}}`

func modernRequest(tool, meta string) *nethttp.Request {
	return statelessRequest(metaBody("tools/call", `"name":"`+tool+`"`, leastMembers+meta))
}

// A veiled writer is what a middleware makes of a ResponseWriter.
type veiled struct{ nethttp.ResponseWriter }

func (w veiled) Unwrap() nethttp.ResponseWriter { return w.ResponseWriter }

// A streamed is an answer while it arrives.
type streamed struct {
	*nethttp.Response
	lines *bufio.Reader
	hang  context.CancelFunc
}

// openStream sends a request over the wire.
func openStream(t *testing.T, server *httptest.Server, body string, headers ...string) *streamed {
	t.Helper()
	ctx, hang := context.WithCancel(t.Context())
	r := request(body, headers...)
	r, err := nethttp.NewRequestWithContext(ctx, nethttp.MethodPost, server.URL+path, r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = request(body, headers...).Header
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hang(); _ = response.Body.Close() })
	return &streamed{response, bufio.NewReader(response.Body), hang}
}

// next is the next message, of a stream or the only one.
func (s *streamed) next(t *testing.T) string {
	t.Helper()
	if s.Header.Get("Content-Type") != "text/event-stream" {
		text, _ := io.ReadAll(s.lines)
		return string(text)
	}
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			t.Fatal("the stream ended: ", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			_, _ = s.lines.ReadString('\n')
			return strings.TrimSpace(data)
		}
	}
}
