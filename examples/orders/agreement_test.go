package main

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// What a caller did wrong is said in the same words by every transport.
func TestTheSameRulesHoldHoweverAnOrderArrives(t *testing.T) {
	const words = "customer must be an e-mail address, quantity must be at least 1"
	s := serve(t)
	code, body := s.send(t, "POST", "/orders", `{"customer":"ada","quantity":0}`)
	for _, want := range []string{words, `"field":"customer"`, `"field":"quantity"`} {
		if code != 422 || !strings.Contains(body, want) {
			t.Errorf("over HTTP: got %d %s", code, body)
		}
	}
	if code, body := s.send(t, "POST", "/orders", ""); code != 422 || !strings.Contains(body, "customer is required") {
		t.Errorf("over HTTP, without a body: got %d %s", code, body)
	}
	if got := s.tool(t, "place_order", `{"customer":"ada","quantity":0}`); !got.IsError || got.Content[0].Text != "validation-error: "+words {
		t.Errorf("over MCP: got %+v", got)
	}
	if err := benzene.Publish(t.Context(), s.outbox, "order:place", PlaceOrder{Customer: "ada"}); err != nil {
		t.Fatal(err)
	}
	for len(s.outbox.DeadLetters()) == 0 {
		time.Sleep(time.Millisecond)
	}
	if got := s.outbox.DeadLetters()[0].Reason; !strings.Contains(got, words) {
		t.Errorf("from the queue: got %s", got)
	}
	if _, body := s.send(t, "GET", "/orders", ""); body != `{"orders":[]}` {
		t.Errorf("something was placed: %s", body)
	}
}

// A notebook is a log that several write to.
type notebook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// Whatever a driver panics with is for the operators, and the service goes on.
func TestAPanicIsToldToNobodyButTheLog(t *testing.T) {
	const secret = "token=T0P5ECRET path=/srv/app/db.go"
	var log notebook
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)

	s := serve(t, fx.Decorate(func(db *sql.DB) benzene.Scoped[*sql.Tx] {
		return benzene.NewScoped(func(context.Context) (*sql.Tx, error) { panic(secret) }, nil)
	}))
	code, body := s.send(t, "GET", "/orders/1", "")
	_, tool := s.send(t, "POST", "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":1}}}`)
	if code != 503 || !strings.Contains(body, `"benzeneStatus":"service-unavailable"`) || !strings.Contains(tool, `"code":-32603`) {
		t.Errorf("over HTTP: %d %s\nover MCP: %s", code, body, tool)
	}
	if err := benzene.Publish(t.Context(), s.outbox, "order:placed", OrderPlaced{ID: 1}); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(log.String(), "transport=memory") {
		time.Sleep(time.Millisecond)
	}
	if s.outbox.Depth() != 1 || len(s.outbox.DeadLetters()) != 0 {
		t.Errorf("the queue holds %d and gave up %d; want the message waiting for another attempt", s.outbox.Depth(), len(s.outbox.DeadLetters()))
	}
	for _, answer := range []string{body, tool} {
		if strings.Contains(answer, "T0P5ECRET") || strings.Contains(answer, "/srv/") {
			t.Errorf("the answer tells too much: %s", answer)
		}
	}
	if code, body := s.send(t, "GET", "/benzene/health", ""); code != 200 {
		t.Errorf("afterwards the service is not well: %d %s", code, body)
	}
	for _, via := range []string{"http", "mcp", "memory"} {
		if got := countLines(log.String(), "transport="+via, "T0P5ECRET", "goroutine "); got != 1 {
			t.Errorf("%d lines tell of the panic by %s; want one, with its stack:\n%s", got, via, log.String())
		}
	}
}

// countLines counts the lines that hold all of words.
func countLines(text string, words ...string) (n int) {
lines:
	for line := range strings.Lines(text) {
		for _, word := range words {
			if !strings.Contains(line, word) {
				continue lines
			}
		}
		n++
	}
	return n
}
