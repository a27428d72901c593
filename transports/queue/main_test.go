package queue_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// order is the event of most tests.
type order struct {
	ID string `json:"id"`
}

var quiet = queue.Logger(slog.New(slog.DiscardHandler))

func dispatcher(t testing.TB, pipeline benzene.Pipeline, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, pipeline)
}

// start binds, opens and serves. stop ends it and returns what Serve returned.
func start(t testing.TB, transport benzene.Transport, d *benzene.Dispatcher) (stop func() error) {
	t.Helper()
	if err := transport.Bind(d); err != nil {
		t.Fatal(err)
	}
	if err := transport.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- transport.Serve(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-served
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

// listen is start for a source, the log left out.
func listen(t testing.TB, source queue.Source, d *benzene.Dispatcher, options ...queue.Option) (stop func() error) {
	t.Helper()
	return start(t, queue.Listen(source, append([]queue.Option{quiet}, options...)...), d)
}

func publish(t testing.TB, m *queue.Memory, topic string, event any) {
	t.Helper()
	if err := benzene.Publish(t.Context(), m, topic, event); err != nil {
		t.Fatal(err)
	}
}

// eventually waits for a condition that other goroutines bring about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// A desk is a Source that hands out what a test lays on it.
type desk struct {
	parcels chan queue.Delivery
	trouble chan error // what Receive answers next, before any parcel

	mu     sync.Mutex
	closed int
	late   int // settlements after Close
}

func newDesk() *desk {
	return &desk{parcels: make(chan queue.Delivery, 100), trouble: make(chan error, 100)}
}

func (d *desk) Open(context.Context) error { return nil }

func (d *desk) Receive(ctx context.Context) (queue.Delivery, error) {
	select {
	case err := <-d.trouble:
		return nil, err
	default:
	}
	select {
	case err := <-d.trouble:
		return nil, err
	case p, ok := <-d.parcels:
		if !ok {
			return nil, io.EOF
		}
		return p, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (d *desk) Close(context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed++
	return nil
}

// A parcel is a Delivery that remembers its settlements.
type parcel struct {
	desk    *desk
	msg     benzene.Message
	attempt int
	refuse  error // what Settle answers

	mu       sync.Mutex
	verdicts []queue.Verdict
	settled  chan queue.Verdict
}

// lay puts a parcel for topic on the desk. wrap may make it more than a parcel.
func (d *desk) lay(topic, id string, wrap func(*parcel) queue.Delivery) *parcel {
	p := &parcel{desk: d, attempt: 1, settled: make(chan queue.Verdict, 10), msg: benzene.Message{
		Topic: benzene.Topic{ID: topic}, ID: id, Body: []byte(`{"id":"` + id + `"}`), Transport: "desk",
	}}
	if wrap == nil {
		d.parcels <- p
	} else {
		d.parcels <- wrap(p)
	}
	return p
}

func (p *parcel) Message() benzene.Message { return p.msg }
func (p *parcel) Attempt() int             { return p.attempt }

func (p *parcel) Settle(ctx context.Context, v queue.Verdict) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.verdicts = append(p.verdicts, v)
	p.desk.mu.Lock()
	p.desk.late += p.desk.closed
	p.desk.mu.Unlock()
	p.settled <- v
	return errors.Join(p.refuse, ctx.Err())
}

func (p *parcel) settlements() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.verdicts)
}
