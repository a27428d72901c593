package mcp_test

import (
	"context"
	"io"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type purchase struct {
	Customer string `json:"customer"`
	Lines    []line `json:"lines"`
}

// A sink is the least of a ResponseWriter.
type sink struct {
	header nethttp.Header
	wrote  int
}

func (s *sink) Header() nethttp.Header         { return s.header }
func (s *sink) WriteHeader(int)                {}
func (s *sink) Write(body []byte) (int, error) { s.wrote += len(body); return len(body), nil }

// A body is one that can be read again.
type body struct{ strings.Reader }

func (*body) Close() error { return nil }

// again makes a function that sends one request over and over, and allocates
// nothing itself.
func again(tb testing.TB, r *nethttp.Request) func() {
	tb.Helper()
	given, err := io.ReadAll(r.Body)
	if err != nil {
		tb.Fatal(err)
	}
	text := string(given)
	registry, _ := benzene.NewRegistry(
		benzene.Handle("order:place", func(_ context.Context, p purchase) (purchase, error) { return p, nil }))
	h, err := mcp.Surface(mcp.Tool("place_order", "Places an order.", "order:place", mcp.Writes()))(
		http.Site{Dispatcher: benzene.NewDispatcher(registry, nil)})
	if err != nil {
		tb.Fatal(err)
	}
	b, w := &body{}, &sink{header: nethttp.Header{}}
	return func() {
		b.Reset(text)
		r.Body, r.ContentLength = b, int64(len(text))
		clear(w.header)
		w.wrote = 0
		h.ServeHTTP(w, r)
		if w.wrote == 0 {
			tb.Fatal(io.ErrShortWrite)
		}
	}
}

const placeOrder = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"place_order","arguments":` +
	`{"customer":"ada@example.org","lines":[{"sku":"A-1","qty":2},{"sku":"B-2","qty":1}]}}}`

var placeOrderLater = metaBody("tools/call", `"name":"place_order","arguments":{"customer":"ada@example.org","lines":[{"sku":"A-1","qty":2},{"sku":"B-2","qty":1}]}`,
	declaresVersion+`,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"sampling":{}},`+declaresClient)

// What a request may allocate, so that waste is a red build. Decoding and
// encoding the order are counted too.
func TestARequestAllocatesLittle(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	for _, c := range []struct {
		name string
		r    *nethttp.Request
		most float64
	}{
		{"tools/call", request(placeOrder), 13},
		{"tools/list", request(listTools), 5},
		{"ping", request(ping), 4},
		{"tools/call of the later era", statelessRequest(placeOrderLater), 13},
		{"tools/list of the later era", statelessRequest(statelessBody("tools/list", "")), 5},
	} {
		if got := testing.AllocsPerRun(200, again(t, c.r)); got > c.most {
			t.Errorf("%s allocates %v times, at most %v were planned", c.name, got, c.most)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	send := again(b, request(placeOrder))
	b.ReportAllocs()
	for b.Loop() {
		send()
	}
}

func BenchmarkCallOfTheLaterEra(b *testing.B) {
	send := again(b, statelessRequest(placeOrderLater))
	b.ReportAllocs()
	for b.Loop() {
		send()
	}
}

func BenchmarkList(b *testing.B) {
	send := again(b, request(listTools))
	b.ReportAllocs()
	for b.Loop() {
		send()
	}
}
