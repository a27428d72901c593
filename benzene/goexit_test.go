package benzene_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestAnEndThatPanicsLeavesNoOtherBehind(t *testing.T) {
	endsAllTheSame(t, func() { panic("no") })
}

func TestAnEndThatEndsItsGoroutineLeavesNoOtherBehind(t *testing.T) {
	endsAllTheSame(t, runtime.Goexit)
}

func endsAllTheSame(t *testing.T, end func()) {
	var d diary
	first := d.promise("first")
	last := benzene.NewScoped(
		func(context.Context) (int, error) { return 1, nil },
		func(context.Context, int, error) error { end(); return nil },
	)
	s := serve(t, handle(func(ctx context.Context) error {
		_, err := first.From(ctx)
		if err == nil {
			_, err = last.From(ctx)
		}
		return err
	}))
	apart(func() { _, _ = s.Dispatch(t.Context(), message("t", "")) }) // the diary tells
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.lines) != 2 || !strings.HasPrefix(d.lines[1], "end first: ") || strings.HasSuffix(d.lines[1], "<nil>") {
		t.Errorf("what happened: %q", d.lines)
	}
}

// apart runs fn on a goroutine that may end, and waits for it.
func apart(fn func()) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		fn()
	}()
	<-over
}

func TestAGoroutineThatEndsIsToldToWhomeverWaits(t *testing.T) {
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			var d diary
			s := trap{place, runtime.Goexit}
			msg := s.message()
			calls, returned := 0, false
			var reply benzene.Reply
			var outcome error
			msg.Abandoned = func(r benzene.Reply, err error) { calls++; reply, outcome = r, err }
			apart(func() {
				_, _ = s.sender(t, &d).Dispatch(t.Context(), msg) // it does not return
				returned = true
			})
			if returned || calls != 1 {
				t.Fatalf("returned: %v, Abandoned called %d times", returned, calls)
			}
			wantPanic(t, reply, outcome)
			wantBothOrNone(t, &d)
		})
	}
}

func TestAbandonedIsNotCalledWhereDispatchReturns(t *testing.T) {
	s := serve(t, handle(func(context.Context) error { panic("no") }))
	msg := message("t", "")
	msg.Abandoned = func(benzene.Reply, error) { t.Error("called") }
	if _, err := s.Dispatch(t.Context(), msg); err == nil {
		t.Error("a panic is an outcome")
	}
}

func TestABeginThatPanickedStaysFailed(t *testing.T) {
	for name, spring := range map[string]spring{"panic": func() { panic("no") }, "goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			begins := 0
			broken := benzene.NewScoped(func(context.Context) (int, error) {
				begins++
				spring()
				return 1, nil
			}, nil)
			s := serve(t, handle(func(ctx context.Context) error {
				var err error
				apart(func() { _, err = broken.From(ctx) })
				_, again := broken.From(ctx)
				if name == "panic" && !errors.Is(again, err) {
					t.Errorf("first %v, then %v", err, again)
				}
				return again
			}))
			reply, err := s.Dispatch(t.Context(), message("t", ""))
			wantPanic(t, reply, err)
			if begins != 1 {
				t.Errorf("%d begins", begins)
			}
		})
	}
}
