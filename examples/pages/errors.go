package pages

import (
	"context"
	"errors"

	"github.com/benzene-go/framework/benzene"
)

// OverQuota is a status of this application's own.
const OverQuota benzene.Status = "over-quota"

var errCardRefused = errors.New("card network: code 51, terminal 7781")

// Pay takes money for a seat.
type Pay struct {
	Seat  string `json:"seat"`
	Cents int64  `json:"cents"`
}

func pay(_ context.Context, req Pay) (struct{}, error) {
	switch {
	case req.Seat == "14C":
		return struct{}{}, benzene.Conflict.Errorf("seat %s is taken", req.Seat)
	case req.Cents > 100_000:
		return struct{}{}, OverQuota.Errorf("%d cents are more than one payment may be", req.Cents)
	case req.Cents == 51:
		return struct{}{}, benzene.ServiceUnavailable.Wrap(errCardRefused, "payments are down; try again soon")
	case req.Cents == 0:
		return struct{}{}, errCardRefused // not made for callers: they learn a reference to it
	case req.Cents < 0:
		return struct{}{}, &benzene.Error{
			Status: benzene.ValidationError,
			Details: []benzene.Detail{
				{Message: "cents must be more than 0", Field: "cents", Code: "gt"},
			},
			Problem: &benzene.Problem{Type: "https://example.org/problems/odd-amount"},
		}
	}
	return struct{}{}, nil
}
