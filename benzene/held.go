package benzene

import (
	"context"
	"errors"
	"slices"
)

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
// fulfil. asker is whose begin asks, if one does.
func claim[T any](sc *scope, p *promise[T], asker ender) (h *held[T], mine bool, err error) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	open := sc.promises.Load()
	if open == nil {
		open = &promises{over: make(chan struct{})}
		if !sc.promises.CompareAndSwap(nil, open) {
			return nil, false, ErrScopeEnded
		}
	}
	if open == ended {
		return nil, false, ErrScopeEnded
	}
	for _, e := range open.asked {
		if e.of() == any(p) {
			h = e.(*held[T])
			if h.settled() {
				return h, false, nil
			}
			return h, false, open.wait(asker, h)
		}
	}
	h = &held[T]{promise: p, base: sc.base, over: open.over, done: make(chan struct{})}
	open.asked = append(open.asked, h)
	return h, true, open.wait(asker, h)
}

// fulfil runs begin. Whatever happens in it, done is closed and a value that
// came too late is ended at once.
func (h *held[T]) fulfil(sc *scope) {
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
	h.value, h.err = h.promise.begin(&beginning{h.base, h})
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
	switch {
	case !h.settled():
		return none, ErrScopeEnded
	case h.err != nil:
		return none, h.err
	default:
		return h.value, nil
	}
}

// settled reports whether begin has returned.
func (h *held[T]) settled() bool {
	select {
	case <-h.done:
		return true
	default:
		return false
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

// A beginning is the context of a begin; it remembers whose.
type beginning struct {
	context.Context
	of ender
}

type beginningKey struct{}

func (b *beginning) Value(key any) any {
	if key == (beginningKey{}) {
		return b.of
	}
	return b.Context.Value(key)
}

// wait notes that asker's begin waits for e. It fails where e waits for asker
// already, or both would wait for ever. The scope is locked.
func (p *promises) wait(asker, e ender) error {
	if asker == nil {
		return nil
	}
	if p.waiting(e, asker) {
		return errors.New("a scoped value was asked for by its own begin")
	}
	p.waits = append(p.waits, [2]ender{asker, e})
	return nil
}

func (p *promises) waiting(e, asker ender) bool {
	return e == asker || slices.ContainsFunc(p.waits, func(w [2]ender) bool {
		return w[0] == e && p.waiting(w[1], asker)
	})
}
