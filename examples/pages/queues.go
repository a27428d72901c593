package pages

import (
	"context"
	"log/slog"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// NewInbox is a queue in memory that holds a thousand messages.
func NewInbox() *queue.Memory { return queue.NewMemory(1000) }

// Consumer hands what waits in the inbox to the handlers, eight at a time.
func Consumer(inbox *queue.Memory) benzene.Transport {
	return queue.Listen(inbox, queue.Workers(8))
}

// Announce puts an event into the inbox. It returns when the inbox has it.
func Announce(ctx context.Context, inbox *queue.Memory, event FlightLeft) error {
	return benzene.Publish(ctx, inbox, "flight:left", event)
}

// TryDeadLettersAgain shows what could not be handled, and puts it back.
func TryDeadLettersAgain(ctx context.Context, inbox *queue.Memory) {
	for _, letter := range inbox.DeadLetters() {
		slog.InfoContext(ctx, "dead letter", "topic", letter.Message.Topic, "reason", letter.Reason, "attempts", letter.Attempts)
	}
	inbox.Replay()
}
