package benzene

import "context"

// Next is the rest of a message's way, seen from any point of it. A nil error
// means that the message was handled.
type Next func(ctx context.Context, inv *Invocation) (Reply, error)

// A Middleware wraps the rest of the way to one endpoint. It is called when the
// dispatcher is built: once for each endpoint, and once with a zero Contract
// for messages that nobody answers. What can be planned is planned there; the
// Next that it returns only runs, and may run several times at once.
type Middleware func(c Contract, next Next) Next

// A Pipeline lists middleware, outermost first.
type Pipeline []Middleware

// Then composes the pipeline around last, for the endpoint that c describes.
func (p Pipeline) Then(c Contract, last Next) Next {
	for i := len(p) - 1; i >= 0; i-- {
		last = p[i](c, last)
	}
	return last
}
