package queue_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// next receives without a listener.
func next(t testing.TB, m *queue.Memory) queue.Delivery {
	t.Helper()
	d, err := m.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func settle(t testing.TB, d queue.Delivery, v queue.Verdict) {
	t.Helper()
	if err := d.Settle(t.Context(), v); err != nil {
		t.Fatal(err)
	}
}

func TestNothingIsSharedWithThePublisher(t *testing.T) {
	memory := queue.NewMemory(1)
	headers, body := benzene.HeaderMap{"tenant": "acme"}, []byte(`{"id":"1"}`)
	reply, err := memory.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid", Version: "2"}, Headers: headers, Body: body})
	if err != nil || reply.Status != benzene.Accepted {
		t.Fatal(reply, err)
	}
	headers.Set("tenant", "evil")
	copy(body, `{"id":"9"}`)
	msg := next(t, memory).Message()
	if msg.Headers.Get("Tenant") != "acme" || string(msg.Body) != `{"id":"1"}` || msg.Topic != (benzene.Topic{ID: "order:paid", Version: "2"}) || msg.ID == "" {
		t.Errorf("%+v", msg)
	}
}

func TestAFullQueueRefuses(t *testing.T) {
	memory := queue.NewMemory(2)
	publish(t, memory, "order:paid", order{"1"})
	publish(t, memory, "order:paid", order{"2"})
	settle(t, next(t, memory), queue.Verdict{Action: queue.DeadLetter})
	d := next(t, memory) // what is in hand counts: it may come back
	err := benzene.Publish(t.Context(), memory, "order:paid", order{"3"})
	if benzene.StatusOf(err) != benzene.ServiceUnavailable || !strings.Contains(err.Error(), "2 messages, 1 of them dead letters") {
		t.Errorf("%v", err)
	}
	data, err := memory.Health().Run(t.Context())
	var full benzene.Warning
	if diff := cmp.Diff(map[string]any{"depth": 1, "deadLetters": 1, "capacity": 2}, data); diff != "" || !errors.As(err, &full) {
		t.Errorf("health: %v %s", err, diff)
	}
	settle(t, d, queue.Verdict{Action: queue.Done})
	publish(t, memory, "order:paid", order{"3"})
}

func TestAValueThatCannotBeWrittenIsNotTaken(t *testing.T) {
	memory := queue.NewMemory(1)
	err := benzene.Publish(t.Context(), memory, "order:paid", make(chan int))
	if benzene.StatusOf(err) != benzene.UnexpectedError || memory.Depth() != 0 {
		t.Errorf("%v, depth %d", err, memory.Depth())
	}
}

func TestARedeliveryComesAfterItsDelayAndCountsTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, began := queue.NewMemory(10), time.Now()
		for _, id := range []string{"1", "2", "3"} {
			publish(t, memory, "order:paid", order{id})
		}
		first := next(t, memory)
		settle(t, first, queue.Verdict{Action: queue.Again, Delay: 3 * time.Second})
		settle(t, next(t, memory), queue.Verdict{Action: queue.Again, Delay: 2 * time.Second})
		settle(t, next(t, memory), queue.Verdict{Action: queue.Again, Delay: time.Second})
		var got []string
		for range 3 {
			d := next(t, memory)
			got = append(got, fmt.Sprint(string(d.Message().Body), " ", d.Attempt(), " ", time.Since(began)))
			settle(t, d, queue.Verdict{Action: queue.Done})
		}
		if diff := cmp.Diff([]string{`{"id":"3"} 2 1s`, `{"id":"2"} 2 2s`, `{"id":"1"} 2 3s`}, got); diff != "" {
			t.Error(diff)
		}
		if err := first.Settle(t.Context(), queue.Verdict{Action: queue.Done}); err == nil {
			t.Error("a delivery was settled twice")
		}
		if memory.Depth() != 0 {
			t.Errorf("depth %d", memory.Depth())
		}
	})
}

