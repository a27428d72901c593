package benzene

import "context"

// A Transport brings messages to a Dispatcher: it listens on a port, reads a
// queue, serves a pipe. Its three moments come in this order, each once.
type Transport interface {
	// Bind compiles the transport against what d serves. It claims nothing
	// outside the process and reports everything that is wrong at once, as
	// Findings joined with errors.Join.
	Bind(d *Dispatcher) error

	// Open claims what is needed from the world: a port, a connection, a
	// topology. ctx limits the attempt. When it fails nothing stays claimed.
	Open(ctx context.Context) error

	// Serve takes messages until ctx ends, finishes those in hand and returns
	// nil; with a ctx that has already ended it only gives back what Open
	// claimed. Any other return means that the transport failed. Messages run
	// on a context that outlives ctx, up to the transport's drain limit.
	Serve(ctx context.Context) error
}
