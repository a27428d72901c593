package pages

import (
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestEachWayToFailHasItsStatus(t *testing.T) {
	for _, c := range []struct {
		req    Pay
		status benzene.Status
		detail string
	}{
		{Pay{"1A", 100}, benzene.OK, ""},
		{Pay{"14C", 100}, benzene.Conflict, "seat 14C is taken"},
		{Pay{"1A", 100_001}, OverQuota, "100001 cents are more than one payment may be"},
		{Pay{"1A", 51}, benzene.ServiceUnavailable, "payments are down; try again soon"},
		{Pay{"1A", 0}, benzene.ServiceUnavailable, "the service could not handle the message"},
		{Pay{"1A", -1}, benzene.ValidationError, "cents must be more than 0"},
	} {
		_, err := pay(t.Context(), c.req)
		if got := benzene.StatusOf(err); got != c.status {
			t.Errorf("%+v: got %s; want %s", c.req, got, c.status)
		}
		if err == nil {
			continue
		}
		if got := benzene.ProblemOf(err).Detail; got != c.detail {
			t.Errorf("%+v: the caller is told %q; want %q", c.req, got, c.detail)
		}
	}
}
