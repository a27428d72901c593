package main

import (
	"context"
	"fmt"
	nethttp "net/http"
	"runtime"
	"strings"
)

// idleClients prints what a client costs that has shaken hands and hung up.
func idleClients(e effort) error {
	fmt.Printf("%-52s %12s %14s\n", "", "bytes/client", "goroutines")
	for _, c := range []struct {
		name    string
		handler nethttp.Handler
	}{
		{"ours", ourTools(oneTool)},
		{"mcp-go, without options", mcpGoSessions()},
		{"go-sdk, without options", goSDKSessions()},
	} {
		bytes, goroutines, err := idleCost(c.handler, e.clients)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		fmt.Printf("%-52s %12.1f %14.2f\n", c.name, bytes, goroutines)
	}
	return nil
}

// idleCost is what each of n clients keeps of memory, in bytes of heap and
// stacks, and of goroutines.
func idleCost(h nethttp.Handler, n int) (bytes, goroutines float64, err error) {
	if err := shakeHands(h); err != nil { // what is made once is not counted
		return 0, 0, err
	}
	memory, running := inUse(), runtime.NumGoroutine()
	for range n {
		if err := shakeHands(h); err != nil {
			return 0, 0, err
		}
	}
	bytes = float64(inUse()-memory) / float64(n)
	goroutines = float64(runtime.NumGoroutine()-running) / float64(n)
	runtime.KeepAlive(h)
	return bytes, goroutines, nil
}

func inUse() int64 {
	runtime.GC()
	runtime.GC() // what pools held is given up by the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// shakeHands is a client's whole visit.
func shakeHands(h nethttp.Handler) error {
	first := visit(h, greeting, "")
	if first.code != nethttp.StatusOK || !strings.Contains(first.body.String(), `"protocolVersion":"2025-11-25"`) {
		return fmt.Errorf("initialize: got %d %s", first.code, first.body.String())
	}
	second := visit(h, greeted, first.header.Get("Mcp-Session-Id"))
	if second.code != nethttp.StatusAccepted {
		return fmt.Errorf("notifications/initialized: got %d %s", second.code, second.body.String())
	}
	return nil
}

// visit posts a message on a connection of its own.
func visit(h nethttp.Handler, message, session string) *recorder {
	ctx, hangUp := context.WithCancel(context.Background())
	defer hangUp()
	r, err := nethttp.NewRequestWithContext(ctx, nethttp.MethodPost, "http://127.0.0.1"+mcpPath, strings.NewReader(message))
	if err != nil {
		panic(err) // the path is a constant
	}
	r.Header = handshake.header.Clone()
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	w := &recorder{header: nethttp.Header{}, code: nethttp.StatusOK}
	h.ServeHTTP(w, r)
	return w
}
