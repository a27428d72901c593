package queue_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// serve runs a transport until ctx ends, as startup does for a service.
func serve(ctx context.Context, transport benzene.Transport, endpoints ...benzene.Endpoint) error {
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		return err
	}
	if err := transport.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
		return err
	}
	if err := transport.Open(ctx); err != nil {
		return err
	}
	return transport.Serve(ctx)
}

type Paid struct {
	Order int `json:"order"`
}

type Shipped struct {
	Order int `json:"order"`
}

func ExampleListen() {
	ctx, stop := context.WithCancel(context.Background())
	inbox := queue.NewMemory(1000)

	paid := benzene.On("order:paid", func(ctx context.Context, event Paid) error {
		fmt.Println("order", event.Order, "is paid")
		return benzene.Publish(ctx, inbox, "order:shipped", Shipped(event))
	})
	shipped := benzene.On("order:shipped", func(_ context.Context, event Shipped) error {
		fmt.Println("order", event.Order, "is on its way")
		stop()
		return nil
	})

	if err := benzene.Publish(ctx, inbox, "order:paid", Paid{Order: 7}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(serve(ctx, queue.Listen(inbox, queue.Workers(8)), paid, shipped))
	// Output:
	// order 7 is paid
	// order 7 is on its way
	// <nil>
}

func ExampleMemory_DeadLetters() {
	ctx, stop := context.WithCancel(context.Background())
	inbox := queue.NewMemory(1000)

	paid := benzene.On("order:paid", func(_ context.Context, event Paid) error {
		if event.Order != 7 {
			return benzene.NotFound.Errorf("there is no order %d", event.Order)
		}
		stop()
		return nil
	})

	for _, id := range []int{8, 7} {
		if err := benzene.Publish(ctx, inbox, "order:paid", Paid{Order: id}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(serve(ctx, queue.Listen(inbox, queue.Workers(1), quiet), paid))

	for _, letter := range inbox.DeadLetters() {
		fmt.Println(letter.Topic, letter.Attempts, letter.Reason)
	}
	fmt.Println("tried again:", inbox.Replay())
	// Output:
	// <nil>
	// order:paid 1 not-found: there is no order 8
	// tried again: 1
}

// A list is a Source of a few lines of text, each of them an event.
type list struct{ lines []string }

func (*list) Open(context.Context) error  { return nil }
func (*list) Close(context.Context) error { return nil }

func (l *list) Receive(context.Context) (queue.Delivery, error) {
	if len(l.lines) == 0 {
		return nil, io.EOF // there will be no more
	}
	line := l.lines[0]
	l.lines = l.lines[1:]
	return item(line), nil
}

// An item is a Delivery. It has no broker to tell: it prints its verdict.
type item string

func (i item) Message() benzene.Message {
	return benzene.Message{Headers: benzene.HeaderMap{"topic": "order:paid"}, Body: []byte(i), Transport: "list"}
}

func (item) Attempt() int { return 1 }

func (i item) Settle(_ context.Context, v queue.Verdict) error {
	fmt.Println(i, v.Action, v.Status)
	return nil
}

func ExampleSource() {
	paid := benzene.On("order:paid", func(context.Context, Paid) error { return nil })
	source := &list{[]string{`{"order":7}`, `{"order":"seven"}`}}
	err := serve(context.Background(), queue.Listen(source, queue.Workers(1), quiet), paid)
	fmt.Println(errors.Is(err, benzene.ErrFinished))
	// Output:
	// {"order":7} done accepted
	// {"order":"seven"} dead letter bad-request
	// true
}

func ExampleBackoff() {
	ctx, stop := context.WithCancel(context.Background())
	inbox := queue.NewMemory(1000)

	attempts := 0
	paid := benzene.On("order:paid", func(context.Context, Paid) error {
		if attempts++; attempts < 3 {
			return benzene.ServiceUnavailable.Errorf("the bank is closed")
		}
		stop()
		return nil
	})

	if err := benzene.Publish(ctx, inbox, "order:paid", Paid{Order: 7}); err != nil {
		fmt.Println(err)
	}
	listen := queue.Listen(inbox, queue.Attempts(5), queue.Backoff(time.Millisecond, time.Second), quiet)
	fmt.Println(serve(ctx, listen, paid), attempts, "attempts")
	// Output: <nil> 3 attempts
}