func TestAReleasedMessageReturnsToItsPlaceUncounted(t *testing.T) {
	memory := queue.NewMemory(10)
	for _, id := range []string{"1", "2", "3"} {
		publish(t, memory, "order:paid", order{id})
	}
	one, two := next(t, memory), next(t, memory)
	settle(t, two, queue.Verdict{})
	settle(t, one, queue.Verdict{})
	for _, want := range []string{"1", "2", "3"} {
		d := next(t, memory)
		if got := string(d.Message().Body); got != `{"id":"`+want+`"}` || d.Attempt() != 1 {
			t.Errorf("%s at attempt %d, want %s", got, d.Attempt(), want)
		}
	}
}

func TestAMessageReleasedToAnEmptyQueueIsStillFirst(t *testing.T) {
	memory := queue.NewMemory(10)
	publish(t, memory, "order:paid", order{"1"})
	settle(t, next(t, memory), queue.Verdict{})
	publish(t, memory, "order:paid", order{"2"})
	for _, want := range []string{"1", "2"} {
		if got := string(next(t, memory).Message().Body); got != `{"id":"`+want+`"}` {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestSeveralListenersShareAMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := queue.NewMemory(1000)
		var handled [3]atomic.Int32
		var stops []func() error
		for i := range handled {
			stops = append(stops, listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
				time.Sleep(time.Second)
				if handled[i].Add(1)%5 == 0 {
					return benzene.Timeout.Errorf("once more")
				}
				return nil
			})), queue.Workers(2)))
		}
		for range 300 {
			publish(t, memory, "order:paid", order{})
		}
		time.Sleep(30 * time.Second)
		_ = stops[0]() // its share falls to the others
		time.Sleep(10 * time.Minute)
		if memory.Depth() != 0 {
			t.Errorf("%d are not settled", memory.Depth())
		}
		for i := range handled {
			if handled[i].Load() < 10 {
				t.Errorf("listener %d handled %d", i, handled[i].Load())
			}
		}
	})
}

func TestADelayedMessageOutlivesTheReceiverThatKnewOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, began := queue.NewMemory(10), time.Now()
		publish(t, memory, "order:paid", order{"1"})
		d := next(t, memory)
		got := make(chan queue.Delivery, 2)
		receive := func(ctx context.Context) {
			if d, err := memory.Receive(ctx); err == nil {
				got <- d
			}
		}
		leaving, leave := context.WithCancel(t.Context())
		go receive(leaving)
		synctest.Wait()
		go receive(t.Context())
		synctest.Wait()
		settle(t, d, queue.Verdict{Action: queue.Again, Delay: time.Minute}) // the first in line hears of it
		synctest.Wait()
		leave()
		settle(t, <-got, queue.Verdict{Action: queue.Done})
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it came after %v", took)
		}
	})
}

func TestHeadersOfTheFrameworkDoNotTravel(t *testing.T) {
	memory := queue.NewMemory(1)
	_, err := memory.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Headers: benzene.HeaderMap{
		"benzene-mcp-tool": "delete_everything", "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	}})
	if err != nil {
		t.Fatal(err)
	}
	headers := next(t, memory).Message().Headers
	if headers.Get("benzene-mcp-tool") != "" || headers.Get("traceparent") == "" {
		t.Errorf("%v", headers)
	}
}

// A shout is a codec of text that is not JSON.
type shout struct{}

func (shout) ContentType() string { return "text/plain" }

func (shout) Encode(value any) ([]byte, error) { return []byte(value.(order).ID + "!"), nil }

func (shout) Decode(body []byte, into any) error {
	into.(*order).ID = strings.TrimSuffix(string(body), "!")
	return nil
}

func TestAMessageIsReadInTheCodecItWasWrittenIn(t *testing.T) {
	memory := queue.NewMemory(1)
	handled := make(chan string, 1)
	listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(_ context.Context, o order) error { handled <- o.ID; return nil })))
	if _, err := memory.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Value: order{"7"}, Codec: shout{}}); err != nil {
		t.Fatal(err)
	}
	if id := <-handled; id != "7" {
		t.Errorf("the handler got %q", id)
	}
}
