package benzene_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestAScopedValueBeginsWhenFirstAskedForAndOnce(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	s := serve(t, handle(func(ctx context.Context) error {
		d.add("handler")
		for range 3 {
			if value, err := tx.From(ctx); value != "tx" || err != nil {
				t.Errorf("got %q, %v", value, err)
			}
		}
		return nil
	}))
	for range 2 {
		if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
			t.Fatal(err)
		}
	}
	once := []string{"handler", "begin tx", "end tx: <nil>"}
	d.want(t, append(once, once...)...)
}

func TestAScopedValueNobodyAsksForNeverBegins(t *testing.T) {
	var d diary
	d.promise("tx")
	s := serve(t, handle(func(context.Context) error { return nil }))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	d.want(t)
}

func TestManyGoroutinesOfOneMessageShareOneValue(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	s := serve(t, handle(func(ctx context.Context) error {
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if value, err := tx.From(ctx); value != "tx" || err != nil {
					t.Errorf("got %q, %v", value, err)
				}
			})
		}
		all.Wait()
		return nil
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	d.want(t, "begin tx", "end tx: <nil>")
}

func TestOutsideAnyMessageThereIsNoScope(t *testing.T) {
	var d diary
	if _, err := d.promise("tx").From(t.Context()); !errors.Is(err, benzene.ErrNoScope) {
		t.Errorf("got %v", err)
	}
	d.want(t)
}

func TestTheZeroScopedOnlyFails(t *testing.T) {
	var zero benzene.Scoped[int]
	if _, err := zero.From(t.Context()); err == nil || !strings.Contains(err.Error(), "NewScoped") {
		t.Errorf("got %v", err)
	}
}

func TestAfterNextReturnedTheScopeHasEnded(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	late := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			if _, gone := tx.From(ctx); !errors.Is(gone, benzene.ErrScopeEnded) {
				t.Errorf("after next: %v", gone)
			}
			return reply, err
		}
	}
	var kept context.Context
	s := serveBehind(t, benzene.Pipeline{late}, handle(func(ctx context.Context) error {
		kept = ctx
		return nil
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.From(kept); !errors.Is(err, benzene.ErrScopeEnded) {
		t.Errorf("after the message: %v", err)
	}
	d.want(t)
}

func TestWhatMiddlewareBeganTheHandlerShares(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	early := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			if _, err := tx.From(ctx); err != nil {
				return benzene.Reply{}, err
			}
			reply, err := next(ctx, inv)
			d.add("middleware is told: %v", err)
			return reply, err
		}
	}
	s := serveBehind(t, benzene.Pipeline{early}, handle(func(ctx context.Context) error {
		_, err := tx.From(ctx)
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	d.want(t, "begin tx", "end tx: <nil>", "middleware is told: <nil>")
}

func TestWorkOfNoTransportBringsItsOwnScope(t *testing.T) {
	var d diary
	a, b := d.promise("a"), d.promise("b")
	ctx, end := benzene.WithScope(t.Context())
	for _, p := range []benzene.Scoped[string]{a, b} {
		if _, err := p.From(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := end(errTest); !errors.Is(err, errTest) {
		t.Errorf("end returned %v", err)
	}
	if err := end(nil); err != nil {
		t.Errorf("the second end returned %v", err)
	}
	if _, err := a.From(ctx); !errors.Is(err, benzene.ErrScopeEnded) {
		t.Errorf("after the end: %v", err)
	}
	d.want(t, "begin a", "begin b", "end b: a failure of the test", "end a: a failure of the test")
}

func TestAScopeWithinAMessageIsItsOwn(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	s := serve(t, handle(func(ctx context.Context) error {
		if _, err := tx.From(ctx); err != nil {
			return err
		}
		scoped, end := benzene.WithScope(ctx)
		if _, err := tx.From(scoped); err != nil {
			return err
		}
		return end(errTest)
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); !errors.Is(err, errTest) {
		t.Errorf("outcome: %v", err)
	}
	d.want(t, "begin tx", "begin tx", "end tx: a failure of the test", "end tx: a failure of the test")
}
