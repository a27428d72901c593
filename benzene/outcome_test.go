package benzene_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
)

func TestTheValueBegunLastEndsFirstWithTheOutcome(t *testing.T) {
	var d diary
	a, b, c := d.promise("a"), d.promise("b"), d.promise("c")
	s := serve(t, handle(func(ctx context.Context) error {
		for _, p := range []benzene.Scoped[string]{a, b, c, a} {
			if _, err := p.From(ctx); err != nil {
				return err
			}
		}
		return errTest
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); !errors.Is(err, errTest) {
		t.Fatalf("outcome: %v", err)
	}
	d.want(t, "begin a", "begin b", "begin c",
		"end c: a failure of the test", "end b: a failure of the test", "end a: a failure of the test")
}

func TestOrderIsThatInWhichBeginsReturned(t *testing.T) {
	var d diary
	inner := d.promise("inner")
	outer := benzene.NewScoped(
		func(ctx context.Context) (string, error) {
			value, err := inner.From(ctx)
			return "outer of " + value, err
		},
		func(_ context.Context, value string, _ error) error {
			d.add("end %s", value)
			return nil
		},
	)
	s := serve(t, handle(func(ctx context.Context) error {
		_, err := outer.From(ctx)
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	d.want(t, "begin inner", "end outer of inner", "end inner: <nil>")
}

func TestACommitThatFailsIsTheMessagesOwnError(t *testing.T) {
	var d diary
	commit := benzene.NewScoped(
		func(context.Context) (int, error) { return 1, nil },
		func(_ context.Context, _ int, outcome error) error {
			d.add("commit: %v", outcome)
			return errTest
		},
	)
	first := d.promise("first")
	var seen error
	watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			seen = err
			return reply, err
		}
	}
	s := serveBehind(t, benzene.Pipeline{watch}, benzene.Handle("t", func(ctx context.Context, _ struct{}) (string, error) {
		if _, err := first.From(ctx); err != nil {
			return "", err
		}
		_, err := commit.From(ctx)
		return "done", err
	}))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	if !errors.Is(err, errTest) || !errors.Is(seen, errTest) {
		t.Errorf("outcome %v; middleware saw %v", err, seen)
	}
	if reply.Value != nil || reply.Body != nil || reply.Status != "" {
		t.Errorf("reply of a failure: %+v", reply)
	}
	d.want(t, "begin first", "commit: <nil>", "end first: a failure of the test")
}

func TestAFailedEndIsJoinedToTheHandlersFailure(t *testing.T) {
	rollback := errors.New("rollback failed")
	tx := benzene.NewScoped(
		func(context.Context) (int, error) { return 1, nil },
		func(context.Context, int, error) error { return rollback },
	)
	s := serve(t, handle(func(ctx context.Context) error {
		if _, err := tx.From(ctx); err != nil {
			return err
		}
		return benzene.Conflict.Errorf("taken")
	}))
	_, err := s.Dispatch(t.Context(), message("t", ""))
	if benzene.StatusOf(err) != benzene.Conflict || !errors.Is(err, rollback) {
		t.Errorf("outcome: %v", err)
	}
}

func TestAnEncodingFailureRollsBack(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	s := serve(t, benzene.Handle("t", func(ctx context.Context, _ struct{}) (map[string]any, error) {
		_, err := tx.From(ctx)
		return map[string]any{"f": func() {}}, err
	}))
	_, err := s.Dispatch(t.Context(), message("t", ""))
	if benzene.StatusOf(err) != benzene.UnexpectedError {
		t.Fatalf("outcome: %v", err)
	}
	if len(d.lines) != 2 || !strings.HasPrefix(d.lines[1], "end tx: unexpected-error") {
		t.Errorf("what happened: %q", d.lines)
	}
}

func TestWhereAMiddlewareAnswersDispatchEndsTheScope(t *testing.T) {
	var d diary
	commit := benzene.NewScoped(
		func(context.Context) (int, error) { return 1, nil },
		func(_ context.Context, _ int, outcome error) error {
			d.add("end: %v", outcome)
			return errTest
		},
	)
	answers := func(benzene.Contract, benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			if _, err := commit.From(ctx); err != nil {
				return benzene.Reply{}, err
			}
			return inv.Reply(benzene.OK, "cached")
		}
	}
	outer := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			d.add("middleware is told: %v", err)
			return reply, err
		}
	}
	s := serveBehind(t, benzene.Pipeline{outer, answers}, handle(func(context.Context) error { return nil }))
	if _, err := s.Dispatch(t.Context(), message("t", "")); !errors.Is(err, errTest) {
		t.Errorf("outcome: %v", err)
	}
	d.want(t, "middleware is told: <nil>", "end: <nil>")
}

func TestEndHasFiveSecondsWhateverBecameOfTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		start := time.Now()
		tx := benzene.NewScoped(
			func(context.Context) (int, error) { return 1, nil },
			func(ctx context.Context, _ int, _ error) error {
				if ctx.Err() != nil {
					t.Errorf("end began on a context that is over: %v", ctx.Err())
				}
				<-ctx.Done()
				return ctx.Err()
			},
		)
		s := serve(t, handle(func(ctx context.Context) error {
			_, err := tx.From(ctx)
			cancel()
			return err
		}))
		_, err := s.Dispatch(ctx, message("t", ""))
		if took := time.Since(start); took != 5*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("end took %v: %v", took, err)
		}
	})
}
