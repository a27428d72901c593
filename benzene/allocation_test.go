package benzene_test

import (
	"context"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/benzene-go/framework/benzene"
)

type placeOrder struct {
	Customer string      `json:"customer"`
	Lines    []orderLine `json:"lines"`
}

type orderLine struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type placedOrder struct {
	ID       int64       `json:"id"`
	Customer string      `json:"customer"`
	Lines    []orderLine `json:"lines"`
	Status   string      `json:"status"`
}

var orderBody = []byte(`{"customer":"ada@example.org","lines":[{"sku":"A-1","qty":2},{"sku":"B-2","qty":1}]}`)

func place(_ context.Context, req placeOrder) (placedOrder, error) {
	return placedOrder{ID: 1, Customer: req.Customer, Lines: req.Lines, Status: "open"}, nil
}

var (
	floorReading = json.JoinOptions(json.MatchCaseInsensitiveNames(true), jsonv1.MatchCaseSensitiveDelimiter(true))
	floorWriting = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.EscapeForJS(true))
)

// floor is what a program does that has one handler and no framework.
func floor(ctx context.Context, body []byte) ([]byte, error) {
	var req placeOrder
	if err := json.Unmarshal(body, &req, floorReading); err != nil {
		return nil, err
	}
	order, err := place(ctx, req)
	if err != nil {
		return nil, err
	}
	return json.Marshal(order, floorWriting)
}

// idle are n middleware that do nothing.
func idle(n int) (p benzene.Pipeline) {
	for range n {
		p = append(p, around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
			return next(ctx, inv)
		}))
	}
	return p
}

func TestDispatchAllocatesTwiceMoreThanTheFloor(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates too")
	}
	ctx := t.Context()
	msg := benzene.Message{Topic: benzene.Topic{ID: "order:place"}, Body: orderBody}
	want, err := floor(ctx, orderBody)
	if err != nil {
		t.Fatal(err)
	}
	base := testing.AllocsPerRun(200, func() { _, _ = floor(ctx, orderBody) }) // it has just succeeded
	for _, n := range []int{0, 1, 3} {
		s := serveBehind(t, idle(n), benzene.Handle("order:place", place))
		if reply, err := s.Dispatch(ctx, msg); err != nil || string(reply.Body) != string(want) {
			t.Fatalf("got %s, %v; want %s", reply.Body, err, want)
		}
		got := testing.AllocsPerRun(200, func() { _, _ = s.Dispatch(ctx, msg) }) // it has just succeeded
		if got > base+2 {
			t.Errorf("%d middleware: %v allocations over a floor of %v", n, got, base)
		}
		t.Logf("%d idle middleware: %v allocations, the floor has %v", n, got, base)
	}
}

func BenchmarkFloor(b *testing.B) {
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := floor(ctx, orderBody); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDispatch(b *testing.B) { benchmarkDispatch(b, 0) }

func BenchmarkDispatchBehindThreeIdle(b *testing.B) { benchmarkDispatch(b, 3) }

func benchmarkDispatch(b *testing.B, middleware int) {
	ctx := b.Context()
	s := serveBehind(b, idle(middleware), benzene.Handle("order:place", place))
	msg := benzene.Message{Topic: benzene.Topic{ID: "order:place"}, Body: orderBody}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Dispatch(ctx, msg); err != nil {
			b.Fatal(err)
		}
	}
}
