package middleware

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// Timeout gives the rest of a message's way a context that ends after limit. A
// limit of zero or less is none.
//
// When the limit has passed, an error that is not a benzene.Error (such as
// context.DeadlineExceeded, or a driver's own word for it) becomes a Timeout
// with that cause. A handler that answers after its limit has still answered,
// and one that does not look at its context is waited for: nothing is left
// running behind the caller's back. Limits may be nested; an end of the context
// that came from outside is passed on untouched.
func Timeout(limit time.Duration) benzene.Middleware {
	return func(_ benzene.Contract, next benzene.Next) benzene.Next {
		if limit <= 0 {
			return next
		}
		expired := fmt.Errorf("the limit of %s has passed: %w", limit, context.DeadlineExceeded)
		words := fmt.Sprintf("the message was not handled within %s", limit)
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			limited, cancel := context.WithTimeoutCause(ctx, limit, expired)
			defer cancel()
			reply, err := next(limited, inv)
			var said *benzene.Error
			if err != nil && errors.Is(context.Cause(limited), expired) && !errors.As(err, &said) {
				err = benzene.Timeout.Wrap(err, words)
			}
			return reply, err
		}
	}
}
