package mcp

import (
	"cmp"
	"context"
	nethttp "net/http"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A stream is how the answer to one POST goes out: as JSON, or, once something
// has to be said before it, as a stream of events that ends with it (MCP,
// Streamable HTTP).
type stream struct {
	w       nethttp.ResponseWriter
	session string        // shown with the header; "" for none
	limit   time.Duration // for the caller to take what is written; 0 for what the server says

	deaf bool // the caller takes no events

	mu    sync.Mutex
	open  bool // it is a stream of events
	over  bool // the answer has gone out, or never will
	beats *time.Timer
}

// heartbeat is how often a quiet stream says that it lives, so that nobody
// between takes it for dead.
const heartbeat = 15 * time.Second

// patience is how long one event may take to be written. A caller that reads no
// more is given up then: net/http cancels the call.
const patience = 30 * time.Second

// event sends a message that is not the answer. It is false where the caller
// takes none, or has its answer already.
func (s *stream) event(message []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.deaf {
		return false
	}
	s.begin()
	s.write(message)
	return true
}

// begin opens the stream of events.
func (s *stream) begin() {
	if s.open {
		return
	}
	s.open = true
	header := s.w.Header()
	header["Content-Type"] = []string{"text/event-stream"}
	header["Cache-Control"] = []string{"no-cache"}
	header["X-Accel-Buffering"] = []string{"no"}
	s.showSession()
	s.w.WriteHeader(nethttp.StatusOK)
	s.beats = time.AfterFunc(heartbeat, s.beat)
}

func (s *stream) beat() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.push([]byte(":\n\n"))
	s.beats.Reset(heartbeat)
}

// write writes a message, which is one line, as an event.
func (s *stream) write(message []byte) {
	b := make([]byte, 0, len(message)+32)
	b = append(append(append(b, "event: message\ndata: "...), message...), "\n\n"...)
	s.push(b)
}

// push sends a piece of the stream at once.
func (s *stream) push(piece []byte) {
	_ = s.due(time.Now().Add(cmp.Or(s.limit, patience))) // where that cannot be done, the server's word stands
	_, _ = s.w.Write(piece)                              // a caller that has gone cancels the call
	_ = nethttp.NewResponseController(s.w).Flush()       // what cannot be flushed goes out in the end
	if !s.over || s.limit == 0 {                         // else net/http ends the stream by the same deadline
		_ = s.due(time.Time{})
	}
}

// close is the end of what can be said.
func (s *stream) close() {
	s.over = true
	if s.beats != nil {
		s.beats.Stop()
	}
}

// stop makes sure of that, whichever way the request ends: nobody writes to it
// afterwards.
func (s *stream) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
}

func (s *stream) showSession() {
	if s.session != "" {
		s.w.Header()["Mcp-Session-Id"] = []string{s.session}
	}
}

// finish sends the answer, once.
func (x *exchange) finish(status int, body []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		return
	}
	x.close()
	if !x.stream.open {
		x.write(status, body)
		return
	}
	x.stream.write(body)
}

// parting tells the caller that the connection ends with the answer.
func (x *exchange) parting() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.stream.open {
		x.w.Header()["Connection"] = []string{"close"}
	}
}

// notify sends a notification that belongs to the request.
func (x *exchange) notify(method string, params []byte) {
	x.stream.event(notification(method, params))
}

// ask sends a request of the server's on the request's stream, and waits for
// the client to POST its answer to this process. Who has hung up answers nothing.
func (x *exchange) ask(ctx context.Context, method string, params []byte) (jsontext.Value, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(x.asker, cancel)()
	return x.handler.waits.ask(ctx, x.partner(), method, params, x.stream.event)
}

func notification(method string, params []byte) []byte {
	b := wire.AppendText([]byte(`{"jsonrpc":"2.0","method":`), method)
	return append(append(append(b, `,"params":`...), params...), '}')
}

// unhurried lets a call take longer than its server's WriteTimeout: that is for
// callers that do not read, and begins with the request. From here on it begins
// with each write.
func (s *stream) unhurried(ctx context.Context) {
	server, _ := ctx.Value(nethttp.ServerContextKey).(*nethttp.Server)
	if server == nil || server.WriteTimeout <= 0 {
		return
	}
	if s.due(time.Time{}) == nil { // where that cannot be done, the server's word stands
		s.limit = server.WriteTimeout
	}
}

// hurry gives the caller time to take what is written next.
func (s *stream) hurry() {
	if s.limit > 0 {
		_ = s.due(time.Now().Add(s.limit)) // it could be done before
	}
}

func (s *stream) due(at time.Time) error {
	return nethttp.NewResponseController(s.w).SetWriteDeadline(at)
}
