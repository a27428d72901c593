package benzene

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// endLimit is how long the end of a scoped value may take.
const endLimit = 5 * time.Second

// What From answers where there is no scope to ask, or none any more.
var (
	ErrNoScope    = errors.New("a scoped value was asked for outside any message; pass the handler's context, or make a scope with benzene.WithScope")
	ErrScopeEnded = errors.New("a scoped value was asked for after its message had ended; ask for it before the handler returns")
)

// A Scoped promises one T per message. It is itself a singleton: build it once,
// pass it to whatever needs a T, and ask it From the message's context. It may
// be used from several goroutines. The zero Scoped only fails.
type Scoped[T any] struct{ promise *promise[T] }

type promise[T any] struct {
	begin func(context.Context) (T, error)
	end   func(context.Context, T, error) error
}

// NewScoped promises what begin returns. It is called when a message first asks
// for a T, once per message, with the context that the endpoint was called
// with (asked for in middleware, the one that Dispatch was called with): a
// shorter limit inside the handler does not reach it. An error of it, or a
// panic, is what every From of that message answers.
//
// When the message is over, end gets the value and the message's outcome: nil
// means handled. It may be nil. Its context is begin's, without cancellation
// and limited to five seconds. An error of it becomes the message's own. The
// promise begun last ends first, and the ends after a failed one are told that
// failure.
func NewScoped[T any](
	begin func(ctx context.Context) (T, error),
	end func(ctx context.Context, value T, outcome error) error,
) Scoped[T] {
	return Scoped[T]{&promise[T]{begin, end}}
}

// From returns the T of the message that ctx belongs to, and begins it when
// nobody has yet. ctx only finds the message. The error is begin's, ErrNoScope
// outside any message, or ErrScopeEnded after it.
func (s Scoped[T]) From(ctx context.Context) (T, error) {
	var none T
	if s.promise == nil {
		return none, errors.New("a Scoped value has to be made with benzene.NewScoped")
	}
	sc, _ := ctx.Value(scopeKey{}).(*scope)
	if sc == nil {
		return none, ErrNoScope
	}
	asker, _ := ctx.Value(beginningKey{}).(ender)
	h, mine, err := claim(sc, s.promise, asker)
	if err != nil {
		return none, err
	}
	if mine {
		h.fulfil(sc)
	} else {
		h.await()
	}
	return h.result()
}

// A scope is what one attempt at one message holds. Most hold nothing, so it
// is small until something is asked for.
type scope struct {
	mu       sync.Mutex               // held while promises change that are neither nil nor ended
	base     context.Context          // what begin is called with
	promises atomic.Pointer[promises] // nil until somebody asks; ended at last
}

type promises struct {
	asked []ender       // in the order in which they were asked for
	kept  []ender       // in the order in which their begins returned
	waits [][2]ender    // whose begin waits for whom
	over  chan struct{} // closed when the scope ends
}

// ended marks a scope that begins nothing any more.
var ended = &promises{}

type scopeKey struct{}

// rebase makes ctx the one that begin gets from now on.
func (sc *scope) rebase(ctx context.Context) {
	if f, ok := sc.base.(*frame); ok && ctx == context.Context(f) {
		return // no middleware has changed it, as is usual
	}
	sc.mu.Lock()
	sc.base = ctx
	sc.mu.Unlock()
}

// begun keeps e for the end; it is false when the scope has ended already.
func (sc *scope) begun(e ender) bool {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	p := sc.promises.Load()
	if p == ended {
		return false
	}
	p.kept = append(p.kept, e)
	return true
}

// end ends what was begun, last begun first, and returns the outcome as it is
// then. It does so once; later calls return outcome unchanged.
func (sc *scope) end(outcome error) error {
	if sc.promises.CompareAndSwap(nil, ended) {
		return outcome
	}
	sc.mu.Lock()
	p := sc.promises.Swap(ended)
	sc.mu.Unlock()
	if p == ended {
		return outcome
	}
	close(p.over)
	return finishAll(p.kept, outcome)
}

// over reports whether the scope has ended.
func (sc *scope) over() bool { return sc.promises.Load() == ended }

// finishAll ends the last of kept first. One that ends its goroutine, as a
// failing test's does, keeps none of the others from it.
func finishAll(kept []ender, outcome error) error {
	i := len(kept)
	defer func() {
		if i > 0 {
			_ = finishAll(kept[:i], both(outcome, caught(nil))) // the goroutine ends: nobody is left to tell
		}
	}()
	for i > 0 {
		i--
		outcome = both(outcome, kept[i].finish(outcome))
	}
	return outcome
}

// both keeps the first failure in front.
func both(first, second error) error {
	switch {
	case second == nil:
		return first
	case first == nil:
		return second
	default:
		return errors.Join(first, second)
	}
}

// WithScope gives ctx a scope of its own, for work that arrived by no
// transport. Call end once with the work's outcome; it returns the outcome,
// with the failures of ends joined to it. Scoped values begin with ctx itself.
func WithScope(ctx context.Context) (scoped context.Context, end func(outcome error) error) {
	sc := &scope{}
	scoped = context.WithValue(ctx, scopeKey{}, sc)
	sc.base = scoped
	return scoped, sc.end
}
