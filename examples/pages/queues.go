package pages

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/propagation"

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

// AnnounceTraced puts an event into the inbox as a part of the trace that ctx is
// in.
func AnnounceTraced(ctx context.Context, inbox *queue.Memory, event FlightLeft) error {
	headers := benzene.HeaderMap{}
	propagation.TraceContext{}.Inject(ctx, propagation.MapCarrier(headers))
	_, err := inbox.Dispatch(ctx, benzene.Message{
		Topic: benzene.Topic{ID: "flight:left"}, Headers: headers, Value: event, Want: benzene.WantNothing,
	})
	return err
}

// TryDeadLettersAgain shows what could not be handled, and puts it back.
func TryDeadLettersAgain(ctx context.Context, inbox *queue.Memory) {
	for _, letter := range inbox.DeadLetters() {
		slog.InfoContext(ctx, "dead letter", "topic", letter.Topic, "reason", letter.Reason, "attempts", letter.Attempts)
	}
	inbox.Replay()
}

// DeadLetters is the answer of queue:dead.
type DeadLetters struct {
	Letters []queue.Letter `json:"letters"`
}

// Replay names the letters to try again, or none for all of them.
type Replay struct {
	IDs []string `json:"ids"`
}

// Replayed is the answer of queue:replay.
type Replayed struct {
	Count int `json:"count"`
}

// QueueKeeping are the endpoints for those who look after the inbox.
func QueueKeeping(inbox *queue.Memory) []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("queue:dead", func(context.Context, struct{}) (DeadLetters, error) {
			return DeadLetters{inbox.DeadLetters()}, nil
		}, benzene.Summary("Lists what could not be handled, and why.")),
		benzene.Handle("queue:replay", func(_ context.Context, req Replay) (Replayed, error) {
			return Replayed{inbox.Replay(req.IDs...)}, nil
		}, benzene.Summary("Tries dead letters again.")),
	}
}

// closeDeparted is an event's handler that tells a message which is of no use
// from one that failed.
func closeDeparted(_ context.Context, event FlightLeft) error {
	if event.At.IsZero() {
		return benzene.Ignored.Errorf("flight %s has not left", event.Flight)
	}
	return nil
}
