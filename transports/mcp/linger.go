package mcp

import (
	"context"
	"errors"
	"time"
)

// linger keeps a call from ending with its connection, where it was given time.
// What it returns has to be called in the end.
func (x *exchange) linger() (end func()) {
	asked, limit := x.Context, x.catalog.linger
	if limit <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(asked))
	x.Context = ctx
	left := make(chan struct{})
	stop := context.AfterFunc(asked, func() {
		defer close(left)
		x.handler.outstay(asked, ctx, limit)
		cancel(context.Cause(asked))
	})
	return func() {
		cancel(nil)
		if !stop() {
			<-left
		}
	}
}

// outstay waits while a call may go on whose caller has gone. There is no more
// time when asked ended for another reason: because it took too long, or because
// the server stops.
func (h *handler) outstay(asked, ctx context.Context, limit time.Duration) {
	if errors.Is(asked.Err(), context.DeadlineExceeded) {
		return
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-h.waits.closed:
	case <-ctx.Done(): // the call is over
	}
}
