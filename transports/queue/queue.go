package queue

import (
	"context"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A Source is where messages wait: a queue of a broker, or a subscription. It
// is opened, asked for deliveries, and closed, each in its turn. A Source that
// is also a benzene.Reporter gives the transport its name and is asked how well
// it is. Its subscription being gone is an error of Receive, never silence.
type Source interface {
	// Open connects, and declares the topology or checks it. ctx limits the
	// attempt. When it fails nothing stays claimed.
	Open(ctx context.Context) error

	// Receive waits for a delivery. One goroutine calls it. The error is ctx's
	// own when that has ended, and io.EOF itself, not wrapped, when there will
	// be no more deliveries. After any other it is called again: the source
	// connects anew where it has to.
	Receive(ctx context.Context) (Delivery, error)

	// Close flushes what was settled and gives back what Open claimed. It is
	// called once, after the last Settle. ctx limits it.
	Close(ctx context.Context) error
}

// A Delivery is one message, handed to this process to handle and to settle.
type Delivery interface {
	// Message is what travelled. Headers hold the metadata in full, as text;
	// the listener takes the topic out of it, and hides what only the framework
	// may say. Topic is set by a source that knows it from elsewhere.
	Message() benzene.Message

	// Attempt is 1 for the first delivery of a message. A delivery that was
	// released does not count.
	Attempt() int

	// Settle says what becomes of the message. It is called once, from any
	// goroutine. Nil means that the verdict is on its way to the broker, not
	// that the broker has confirmed it.
	Settle(ctx context.Context, verdict Verdict) error
}

// An Action is what becomes of a delivery.
type Action int

// The four actions.
const (
	Release    Action = iota // given back; the attempt does not count
	Done                     // handled: it is never delivered again
	Again                    // delivered again, after Verdict.Delay
	DeadLetter               // put aside with Verdict.Reason
)

// String is the action in one word or two, for logs.
func (a Action) String() string {
	switch a {
	case Done:
		return "done"
	case Again:
		return "again"
	case DeadLetter:
		return "dead letter"
	default:
		return "release"
	}
}

// A Verdict is what a delivery is settled with. The zero Verdict gives it back.
type Verdict struct {
	Action Action
	Delay  time.Duration  // of Again: how long the message stays away, at least
	Status benzene.Status // how the message ended
	Reason string         // of Again and DeadLetter: the failure in a caller's words, never a cause's
}

// Keyed is a Delivery that belongs to an order. Of one key, such as a Kafka
// partition, one delivery is handled at a time, in the order in which they were
// received, and one that is to be handled again is kept in hand until then.
// An empty key belongs to no order.
type Keyed interface{ Key() string }

// Leased is a Delivery that the broker hands to somebody else unless it is
// settled, or extended, in time.
type Leased interface {
	Lease() time.Duration             // how long from its receipt, or from Extend, it is ours
	Extend(ctx context.Context) error // never called after Settle, nor during it
}

// Losable is a Delivery that can be taken away. The context ends when it is no
// longer ours: so does the handler's, and the delivery is not settled.
// Deliveries that are lost together should share it.
type Losable interface{ Lost() context.Context }

// Routed is a Delivery whose broker routes by a name, such as an AMQP routing
// key or a Kafka topic. That is the topic where the metadata names none.
type Routed interface{ Route() string }
