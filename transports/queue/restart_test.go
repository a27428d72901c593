package queue_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// A tally counts how often each message was handled to its end.
type tally struct {
	mu    sync.Mutex
	times map[string]int
}

func (y *tally) add(id string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.times[id]++
}

// Listeners come and go at any moment, handlers fail, leave and outlast their
// listener; every message is handled, and once where nothing went wrong.
func TestWhateverStopsWhenNoMessageIsLostOrHandledTwice(t *testing.T) {
	const messages = 2000
	for _, mishaps := range []bool{false, true} {
		t.Run(fmt.Sprintf("mishaps %t", mishaps), func(t *testing.T) {
			memory, done := queue.NewMemory(messages), &tally{times: map[string]int{}}
			d := dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, o order) error {
				for range rand.N(5) {
					runtime.Gosched()
				}
				if mishaps {
					switch rand.N(8) {
					case 0:
						return errors.New("no")
					case 1:
						panic("no")
					case 2:
						runtime.Goexit()
					case 3:
						select {
						case <-ctx.Done():
							return ctx.Err()
						case <-time.After(time.Millisecond):
						}
					}
				}
				done.add(o.ID)
				return nil
			}))
			var all sync.WaitGroup
			var over atomic.Bool
			for range 2 {
				all.Go(func() {
					for !over.Load() {
						transport := queue.Listen(memory, quiet, queue.Workers(1+rand.N(4)), queue.Attempts(1000),
							queue.Backoff(time.Microsecond, time.Millisecond), queue.Drain(time.Duration(rand.N(2))*time.Second))
						if err := transport.Bind(d); err != nil {
							t.Error(err)
						}
						ctx, cancel := context.WithTimeout(context.Background(), rand.N(3*time.Millisecond))
						if err := transport.Serve(ctx); err != nil {
							t.Error(err)
						}
						cancel()
					}
				})
			}
			for i := range messages {
				publish(t, memory, "order:paid", order{fmt.Sprint(i)})
			}
			eventually(t, "everything is settled", func() bool { return memory.Depth() == 0 })
			over.Store(true)
			all.Wait()
			if len(done.times) != messages {
				t.Errorf("%d of %d messages were handled", len(done.times), messages)
			}
			for id, n := range done.times {
				if n != 1 {
					t.Errorf("message %s was handled %d times", id, n)
				}
			}
		})
	}
}

func TestDeadLettersReplayedUnderWayAreNotLost(t *testing.T) {
	const messages = 300
	memory, done := queue.NewMemory(messages), &tally{times: map[string]int{}}
	d := dispatcher(t, nil, benzene.On("order:paid", func(_ context.Context, o order) error {
		if rand.N(3) == 0 {
			return benzene.Conflict.Errorf("not now")
		}
		done.add(o.ID)
		return nil
	}))
	listen(t, memory, d)
	listen(t, memory, d)
	for i := range messages {
		publish(t, memory, "order:paid", order{fmt.Sprint(i)})
	}
	eventually(t, "all are handled", func() bool {
		memory.Replay()
		done.mu.Lock()
		defer done.mu.Unlock()
		return len(done.times) == messages && memory.Depth() == 0
	})
	for id, n := range done.times {
		if n != 1 {
			t.Errorf("message %s was handled %d times", id, n)
		}
	}
}

// A full queue must not stop those who empty it.
func TestHandlersThatPublishToTheirOwnFullQueueGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, ends := queue.NewMemory(1), 0
		d := dispatcher(t, nil,
			benzene.On("order:paid", func(ctx context.Context, o order) error {
				err := benzene.Publish(ctx, memory, "order:shipped", o)
				if benzene.StatusOf(err) != benzene.ServiceUnavailable {
					t.Errorf("publishing into a full queue: %v", err)
				}
				ends++
				return err
			}))
		listen(t, memory, d)
		publish(t, memory, "order:paid", order{"1"})
		time.Sleep(time.Hour)
		synctest.Wait()
		if ends != 5 || memory.Depth() != 0 || len(memory.DeadLetters()) != 1 {
			t.Errorf("tried %d times, %d wait, %d are dead", ends, memory.Depth(), len(memory.DeadLetters()))
		}
		if err := benzene.Publish(t.Context(), memory, "order:paid", order{}); benzene.StatusOf(err) != benzene.ServiceUnavailable {
			t.Errorf("publishing beside a dead letter that fills the queue: %v", err)
		}
		if n := memory.Discard(memory.DeadLetters()[0].ID); n != 1 {
			t.Errorf("%d discarded", n)
		}
		publish(t, memory, "order:paid", order{"2"})
	})
}

// asked counts how often a Memory is asked.
type asked struct {
	*queue.Memory
	times atomic.Int64
}

func (a *asked) Receive(ctx context.Context) (queue.Delivery, error) {
	a.times.Add(1)
	return a.Memory.Receive(ctx)
}

func TestNobodySpinsWhileNothingIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := &asked{Memory: queue.NewMemory(10)}
		d := dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return errors.New("no") }))
		listen(t, memory, d)
		listen(t, memory, d)
		publish(t, memory.Memory, "order:paid", order{"1"})
		time.Sleep(time.Hour)
		if n := memory.times.Load(); n > 20 {
			t.Errorf("for five attempts it was asked %d times", n)
		}
	})
}

// The messages of an ordered Memory belong to the order that their key names.
type ordered struct{ *queue.Memory }

func (o ordered) Receive(ctx context.Context) (queue.Delivery, error) {
	d, err := o.Memory.Receive(ctx)
	if err != nil {
		return nil, err
	}
	return inOrder{d}, nil
}

type inOrder struct{ queue.Delivery }

func (o inOrder) Key() string { return o.Message().Headers.Get("key") }

func TestAnOrderOutlivesFailuresAndStops(t *testing.T) {
	const messages, keys = 600, 5
	memory := queue.NewMemory(messages)
	var mu sync.Mutex
	next := map[string]int{}
	type step struct {
		Key string
		N   int
	}
	d := dispatcher(t, nil, benzene.On("step", func(ctx context.Context, s step) error {
		switch rand.N(10) {
		case 0:
			return errors.New("not yet")
		case 1:
			runtime.Goexit()
		case 2:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Millisecond):
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if s.N != next[s.Key] {
			t.Errorf("of key %s number %d is handled when it is number %d's turn", s.Key, s.N, next[s.Key])
		}
		next[s.Key] = s.N + 1
		return nil
	}))
	for i := range messages {
		s := step{string(rune('a' + i%keys)), i / keys}
		msg := benzene.Message{Topic: benzene.Topic{ID: "step"}, Value: s, Headers: benzene.HeaderMap{"key": s.Key}}
		if _, err := memory.Dispatch(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); memory.Depth() > 0 && time.Now().Before(deadline); {
		transport := queue.Listen(ordered{memory}, quiet, queue.Workers(1+rand.N(4)), queue.Attempts(1000),
			queue.Backoff(time.Microsecond, 500*time.Microsecond), queue.Drain(time.Duration(rand.N(2))*time.Second))
		if err := transport.Bind(d); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), rand.N(10*time.Millisecond))
		if err := transport.Serve(ctx); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	for key, n := range next {
		if n != messages/keys {
			t.Errorf("of key %s %d are handled", key, n)
		}
	}
}
