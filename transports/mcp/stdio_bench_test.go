package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// pipes are two pairs of operating system pipes: what a client and a server
// have of each other.
type pipes struct {
	in, clientIn   *os.File // what the server reads, what the client reads
	out, clientOut *os.File // what the server writes, what the client writes
}

func newPipes(tb testing.TB) *pipes {
	tb.Helper()
	p := &pipes{}
	var err error
	if p.in, p.clientOut, err = os.Pipe(); err != nil {
		tb.Fatal(err)
	}
	if p.clientIn, p.out, err = os.Pipe(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		for _, f := range []*os.File{p.in, p.out, p.clientIn, p.clientOut} {
			_ = f.Close()
		}
	})
	return p
}

func BenchmarkStdio(b *testing.B) {
	shop := func(b *testing.B, p *pipes) func() {
		registry, _ := benzene.NewRegistry(
			benzene.Handle("order:place", func(_ context.Context, o purchase) (purchase, error) { return o, nil }))
		t := mcp.StdioOn(p.in, p.out, mcp.Tool("place_order", "Places an order.", "order:place", mcp.Writes()))
		if err := t.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
			b.Fatal(err)
		}
		return func() { _ = t.Serve(context.Background()) }
	}
	floor := func(_ *testing.B, p *pipes) func() {
		return func() { lineLoop(p.in, p.out) }
	}
	for name, serve := range map[string]func(*testing.B, *pipes) func(){"floor": floor, "benzene": shop} {
		b.Run(name+"/one at a time", func(b *testing.B) { roundTrips(b, 1, serve) })
		b.Run(name+"/16 in flight", func(b *testing.B) { roundTrips(b, 16, serve) })
	}
}

// roundTrips keeps so many calls in flight: each answer lets the next one go.
func roundTrips(b *testing.B, flying int, serve func(*testing.B, *pipes) func()) {
	p := newPipes(b)
	var server sync.WaitGroup
	server.Go(serve(b, p))
	defer server.Wait()
	defer func() { _ = p.clientOut.Close() }()
	in := bufio.NewReaderSize(p.clientIn, 64<<10)
	out := bufio.NewWriter(p.clientOut)
	_, _ = p.clientOut.WriteString(hello("2025-11-25") + "\n") // before it there is no structured content
	if _, err := in.ReadString('\n'); err != nil {
		b.Fatal(err)
	}
	orders := manyOrders()
	b.ReportAllocs()
	b.ResetTimer()
	sent, heard := 0, 0
	for heard < b.N {
		for sent < b.N && sent-heard < flying {
			_, _ = out.WriteString(orders[sent%len(orders)])
			sent++
		}
		_ = out.Flush()
		for ok := true; ok; ok = in.Buffered() > 0 {
			line, err := in.ReadSlice('\n')
			if err != nil || !bytes.Contains(line, []byte(`"structuredContent"`)) {
				b.Fatalf("%v: %s", err, line)
			}
			heard++
		}
	}
}

// manyOrders are calls whose ids are not in flight together.
func manyOrders() (lines [1 << 16]string) {
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,%s`+"\n", i, placeOrder[len(`{"jsonrpc":"2.0","id":7,`):])
	}
	return lines
}

// lineLoop is the least that answers the same: one line after the other, by the
// standard library's codec.
func lineLoop(from io.Reader, to io.Writer) {
	in, out := bufio.NewReaderSize(from, 64<<10), bufio.NewWriterSize(to, 64<<10)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		_, _ = out.Write(answerPlainly(line))
		if in.Buffered() == 0 {
			_ = out.Flush()
		}
	}
}

type plainCall struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
}

type plainAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  struct {
		Content    []plainText     `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
	} `json:"result"`
}

type plainText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func answerPlainly(line []byte) []byte {
	var c plainCall
	var order purchase
	_ = json.Unmarshal(line, &c)
	_ = json.Unmarshal(c.Params.Arguments, &order)
	text, _ := json.Marshal(order)
	a := plainAnswer{Version: "2.0", ID: c.ID}
	a.Result.Content = []plainText{{"text", string(text)}}
	a.Result.Structured = text
	b, _ := json.Marshal(a)
	return append(b, '\n')
}
