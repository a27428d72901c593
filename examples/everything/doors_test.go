package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	nethttp "net/http"
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A door takes one request in, and gives what the server says up to the answer.
type door func(t *testing.T, method, name string, params map[string]any) []message

func doors() map[string]func(t *testing.T) door {
	return map[string]func(t *testing.T) door{"http": openHTTP, "stdio": openStdio}
}

// run runs the tour to the end of the test.
func run(t *testing.T, options ...fx.Option) {
	t.Helper()
	app, err := startup.Start(Service(), fx.Options(options...), startup.Service("everything"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func openHTTP(t *testing.T) door {
	var server *http.Server
	run(t, OverHTTP("127.0.0.1:0"), fx.Populate(&server))
	return func(t *testing.T, method, name string, params map[string]any) []message {
		t.Helper()
		post, err := nethttp.NewRequestWithContext(t.Context(), "POST", "http://"+server.Addr()+"/benzene/mcp", bytes.NewReader(request(t, 1, method, params)))
		if err != nil {
			t.Fatal(err)
		}
		for header, value := range map[string]string{
			"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
			"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name,
		} {
			post.Header.Set(header, value)
		}
		response, err := nethttp.DefaultClient.Do(post)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }() // read to its end below
		return hear(t, response.Body, 1)
	}
}

func openStdio(t *testing.T) door {
	theirs, in := io.Pipe()
	out, answers := io.Pipe()
	run(t, startup.Transports(mcp.StdioOn(theirs, answers, Parts())))
	t.Cleanup(func() { _ = in.Close() }) // which ends the conversation
	said, asked := bufio.NewReader(out), 0
	return func(t *testing.T, method, _ string, params map[string]any) []message {
		t.Helper()
		asked++
		if _, err := in.Write(append(request(t, asked, method, params), '\n')); err != nil {
			t.Fatal(err)
		}
		return hear(t, said, asked)
	}
}

// hear reads messages, each a line or an event, up to the answer to a request.
func hear(t *testing.T, said io.Reader, id int) (heard []message) {
	t.Helper()
	lines, ok := said.(*bufio.Reader)
	if !ok {
		lines = bufio.NewReader(said)
	}
	for {
		line, err := lines.ReadString('\n')
		line = strings.TrimPrefix(strings.TrimSpace(line), "data: ")
		if strings.HasPrefix(line, "{") {
			var m message
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if heard = append(heard, m); m.ID == id {
				return heard
			}
		}
		if err != nil {
			t.Fatalf("no answer to %d: %v", id, err)
		}
	}
}
