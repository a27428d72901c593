package main

import (
	"context"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/queue"
)

// inFlight is how many messages wait at most.
const inFlight = 256

// memoryQueue publishes, consumes, handles and acknowledges, with one worker.
func memoryQueue() []contender { return []contender{byChannel(), byMemory()} }

func byChannel() contender {
	waiting, outcomes := make(chan []byte, inFlight), make(chan error, inFlight)
	go func() {
		for body := range waiting {
			got, err := getting.byHand(context.Background(), body, true)
			outcomes <- getting.checked(got, err)
		}
	}()
	publish := func() { waiting <- []byte(getting.request) }
	return contender{
		name: "by hand, a Go channel",
		once: func() error { return once(publish, outcomes) },
		loop: func(n int) { pump(n, publish, outcomes) },
	}
}

func byMemory() contender {
	memory, outcomes := queue.NewMemory(4*inFlight), make(chan error, inFlight)
	seen := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			outcomes <- err
			return reply, err
		}
	}
	listener := queue.Listen(memory, queue.Workers(1))
	d := benzene.NewDispatcher(getting.registry(), benzene.Pipeline{seen, middleware.NewRules().Validate})
	if err := listener.Bind(d); err != nil {
		panic(err) // memory cannot be bound wrongly
	}
	go func() { _ = listener.Serve(context.Background()) }() // until the process ends
	msg := benzene.Message{Topic: benzene.Topic{ID: "order:get"}, Body: []byte(getting.request)}
	publish := func() { _, _ = memory.Dispatch(context.Background(), msg) } // a lost one would never be awaited
	return contender{
		name: "ours, Memory, Validate",
		once: func() error { return once(publish, outcomes) },
		loop: func(n int) { pump(n, publish, outcomes) },
	}
}

// pump publishes n messages and takes their outcomes, with a bounded number on
// the way.
func pump(n int, publish func(), outcomes <-chan error) {
	waiting := 0
	for range n {
		if waiting == inFlight/2 {
			for range waiting {
				expect(<-outcomes)
			}
			waiting = 0
		}
		publish()
		waiting++
	}
	for range waiting {
		expect(<-outcomes)
	}
}

func once(publish func(), outcomes <-chan error) error {
	publish()
	return <-outcomes
}

func expect(err error) {
	if err != nil {
		panic(err) // the same work has succeeded before: the figures would be of something else
	}
}
