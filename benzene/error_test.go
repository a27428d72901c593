package benzene_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestAnErrorTellsOperatorsEverything(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{benzene.NotFound.Errorf("there is no order %d", 7), "not-found: there is no order 7"},
		{benzene.ServiceUnavailable.Wrap(errTest, "payments are down"), "service-unavailable: payments are down: a failure of the test"},
		{benzene.Conflict.Wrap(nil, "taken"), "conflict: taken"},
		{&benzene.Error{Status: benzene.BadRequest, Message: "not read", Details: []benzene.Detail{{Message: "a"}, {Message: "b"}}}, "bad-request: a, b"},
		{&benzene.Error{Status: benzene.Forbidden}, "forbidden"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestACauseStaysInTheChain(t *testing.T) {
	if err := benzene.ServiceUnavailable.Wrap(errTest, "no"); !errors.Is(err, errTest) {
		t.Errorf("%v does not lead to its cause", err)
	}
}

func TestAPanicIsNamedWithoutItsStack(t *testing.T) {
	p := &benzene.Panic{Value: "no", Stack: []byte("goroutine 1")}
	if p.Error() != "panic: no" || errors.Unwrap(p) != nil {
		t.Errorf("%v, unwraps to %v", p, errors.Unwrap(p))
	}
	if gone := (&benzene.Panic{}).Error(); !strings.Contains(gone, "Goexit") {
		t.Errorf("a goroutine that ended: %s", gone)
	}
}

func TestAStrangersWordsStayHome(t *testing.T) {
	for _, c := range []struct {
		outcome error
		want    string
	}{
		{errors.New(secret), "service-unavailable: the service could not handle the message"},
		{errors.Join(context.DeadlineExceeded, errors.New(secret)), "timeout: the service took too long"},
		{benzene.ServiceUnavailable.Wrap(errors.New(secret), "payments are down"), "service-unavailable: payments are down"},
	} {
		s := serve(t, handle(func(context.Context) error { return c.outcome }))
		reply, err := s.Dispatch(t.Context(), message("t", ""))
		told := reply.Problem(err)
		if want := c.want + " (reference " + reply.Reference + ")"; told.String() != want {
			t.Errorf("the caller is told %q, want %q", told, want)
		}
		body, encodeErr := benzene.JSON.Encode(told)
		if encodeErr != nil || strings.Contains(string(body), "T0P5ECRET") {
			t.Errorf("the caller is told %s, %v", body, encodeErr)
		}
		if !errors.Is(err, c.outcome) {
			t.Errorf("operators are told %v", err)
		}
	}
}

func TestAFailureThatHidesNothingNeedsNoReference(t *testing.T) {
	s := serve(t, handle(func(context.Context) error { return benzene.NotFound.Errorf("there is no order 7") }))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	if told := reply.Problem(err).String(); told != "not-found: there is no order 7" {
		t.Errorf("the caller is told %q", told)
	}
	if reply.Reference == "" {
		t.Error("operators have no reference")
	}
}

func TestAReferenceIsEightDigitsUnlessSet(t *testing.T) {
	inner := func(ctx context.Context) error {
		inv, _ := benzene.InvocationFrom(ctx)
		if first := inv.Reference(); inv.Reference() != first {
			t.Error("two references for one message")
		}
		return errTest
	}
	reply, err := serve(t, handle(inner)).Dispatch(t.Context(), message("t", ""))
	if !errors.Is(err, errTest) || !regexp.MustCompile(`^[0-9a-f]{8}$`).MatchString(reply.Reference) {
		t.Errorf("reference %q", reply.Reference)
	}

	traced := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			inv.SetReference("0af76519")
			return next(ctx, inv)
		}
	}
	reply, _ = serveBehind(t, benzene.Pipeline{traced}, handle(inner)).Dispatch(t.Context(), message("t", "")) // its reference is what counts
	if reply.Reference != "0af76519" {
		t.Errorf("reference %q", reply.Reference)
	}
}

func TestAMessageThatWasHandledHasNoReference(t *testing.T) {
	s := serve(t, handle(func(context.Context) error { return nil }))
	if reply, err := s.Dispatch(t.Context(), message("t", "")); err != nil || reply.Reference != "" {
		t.Errorf("reference %q, %v", reply.Reference, err)
	}
}
