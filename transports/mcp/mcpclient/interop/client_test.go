package interop_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	nethttp "net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A door is a transport that the server speaks.
type door struct {
	name    string
	address func(t *testing.T) address // of a new server of the shop
}

// doors has a row for each.
func doors() []door {
	return []door{
		{"http", func(t *testing.T) address { return address{url: serveHTTP(t, tools())} }},
		{"stdio", func(*testing.T) address {
			return address{command: []string{os.Args[0]}, environment: map[string]string{
				serving:  "stdio",
				"GORACE": "atexit_sleep_ms=0", // or each of them is a second longer with the race detector
			}}
		}},
	}
}

// An address is where a client finds a server: its URL, or the command that
// starts it.
type address struct {
	url         string
	command     []string
	environment map[string]string // added to that of this process
}

// transport is the client's end, with a wire that listens.
func (a address) transport(t *testing.T, w *wire) mcpsdk.Transport {
	if a.command != nil {
		return &mcpsdk.LoggingTransport{Transport: &mcpsdk.CommandTransport{Command: a.process(t)}, Writer: w}
	}
	return &mcpsdk.StreamableClientTransport{
		Endpoint:   a.url,
		HTTPClient: &nethttp.Client{Transport: w},
		MaxRetries: -1, // what has to be tried again is wrong here
	}
}

func (a address) process(t *testing.T) *exec.Cmd {
	process := exec.Command(a.command[0], a.command[1:]...)
	process.Env = os.Environ()
	for name, value := range a.environment {
		process.Env = append(process.Env, name+"="+value)
	}
	process.Stderr = t.Output()
	return process
}

// A session is one of the official Go client with a server of its own.
type session struct {
	*mcpsdk.ClientSession
	rule
	wire *wire
}

// each runs a test in a session at every revision over every transport.
func each(t *testing.T, test func(t *testing.T, s *session)) {
	t.Helper()
	for _, r := range rules() {
		for _, d := range doors() {
			t.Run(r.revision+" over "+d.name, func(t *testing.T) { test(t, connect(t, r, d)) })
		}
	}
}

// connect begins a session that speaks one revision; that of the zero rule is
// what client and server agree on by themselves.
func connect(t *testing.T, r rule, d door) *session {
	t.Helper()
	return begin(t, r, d.address(t), mcpsdk.NewClient(implementation(), nil))
}

func implementation() *mcpsdk.Implementation {
	return &mcpsdk.Implementation{Name: "interop", Version: "1"}
}

func begin(t *testing.T, r rule, at address, client *mcpsdk.Client) *session {
	t.Helper()
	s := &session{rule: r, wire: &wire{}}
	var err error
	s.ClientSession, err = client.Connect(within(t), at.transport(t, s.wire), &mcpsdk.ClientSessionOptions{ProtocolVersion: r.revision})
	if err != nil {
		t.Fatal("connect:", err)
	}
	if got := s.InitializeResult().ProtocolVersion; r.revision != "" && got != r.revision {
		t.Errorf("revision %q was agreed on, want %q", got, r.revision)
	}
	t.Cleanup(func() {
		_ = s.Close() // what it says is a test of its own
		s.wire.connections.CloseIdleConnections()
	})
	return s
}

// within is a context for what one test asks.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waiting)
	t.Cleanup(cancel)
	return ctx
}

// call calls a tool, which has to give a result, and returns it with its text.
func (s *session) call(t *testing.T, tool string, arguments any) (*mcpsdk.CallToolResult, string) {
	t.Helper()
	result, err := s.CallTool(within(t), &mcpsdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result, text(t, result)
}

// text is that of a result of one text.
func text(t *testing.T, result *mcpsdk.CallToolResult) string {
	t.Helper()
	if len(result.Content) != 1 {
		t.Fatalf("%d pieces of content, want one", len(result.Content))
	}
	c, ok := result.Content[0].(*mcpsdk.TextContent)
	if !ok {
		t.Fatalf("content is a %T, want text", result.Content[0])
	}
	return c.Text
}

// code is that of a JSON-RPC error, or 0.
func code(err error) int64 {
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return e.Code
	}
	return 0
}

// A wire notes what goes over the connection of a session: over HTTP as a
// transport of the client, elsewhere as the writer of its log.
type wire struct {
	connections nethttp.Transport

	mu        sync.Mutex
	exchanges []exchange
	heard     bytes.Buffer
}

// An exchange is one HTTP request and the head of its answer.
type exchange struct {
	request *nethttp.Request
	status  int
	header  nethttp.Header
}

// RoundTrip sends a request, and listens to what comes back.
func (w *wire) RoundTrip(r *nethttp.Request) (*nethttp.Response, error) {
	response, err := w.connections.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.exchanges = append(w.exchanges, exchange{r, response.StatusCode, response.Header})
	response.Body = &tap{response.Body, w}
	return response, nil
}

// Write takes what was heard.
func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.heard.Write(p)
}

// says reports whether the server's answers have a text in them.
func (w *wire) says(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Contains(w.heard.String(), text)
}

// met lists the exchanges so far.
func (w *wire) met() []exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]exchange(nil), w.exchanges...)
}

// A tap is a body whose reader is overheard.
type tap struct {
	io.ReadCloser
	wire *wire
}

func (b *tap) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	_, _ = b.wire.Write(p[:n]) // into memory
	return n, err
}
