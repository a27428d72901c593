package benzene_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// retry tries a message up to times, and once more than that never.
func retry(times int) benzene.Middleware {
	return func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			for i := 1; i < times && err != nil; i++ {
				reply, err = next(inv.Again(ctx))
			}
			return reply, err
		}
	}
}

func TestEachAttemptHasAScopeAndARequestOfItsOwn(t *testing.T) {
	type request struct {
		Names []string `json:"names"`
	}
	var d diary
	tx := d.promise("tx")
	attempts := 0
	s := serveBehind(t, benzene.Pipeline{retry(3)}, benzene.Handle("t", func(ctx context.Context, req request) (request, error) {
		if _, err := tx.From(ctx); err != nil {
			return request{}, err
		}
		if attempts++; attempts < 3 {
			req.Names[0] = "spoilt"
			return request{}, errTest
		}
		return req, nil
	}))
	reply, err := s.Dispatch(t.Context(), message("t", `{"names":["fresh"]}`))
	if err != nil || string(reply.Body) != `{"names":["fresh"]}` {
		t.Errorf("got %s, %v", reply.Body, err)
	}
	d.want(t,
		"begin tx", "end tx: a failure of the test",
		"begin tx", "end tx: a failure of the test",
		"begin tx", "end tx: <nil>")
}

func TestTheInvocationOfAnAttemptIsFoundFromItsContext(t *testing.T) {
	var seen []*benzene.Invocation
	s := serveBehind(t, benzene.Pipeline{retry(2)}, handle(func(ctx context.Context) error {
		inv, ok := benzene.InvocationFrom(ctx)
		if !ok || inv.Topic.ID != "t" || inv.Contract.Topic.ID != "t" {
			t.Errorf("found %+v", inv)
		}
		seen = append(seen, inv)
		return errTest
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); !errors.Is(err, errTest) {
		t.Fatal(err)
	}
	if len(seen) != 2 || seen[0] == seen[1] {
		t.Errorf("invocations: %v", seen)
	}
}

func TestAllAttemptsHaveOneReference(t *testing.T) {
	seen := map[string]bool{}
	s := serveBehind(t, benzene.Pipeline{retry(3)}, handle(func(ctx context.Context) error {
		inv, _ := benzene.InvocationFrom(ctx)
		seen[inv.Reference()] = true
		return errTest
	}))
	reply, _ := s.Dispatch(t.Context(), message("t", "")) // its reference is what counts
	if diff := cmp.Diff(map[string]bool{reply.Reference: true}, seen); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

func TestAnAttemptThatFailedSetsNoHeaderOfTheReply(t *testing.T) {
	attempts := 0
	s := serveBehind(t, benzene.Pipeline{retry(2)}, handle(func(ctx context.Context) error {
		inv, _ := benzene.InvocationFrom(ctx)
		if attempts++; attempts == 1 {
			return errTest
		}
		inv.SetReplyHeader("Attempt", "second")
		return nil
	}))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	if diff := cmp.Diff(benzene.HeaderMap{"attempt": "second"}, reply.Headers); err != nil || diff != "" {
		t.Errorf("%v, headers (-want +got):\n%s", err, diff)
	}
}

// hedge answers with the first of two attempts, and waits for the other one
// only when told to.
func hedge(waits <-chan struct{}, over chan<- error) benzene.Middleware {
	return func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			type answer struct {
				reply benzene.Reply
				err   error
			}
			answers := make(chan answer, 2)
			for range 2 {
				ctx, attempt := inv.Again(ctx)
				go func() { // the test receives from over
					reply, err := next(ctx, attempt)
					answers <- answer{reply, err}
					<-waits
					over <- err
				}()
			}
			first := <-answers
			return first.reply, first.err
		}
	}
}

func TestALoserOfAHedgeIsEndedByDispatch(t *testing.T) {
	var d diary
	tx := d.promise("tx")
	waits, over := make(chan struct{}), make(chan error, 2)
	slow, began := make(chan struct{}), make(chan struct{}, 2)
	turn := make(chan bool, 2)
	turn <- true
	turn <- false
	s := serveBehind(t, benzene.Pipeline{hedge(waits, over)}, handle(func(ctx context.Context) error {
		if _, err := tx.From(ctx); err != nil {
			return err
		}
		began <- struct{}{}
		if <-turn {
			<-began
			<-began // both have their value
			return nil
		}
		<-slow
		_, err := tx.From(ctx)
		return err
	}))
	if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Fatal(err)
	}
	d.want(t, "begin tx", "begin tx", "end tx: <nil>", "end tx: another attempt at the message answered first")
	close(slow)
	close(waits)
	var lost error
	for range 2 {
		lost = errors.Join(lost, <-over)
	}
	if !errors.Is(lost, benzene.ErrScopeEnded) {
		t.Errorf("the loser ended with %v", lost)
	}
	if len(d.lines) != 4 {
		t.Errorf("something ended twice: %q", d.lines)
	}
}
