package main

import (
	"context"
	"log/slog"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// Events are what a message has to tell others, once it was handled.
type Events struct{ placed []OrderPlaced }

// NewEvents promises one Events per message. Ask for it before the
// transaction: what begins first ends last, so that nothing is announced which
// was not committed. (A process that dies between the two announces nothing;
// where that may not happen, keep the events in the same transaction.)
func NewEvents(outbox *queue.Memory) benzene.Scoped[*Events] {
	return benzene.NewScoped(
		func(context.Context) (*Events, error) { return &Events{}, nil },
		func(ctx context.Context, events *Events, outcome error) error {
			if outcome != nil {
				return nil
			}
			for _, event := range events.placed {
				if err := benzene.Publish(ctx, outbox, "order:placed", event); err != nil {
					slog.ErrorContext(ctx, "the order is placed but not announced", "order", event.ID, "error", err)
				}
			}
			return nil
		},
	)
}
