package benzene_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
)

func TestABeginThatFailedStaysFailed(t *testing.T) {
	begins := 0
	broken := benzene.NewScoped(
		func(context.Context) (int, error) { begins++; return 7, errTest },
		func(context.Context, int, error) error { t.Error("a value that never was is ended"); return nil },
	)
	s := serve(t, handle(func(ctx context.Context) error {
		for range 3 {
			if value, err := broken.From(ctx); value != 0 || !errors.Is(err, errTest) {
				t.Errorf("got %v, %v", value, err)
			}
		}
		return nil
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	if begins != 1 {
		t.Errorf("%d begins", begins)
	}
}

func TestBeginRunsOnTheContextOfTheEndpoint(t *testing.T) {
	var begun, ended context.Context
	tx := benzene.NewScoped(
		func(ctx context.Context) (int, error) { begun = ctx; return 1, nil },
		func(ctx context.Context, _ int, _ error) error { ended = ctx; return nil },
	)
	marks := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			return next(context.WithValue(ctx, contextKey{}, "middleware"), inv)
		}
	}
	s := serveBehind(t, benzene.Pipeline{marks}, handle(func(ctx context.Context) error {
		short, cancel := context.WithCancel(context.WithValue(ctx, contextKey{}, "handler"))
		cancel()
		_, err := tx.From(short)
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	if begun.Err() != nil || begun.Value(contextKey{}) != "middleware" {
		t.Errorf("begin ran on a context of %v, %v", begun.Value(contextKey{}), begun.Err())
	}
	if ended.Value(contextKey{}) != "middleware" {
		t.Errorf("end ran on a context of %v", ended.Value(contextKey{}))
	}
}

func TestABeginThatIsStillRunningEndsWithTheMessage(t *testing.T) {
	var d diary
	begun, release, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	slow := benzene.NewScoped(
		func(context.Context) (string, error) {
			close(begun)
			<-release
			return "slow", nil
		},
		func(_ context.Context, value string, outcome error) error {
			d.add("end %s: %v", value, errors.Is(outcome, benzene.ErrScopeEnded))
			return nil
		},
	)
	answers := make(chan error, 2)
	s := serve(t, handle(func(ctx context.Context) error {
		ask := func() {
			_, err := slow.From(ctx)
			answers <- err
			over <- struct{}{}
		}
		go ask() // waited for below
		<-begun
		go ask() // and so is this one
		return nil
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	<-over // the one that waited for the other's begin
	close(release)
	<-over
	for range 2 {
		if err := <-answers; !errors.Is(err, benzene.ErrScopeEnded) {
			t.Errorf("From answered %v", err)
		}
	}
	d.want(t, "end slow: true")
}

func TestAPromiseThatAsksForItselfFails(t *testing.T) {
	var own benzene.Scoped[int]
	own = benzene.NewScoped(func(ctx context.Context) (int, error) { return own.From(ctx) }, nil)
	var a, b benzene.Scoped[int]
	a = benzene.NewScoped(func(ctx context.Context) (int, error) { return b.From(ctx) }, nil)
	b = benzene.NewScoped(func(ctx context.Context) (int, error) { return a.From(ctx) }, nil)
	for name, promise := range map[string]benzene.Scoped[int]{"itself": own, "through another": a} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, handle(func(ctx context.Context) error {
				_, err := promise.From(ctx)
				return err
			}))
			done := make(chan error, 1)
			go func() { // waited for by receiving from done
				_, err := s.Dispatch(t.Context(), message("t", ""))
				done <- err
			}()
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), "own begin") {
					t.Errorf("outcome: %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("it waits for itself for ever")
			}
		})
	}
}

func TestABeginMayCallAMessageThatAsksTheSamePromise(t *testing.T) {
	depth := 0
	var s *benzene.Dispatcher
	tx := benzene.NewScoped(func(ctx context.Context) (int, error) {
		if depth++; depth > 1 {
			return depth, nil
		}
		_, err := s.Dispatch(ctx, message("t", ""))
		return depth, err
	}, nil)
	s = serve(t, handle(func(ctx context.Context) error {
		_, err := tx.From(ctx)
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Errorf("the inner message has a scope of its own: %v", err)
	}
}

func TestAValueMayKeepTheContextOfItsBegin(t *testing.T) {
	var a, b benzene.Scoped[context.Context]
	a = benzene.NewScoped(func(ctx context.Context) (context.Context, error) {
		_, err := b.From(ctx)
		return ctx, err
	}, nil)
	b = benzene.NewScoped(func(ctx context.Context) (context.Context, error) { return ctx, nil }, nil)
	s := serve(t, handle(func(ctx context.Context) error {
		ofA, err := a.From(ctx)
		if err != nil {
			return err
		}
		ofB, err := b.From(ofA)
		if err != nil {
			return err
		}
		_, err = a.From(ofB) // A has begun: nobody waits
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Error(err)
	}
}
