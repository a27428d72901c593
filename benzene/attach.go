package benzene

import (
	"context"
	"slices"
)

// Attach adds an endpoint that a transport brings along, such as a tool. It has
// the same pipeline and is reached through the Sender alone: whatever topic a
// message for the Sender names, no message for the Dispatcher finds it. The
// error is a Finding of "duplicate-topic".
func (d *Dispatcher) Attach(e Endpoint) (Sender, error) {
	w := d.compose(e)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, other := range d.attached {
		if other.contract.Topic == e.contract.Topic {
			return nil, duplicate(other, e)
		}
	}
	d.attached = append(d.attached, e)
	return attachment{d, w}, nil
}

// An attachment sends to one endpoint.
type attachment struct {
	dispatcher *Dispatcher
	way        *way
}

func (a attachment) Dispatch(ctx context.Context, msg Message) (Reply, error) {
	f := &frame{Context: ctx}
	f.inv.Message = msg
	f.inv.Topic = a.way.contract.Topic
	return a.dispatcher.run(f, a.way)
}

// Attached lists the contracts of the endpoints that transports brought along,
// sorted likewise.
func (d *Dispatcher) Attached() []Contract {
	d.mu.Lock()
	defer d.mu.Unlock()
	return contractsOf(slices.SortedFunc(slices.Values(d.attached), byTopic))
}
