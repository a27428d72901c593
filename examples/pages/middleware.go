package pages

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A Meter counts messages, and how many of them failed.
type Meter struct{ Handled, Failed atomic.Int64 }

// Count is the middleware.
func (m *Meter) Count(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		reply, err := next(ctx, inv)
		if err != nil {
			m.Failed.Add(1)
		} else {
			m.Handled.Add(1)
		}
		return reply, err
	}
}

// Slow marks an endpoint that is known to take its time.
type Slow struct{ Limit time.Duration }

// Patience gives slow endpoints their own limit and everybody else a second.
// The limit is looked up when the dispatcher is built, not per message.
func Patience(c benzene.Contract, next benzene.Next) benzene.Next {
	limit := time.Second
	for _, note := range c.Notes {
		if slow, ok := note.(Slow); ok {
			limit = slow.Limit
		}
	}
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return next(ctx, inv)
	}
}

// OnceMore tries a message that may succeed later a second time, with a fresh
// request and a fresh scope.
func OnceMore(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		reply, err := next(ctx, inv)
		if benzene.StatusOf(err).Transient() {
			return next(inv.Again(ctx))
		}
		return reply, err
	}
}
