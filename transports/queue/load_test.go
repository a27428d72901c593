package queue_test

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestTenThousandMessagesAreHandledOnceEach(t *testing.T) {
	const messages = 10_000
	memory := queue.NewMemory(messages)
	var handled [messages]atomic.Int32
	var begun, ended atomic.Int32
	scope := benzene.NewScoped(
		func(context.Context) (int, error) { begun.Add(1); return 0, nil },
		func(context.Context, int, error) error { ended.Add(1); return nil },
	)
	stop := listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, o order) error {
		if _, err := scope.From(ctx); err != nil {
			return err
		}
		i, err := strconv.Atoi(o.ID)
		if err != nil {
			return err
		}
		handled[i].Add(1)
		return nil
	})), queue.Workers(256))
	for i := range messages {
		publish(t, memory, "order:paid", order{strconv.Itoa(i)})
	}
	eventually(t, "all are settled", func() bool { return memory.Depth() == 0 })
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	for i := range handled {
		if n := handled[i].Load(); n != 1 {
			t.Errorf("message %d was handled %d times", i, n)
		}
	}
	if begun.Load() != messages || ended.Load() != messages || len(memory.DeadLetters()) != 0 {
		t.Errorf("%d scopes began, %d ended; %d dead letters", begun.Load(), ended.Load(), len(memory.DeadLetters()))
	}
}

const batch = 1000

var body = []byte(`{"id":"ord-42"}`)

// consume publishes n messages and returns when all are settled.
func consume(tb testing.TB, memory *queue.Memory, handled *sync.WaitGroup, n int) {
	handled.Add(n)
	for range n {
		if _, err := memory.Dispatch(tb.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Body: body}); err != nil {
			tb.Fatal(err)
		}
	}
	handled.Wait()
}

func BenchmarkMemory(b *testing.B) {
	memory, handled := queue.NewMemory(2*batch), &sync.WaitGroup{}
	d := dispatcher(b, nil, benzene.On("order:paid", func(context.Context, order) error { handled.Done(); return nil }))
	listen(b, memory, d)
	b.ReportAllocs()
	b.ResetTimer()
	for n := b.N; n > 0; n -= batch {
		consume(b, memory, handled, min(n, batch))
	}
}

// BenchmarkChannel is the same work with a channel, written by hand.
func BenchmarkChannel(b *testing.B) {
	benchmarkChannel(b, func(body []byte) error {
		var o order
		return benzene.JSON.Decode(body, &o)
	})
}

// BenchmarkChannelDispatch is a channel from which a loop dispatches.
func BenchmarkChannelDispatch(b *testing.B) {
	d := dispatcher(b, nil, benzene.On("order:paid", func(context.Context, order) error { return nil }))
	benchmarkChannel(b, func(body []byte) error {
		_, err := d.Dispatch(b.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Body: body, Want: benzene.WantNothing})
		return err
	})
}

func benchmarkChannel(b *testing.B, handle func([]byte) error) {
	messages, handled := make(chan []byte, batch), &sync.WaitGroup{}
	for range 4 {
		go func() {
			for body := range messages {
				if err := handle(body); err != nil {
					b.Error(err)
				}
				handled.Done()
			}
		}()
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := b.N; n > 0; n -= batch {
		handled.Add(min(n, batch))
		for range min(n, batch) {
			messages <- append([]byte(nil), body...)
		}
		handled.Wait()
	}
	close(messages)
}
