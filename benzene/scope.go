package benzene

import (
	"context"
	"errors"
	"sync"
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
	outer, _ := ctx.Value(beginningKey{}).(*beginning)
	if outer.waitsFor(s.promise) {
		return none, errors.New("a scoped value was asked for by its own begin")
	}
	h, mine, err := claim(sc, s.promise)
	if err != nil {
		return none, err
	}
	if mine {
		h.fulfil(sc, outer)
	} else {
		h.await()
	}
	return h.result()
}

// A held is one promise in one scope.
type held[T any] struct {
	promise *promise[T]
	base    context.Context
	over    <-chan struct{} // closed when the scope ends
	done    chan struct{}   // closed once value and err are set
	value   T
	err     error
}

// An ender is a held of any type.
type ender interface {
	of() any
	finish(outcome error) error
}

func (h *held[T]) of() any { return h.promise }

// claim finds the held of p in sc, or enters a new one for the caller to
// fulfil.
func claim[T any](sc *scope, p *promise[T]) (h *held[T], mine bool, err error) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if sc.promises == ended {
		return nil, false, ErrScopeEnded
	}
	if sc.promises == nil {
		sc.promises = &promises{over: make(chan struct{})}
	}
	for _, e := range sc.promises.asked {
		if e.of() == any(p) {
			return e.(*held[T]), false, nil
		}
	}
	h = &held[T]{promise: p, base: sc.base, over: sc.promises.over, done: make(chan struct{})}
	sc.promises.asked = append(sc.promises.asked, h)
	return h, true, nil
}

// fulfil runs begin, which outer asked for when it is not nil. Whatever happens
// in it, done is closed and a value that came too late is ended at once.
func (h *held[T]) fulfil(sc *scope, outer *beginning) {
	returned := false
	defer func() {
		if !returned {
			h.err = caught(recover())
		}
		late := h.err == nil && !sc.begun(h)
		if late {
			h.err = ErrScopeEnded
		}
		close(h.done)
		if late {
			_ = h.finish(ErrScopeEnded) // its message is over: nobody is left to tell
		}
	}()
	h.value, h.err = h.promise.begin(&beginning{h.base, h.promise, h.done, outer})
	returned = true
}

// await returns when begin has, or when the scope has ended first.
func (h *held[T]) await() {
	select {
	case <-h.done:
	case <-h.over:
	}
}

func (h *held[T]) result() (T, error) {
	var none T
	select {
	case <-h.done:
		if h.err != nil {
			return none, h.err
		}
		return h.value, nil
	default:
		return none, ErrScopeEnded
	}
}

func (h *held[T]) finish(outcome error) (err error) {
	if h.promise.end == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(h.base), endLimit)
	defer cancel()
	returned := false
	defer func() {
		if !returned {
			err = caught(recover())
		}
	}()
	err = sound(h.promise.end(ctx, h.value, outcome))
	returned = true
	return err
}

// A beginning is the context of a begin; it remembers whose, and who asked for
// it, so that promises that ask for each other fail instead of waiting for ever.
type beginning struct {
	context.Context
	promise any
	done    <-chan struct{} // closed when the begin has returned
	outer   *beginning      // the begin that asked; nil when none did
}

type beginningKey struct{}

func (b *beginning) Value(key any) any {
	if key == (beginningKey{}) {
		return b
	}
	return b.Context.Value(key)
}

// waitsFor reports whether promise begins already, around what runs now.
func (b *beginning) waitsFor(promise any) bool {
	for ; b != nil; b = b.outer {
		if b.promise == promise && !b.over() {
			return true
		}
	}
	return false
}

// over is true for who kept the context of a begin that has returned.
func (b *beginning) over() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// A scope is what one attempt at one message holds. Most hold nothing, so it
// is small until something is asked for.
type scope struct {
	mu       sync.Mutex
	base     context.Context // what begin is called with
	promises *promises       // nil until somebody asks; ended at last
}

type promises struct {
	asked []ender       // in the order in which they were asked for
	kept  []ender       // in the order in which their begins returned
	over  chan struct{} // closed when the scope ends
}

// ended marks a scope that begins nothing any more.
var ended = &promises{}

type scopeKey struct{}

// rebase makes ctx the one that begin gets from now on.
func (sc *scope) rebase(ctx context.Context) {
	sc.mu.Lock()
	sc.base = ctx
	sc.mu.Unlock()
}

// begun keeps e for the end; it is false when the scope has ended already.
func (sc *scope) begun(e ender) bool {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if sc.promises == ended {
		return false
	}
	sc.promises.kept = append(sc.promises.kept, e)
	return true
}

// end ends what was begun, last begun first, and returns the outcome as it is
// then. It does so once; later calls return outcome unchanged.
func (sc *scope) end(outcome error) error {
	sc.mu.Lock()
	held := sc.promises
	sc.promises = ended
	sc.mu.Unlock()
	if held == nil || held == ended {
		return outcome
	}
	close(held.over)
	return finishAll(held.kept, outcome)
}

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
