package benzene_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestOnlySixStatusesAreSuccesses(t *testing.T) {
	successes := []benzene.Status{benzene.OK, benzene.Created, benzene.Accepted, benzene.Updated, benzene.Deleted, benzene.Ignored}
	failures := []benzene.Status{
		benzene.BadRequest, benzene.ValidationError, benzene.Unauthorized, benzene.Forbidden, benzene.NotFound,
		benzene.Conflict, benzene.TooManyRequests, benzene.Timeout, benzene.NotImplemented,
		benzene.ServiceUnavailable, benzene.UnexpectedError,
	}
	for _, s := range successes {
		if !s.Success() || !s.Known() || s.Transient() {
			t.Errorf("%s: success %v, known %v, transient %v", s, s.Success(), s.Known(), s.Transient())
		}
	}
	for _, s := range failures {
		if s.Success() || !s.Known() {
			t.Errorf("%s: success %v, known %v", s, s.Success(), s.Known())
		}
	}
	for _, s := range []benzene.Status{"", "over-quota", "OK", "Ok", benzene.Cancelled} {
		if s.Success() || s.Known() || s.Transient() {
			t.Errorf("%q: success %v, known %v, transient %v", s, s.Success(), s.Known(), s.Transient())
		}
	}
}

func TestTransientIsWhatMaySucceedLater(t *testing.T) {
	for _, s := range []benzene.Status{benzene.ServiceUnavailable, benzene.TooManyRequests, benzene.Timeout} {
		if !s.Transient() {
			t.Errorf("%s is not transient", s)
		}
	}
	for _, s := range []benzene.Status{benzene.BadRequest, benzene.NotFound, benzene.UnexpectedError, benzene.NotImplemented} {
		if s.Transient() {
			t.Errorf("%s is transient", s)
		}
	}
}

func TestEveryOutcomeHasAStatus(t *testing.T) {
	for _, c := range []struct {
		outcome error
		want    benzene.Status
	}{
		{nil, benzene.OK},
		{benzene.NotFound.Errorf("there is no order 7"), benzene.NotFound},
		{fmt.Errorf("orders: %w", benzene.Conflict.Errorf("taken")), benzene.Conflict},
		{errors.Join(errTest, benzene.Conflict.Errorf("taken")), benzene.Conflict},
		{benzene.Status("over-quota").Errorf("enough"), "over-quota"},
		{&benzene.Error{Message: "no status"}, benzene.UnexpectedError},
		{benzene.BadRequest.Wrap(context.DeadlineExceeded, "no"), benzene.BadRequest},
		{context.DeadlineExceeded, benzene.Timeout},
		{fmt.Errorf("database: %w", context.DeadlineExceeded), benzene.Timeout},
		{context.Canceled, benzene.ServiceUnavailable},
		{errTest, benzene.ServiceUnavailable},
	} {
		if got := benzene.StatusOf(c.outcome); got != c.want {
			t.Errorf("%v is %s, want %s", c.outcome, got, c.want)
		}
	}
}

func TestAMessageWhoseCallerHasGoneEndsAsCancelled(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx     context.Context
		outcome error
		want    benzene.Status
	}{
		{gone, nil, benzene.OK},
		{gone, context.Canceled, benzene.Cancelled},
		{gone, fmt.Errorf("database: %w", context.Canceled), benzene.Cancelled},
		{gone, benzene.NotFound.Errorf("there is no order 7"), benzene.NotFound},
		{gone, benzene.ServiceUnavailable.Wrap(&benzene.Panic{Value: context.Canceled}, "no"), benzene.ServiceUnavailable},
		{t.Context(), context.Canceled, benzene.ServiceUnavailable},
		{t.Context(), context.DeadlineExceeded, benzene.Timeout},
	} {
		if got := benzene.Ended(c.ctx, c.outcome); got != c.want {
			t.Errorf("%v ended as %s, want %s", c.outcome, got, c.want)
		}
	}
}
