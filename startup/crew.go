package startup

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A crew works side by side until it is told to stop.
type crew struct {
	ctx     context.Context // ends when the crew is to stop
	end     context.CancelFunc
	members []*member
}

// A member is one of a crew. err may be read once done is closed.
type member struct {
	what string
	done chan struct{}
	err  error
}

// newCrew makes a crew whose work outlives whatever starts it.
func newCrew() *crew {
	c := &crew{}
	c.ctx, c.end = context.WithCancel(context.Background())
	return c
}

// start sets one member to work. fell is called when it ends before it was told
// to, with what serve returned.
func (c *crew) start(what string, serve func(context.Context) error, fell func(what string, err error)) {
	m := &member{what: what, done: make(chan struct{})}
	c.members = append(c.members, m)
	go attempt(func() error { return serve(c.ctx) }, func(err error) {
		defer close(m.done)
		if c.ctx.Err() == nil {
			fell(what, err)
		} else if !errors.Is(err, benzene.ErrFinished) && !errors.Is(err, context.Canceled) {
			m.err = err
		}
	})
}

// stop tells everybody to stop and waits for them, as long as ctx lasts. It
// returns who failed at it, and who is still at work, with advice for them.
func (c *crew) stop(ctx context.Context, advice string) []error {
	c.end()
	var wrong []error
	for _, m := range c.members {
		select {
		case <-m.done:
			wrong = append(wrong, failed(m.what, m.err)...)
		case <-ctx.Done():
			wrong = append(wrong, wrongf("startup: %s was told to stop and has not; %s", m.what, advice))
		}
	}
	return wrong
}

var (
	errGone = errors.New("it ended its goroutine (runtime.Goexit)")
	errSlow = errors.New("it took too long, and ignored that its context had ended")
)

// attempt calls work, and then done with how it ended: also when it panics, or
// ends its goroutine, or returns an error that panics when it is asked.
func attempt(work func() error, done func(error)) {
	err := errGone
	defer func() {
		if value := recover(); value != nil {
			err = &benzene.Panic{Value: value, Stack: debug.Stack()}
		}
		done(err)
	}()
	result := work()
	mustSpeak(result)
	err = result
}

// mustSpeak panics, where that is recovered, when err cannot be asked for its
// words or its causes, as a nil pointer of an error type may not.
func mustSpeak(err error) {
	for _, leaf := range leaves(err) {
		_ = leaf.Error()
		_ = errors.Is(leaf, errGone) || errors.As(leaf, new(benzene.Warning))
	}
}

// grace is what those get who return as soon as their context has ended.
const grace = 250 * time.Millisecond

// together calls work for each of n at the same time and returns how each
// ended. Whoever has not when ctx has counts as slow; late is told when it does.
func together(ctx context.Context, n int, work func(i int) error, late func(i int, err error)) []error {
	var (
		mu   sync.Mutex
		over bool
		ends = make([]error, n)
		wg   sync.WaitGroup
		all  = make(chan struct{})
	)
	for i := range n {
		ends[i] = errSlow
		wg.Go(func() {
			attempt(func() error { return work(i) }, func(err error) {
				mu.Lock()
				inTime := !over
				if inTime {
					ends[i] = err
				}
				mu.Unlock()
				if !inTime {
					late(i, err)
				}
			})
		})
	}
	go func() { wg.Wait(); close(all) }()
	select {
	case <-all:
	case <-ctx.Done():
		select {
		case <-all:
		case <-time.After(grace):
		}
	}
	mu.Lock()
	defer mu.Unlock()
	over = true
	return ends
}
