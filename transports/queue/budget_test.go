//go:build !race

// The race detector makes pools forget, which costs allocations of its own.

package queue_test

import (
	"context"
	"sync"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// A message costs the publisher its entry, its body and its id, and the
// consumer what Dispatch costs: an invocation and the request.
func TestAMessageCostsNoAllocationsOfTheQueueItself(t *testing.T) {
	memory, handled := queue.NewMemory(batch*2), &sync.WaitGroup{}
	d := dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { handled.Done(); return nil }))
	alone := testing.AllocsPerRun(100, func() {
		handled.Add(1)
		_, _ = d.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Body: body, Want: benzene.WantNothing})
	})
	listen(t, memory, d)
	consume(t, memory, handled, batch)
	queued := testing.AllocsPerRun(10, func() { consume(t, memory, handled, batch) }) / batch
	if queued > alone+3.3 {
		t.Errorf("a message through the queue allocates %.1f times, dispatched without it %.1f times", queued, alone)
	}
}
