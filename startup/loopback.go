package startup

import (
	"context"
	"sync/atomic"

	"github.com/benzene-go/framework/benzene"
)

// A Loopback sends messages to the very service it is part of. It is in the
// container of every service, for those who are made before its dispatcher is:
// a handler that asks another topic, a worker that sends what is due.
type Loopback struct {
	dispatcher atomic.Pointer[benzene.Dispatcher]
}

func newLoopback() *Loopback { return &Loopback{} }

// Dispatch takes msg to the service's dispatcher. While the service is being
// built there is none, and the outcome is service-unavailable.
func (l *Loopback) Dispatch(ctx context.Context, msg benzene.Message) (benzene.Reply, error) {
	d := l.dispatcher.Load()
	if d == nil {
		return benzene.Reply{}, benzene.ServiceUnavailable.Errorf("the service is still being built")
	}
	return d.Dispatch(ctx, msg)
}

// Dispatcher is the service's dispatcher, or nil while it is being built.
func (l *Loopback) Dispatcher() *benzene.Dispatcher { return l.dispatcher.Load() }
