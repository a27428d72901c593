package benzene

import "context"

// A ProgressSink takes a handler's word on how far along it is. total is 0 when
// nobody knows it.
type ProgressSink func(done, total float64, note string)

type progressKey struct{}

// WithProgress gives what runs under ctx somebody to report progress to. Only a
// transport whose caller asked for progress does that.
func WithProgress(ctx context.Context, sink ProgressSink) context.Context {
	return context.WithValue(ctx, progressKey{}, sink)
}

// Progress says that done of total is done, with a note for people. It does
// nothing when nobody asked.
func Progress(ctx context.Context, done, total float64, note string) {
	if sink, ok := ctx.Value(progressKey{}).(ProgressSink); ok {
		sink(done, total, note)
	}
}
