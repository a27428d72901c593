package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A client starts the program, talks to it over its standard input and output,
// and hangs up.
func TestTheOrderBookOverStandardInputAndOutput(t *testing.T) {
	c := talk(t, build(t), "-stdio", "-trace", "-db", ":memory:")

	c.ask(t, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`, `"name":"orders"`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.ask(t, "tools/list", `{}`, `"place_order"`)
	c.ask(t, "tools/call", `{"name":"place_order","arguments":{"customer":"ada@example.org","quantity":2}}`, `"structuredContent":{"id":1,`)
	c.ask(t, "tools/call", `{"name":"get_order","arguments":{"id":1}}`, `ada@example.org`)

	for !strings.Contains(c.stderr.String(), "order confirmed") { // from the queue, behind the answer
		time.Sleep(time.Millisecond)
	}
	c.hangUp(t)
	if !strings.Contains(c.stderr.String(), "SpanContext") {
		t.Errorf("standard error has no traces:\n%s", c.stderr.String())
	}
}

// A conversation is with a program of one's own.
type conversation struct {
	process *exec.Cmd
	stdin   io.WriteCloser
	lines   *bufio.Scanner
	stderr  notebook
	asked   int
}

func talk(t *testing.T, program string, flags ...string) *conversation {
	t.Helper()
	c := &conversation{process: exec.CommandContext(t.Context(), program, flags...)}
	c.process.WaitDelay, c.process.Stderr = 10*time.Second, &c.stderr
	var err error
	if c.stdin, err = c.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := c.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewScanner(stdout)
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *conversation) send(t *testing.T, message string) {
	t.Helper()
	if _, err := io.WriteString(c.stdin, message+"\n"); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request; the next line has to be its answer, with want in it.
func (c *conversation) ask(t *testing.T, method, params, want string) {
	t.Helper()
	c.asked++
	c.send(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.asked, method, params))
	if !c.lines.Scan() {
		t.Fatalf("%s: it has ended: %v\n%s", method, c.lines.Err(), c.stderr.String())
	}
	var answer struct {
		Version string          `json:"jsonrpc"`
		ID      int             `json:"id"`
		Result  json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(c.lines.Bytes(), &answer); err != nil || answer.Version != "2.0" || answer.ID != c.asked || !strings.Contains(string(answer.Result), want) {
		t.Errorf("%s: got %s, %v; want %s in it", method, c.lines.Bytes(), err, want)
	}
}

// hangUp ends the input, and that ends the program, in peace and without a
// further word.
func (c *conversation) hangUp(t *testing.T) {
	t.Helper()
	if err := c.stdin.Close(); err != nil {
		t.Error(err)
	}
	for c.lines.Scan() {
		t.Errorf("after the last answer: %s", c.lines.Bytes())
	}
	if err := c.process.Wait(); err != nil {
		t.Errorf("it ended with %v\n%s", err, c.stderr.String())
	}
}
