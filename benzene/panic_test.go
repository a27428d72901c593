package benzene_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

// wantPanic is what a message that panicked has to end as.
func wantPanic(t *testing.T, reply benzene.Reply, err error) {
	t.Helper()
	var panicked *benzene.Panic
	if !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
		t.Fatalf("no Panic in %v", err)
	}
	told := reply.Problem(err)
	body, encodeErr := benzene.JSON.Encode(told)
	if encodeErr != nil {
		t.Fatal(encodeErr)
	}
	if told.Benzene != benzene.ServiceUnavailable || told.Reference == "" || told.Reference != reply.Reference {
		t.Errorf("the caller is told %s", body)
	}
	if text := told.String() + string(body); strings.Contains(text, "T0P5ECRET") || strings.Contains(text, "/srv/") {
		t.Errorf("the caller is told a secret: %s", text)
	}
}

func TestAPanicEndsOneMessage(t *testing.T) {
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			var d diary
			s := trap{place, func() { panic(secret) }}
			reply, err := s.sender(t, &d).Dispatch(t.Context(), s.message())
			wantPanic(t, reply, err)
			if !strings.Contains(err.Error(), secret) {
				t.Errorf("operators are told %v", err)
			}
			wantBothOrNone(t, &d)
		})
	}
}

func wantBothOrNone(t *testing.T, d *diary) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.lines) != 0 && (len(d.lines) != 2 || !strings.HasPrefix(d.lines[1], "end other: ")) {
		t.Errorf("what happened: %q", d.lines)
	}
}

func TestTheNextMessageIsHandledAfterAPanic(t *testing.T) {
	broken := true
	s := serve(t, handle(func(context.Context) error {
		if broken {
			panic(secret)
		}
		return nil
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err == nil {
		t.Error("a panic is an outcome")
	}
	broken = false
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Error(err)
	}
}

func TestAPanicRollsBack(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	s := serve(t, handle(func(ctx context.Context) error {
		_, _ = tx.From(ctx) // the point is what comes after
		panic("no")
	}))
	_, err := s.Dispatch(t.Context(), message("t", ""))
	d.want(t, "begin tx", fmt.Sprintf("end tx: %v", err))
}

func TestMiddlewareSeesTheHandlersPanicAsAnError(t *testing.T) {
	var seen error
	watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			seen = err
			return reply, err
		}
	}
	s := serveBehind(t, benzene.Pipeline{watch}, handle(func(context.Context) error { panic("no") }))
	_, err := s.Dispatch(t.Context(), message("t", ""))
	var panicked *benzene.Panic
	if !errors.As(seen, &panicked) || !errors.Is(err, seen) {
		t.Errorf("middleware saw %v of %v", seen, err)
	}
}

func TestAPanicWithAnErrorUnwrapsToIt(t *testing.T) {
	s := serve(t, handle(func(context.Context) error { panic(errTest) }))
	if _, err := s.Dispatch(t.Context(), message("t", "")); !errors.Is(err, errTest) {
		t.Errorf("outcome: %v", err)
	}
}
