package benzene

import (
	"context"
	"reflect"
)

// A Sender takes a message to whoever handles it: this process's Dispatcher, or
// a client of another service.
type Sender interface {
	Dispatch(ctx context.Context, msg Message) (Reply, error)
}

// inProcess is the transport of messages that come from the same process.
const inProcess = "in-process"

// Call sends req to topic and returns the answer. Through a Dispatcher nothing
// is encoded: the handler gets a copy of req and Call returns the handler's own
// value; what they point to is shared. Where the two sides use different types
// the value crosses as JSON. The error is the message's outcome.
func Call[Res, Req any](ctx context.Context, s Sender, topic string, req Req) (Res, error) {
	reply, err := s.Dispatch(ctx, Message{
		Topic: Topic{ID: topic}, Value: req, Want: WantValue, Transport: inProcess,
	})
	if err != nil {
		var none Res
		return none, err
	}
	return valueOf[Res](reply)
}

// Publish sends an event to topic. A nil error means that the sender has taken
// it: through a Dispatcher that it was handled, through a queue that it waits
// there.
func Publish[Event any](ctx context.Context, s Sender, topic string, event Event) error {
	_, err := s.Dispatch(ctx, Message{
		Topic: Topic{ID: topic}, Value: event, Want: WantNothing, Transport: inProcess,
	})
	return err
}

func valueOf[Res any](reply Reply) (Res, error) {
	var res Res
	switch v := reply.Value.(type) {
	case Res:
		return v, nil
	case *Res:
		if v != nil {
			res = *v
		}
		return res, nil
	case **Res: // the handler returns a pointer
		if *v != nil {
			res = **v
		}
		return res, nil
	}
	body := reply.Body
	if len(body) == 0 && reply.Value != nil {
		var err error
		if body, err = JSON.Encode(reply.Value); err != nil {
			return res, UnexpectedError.Wrap(err, "the reply could not be written")
		}
	}
	if len(body) == 0 {
		return res, nil
	}
	if err := JSON.Decode(body, &res); err != nil {
		return res, &Error{Status: UnexpectedError, Details: explain(body, reflect.TypeFor[Res](), err)}
	}
	return res, nil
}

// Versioned sends everything to one version of its topic, unless the message
// names a version itself.
func Versioned(s Sender, version string) Sender { return versioned{s, version} }

type versioned struct {
	Sender
	version string
}

func (v versioned) Dispatch(ctx context.Context, msg Message) (Reply, error) {
	if msg.Topic.Version == "" {
		msg.Topic.Version = v.version
	}
	return v.Sender.Dispatch(ctx, msg)
}
