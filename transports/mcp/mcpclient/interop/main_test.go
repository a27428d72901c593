// Package interop_test lets the official clients of the Model Context Protocol
// use our server as their users do: the Go client and the TypeScript clients,
// at each revision, over each transport. What they meet is a small service,
// shop.
package interop_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A rule is what a revision says of the things that the tests look at.
type rule struct {
	revision   string
	handshake  bool // it begins with initialize, and has ping and sessions
	structured bool // it knows output schemas and structured content
}

// rules has a row for each revision that the server speaks, newest first.
func rules() []rule {
	return []rule{
		{revision: "2026-07-28", structured: true},
		{revision: "2025-11-25", handshake: true, structured: true},
		{revision: "2025-06-18", handshake: true, structured: true},
		{revision: "2025-03-26", handshake: true},
		{revision: "2024-11-05", handshake: true},
	}
}

// serving makes this program serve the shop over stdio, for the tests that
// start it as their server.
const serving = "BENZENE_INTEROP_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serving) == "" {
		os.Exit(m.Run())
	}
	if err := serveStdio(mcp.Stdio(tools())); !errors.Is(err, benzene.ErrFinished) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveStdio(transport benzene.Transport) error {
	ctx := context.Background() // the end of the input ends it
	if err := open(ctx, transport); err != nil {
		return err
	}
	return transport.Serve(ctx)
}

// waiting is long for what takes an instant, and short for a test that hangs.
const waiting = 30 * time.Second

// serveHTTP serves parts to the end of the test, and returns their URL.
func serveHTTP(t *testing.T, parts ...mcp.Part) string {
	t.Helper()
	server := http.Listen("127.0.0.1:0", mcp.Endpoint(parts...))
	ctx, stop := context.WithCancel(t.Context())
	if err := open(ctx, server); err != nil {
		stop()
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(ctx); err != nil {
			t.Error("serve:", err)
		}
	})
	t.Cleanup(func() {
		stop()
		serving.Wait()
	})
	return "http://" + server.Addr() + "/benzene/mcp"
}

// open makes a transport ready to serve the shop.
func open(ctx context.Context, transport benzene.Transport) error {
	dispatcher, err := shop()
	if err != nil {
		return err
	}
	if err := transport.Bind(dispatcher); err != nil {
		return err
	}
	return transport.Open(ctx)
}
