package pages

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// FindSeat asks for one seat of a flight.
type FindSeat struct {
	Flight string `json:"flight" validate:"required"`
	Row    int    `json:"row" validate:"gte=1,lte=60"`
}

// Seat is where somebody sits.
type Seat struct {
	Row   int    `json:"row"`
	Place string `json:"place"`
	Free  bool   `json:"free"`
}

// FlightLeft is told when a flight is in the air.
type FlightLeft struct {
	Flight string    `json:"flight"`
	At     time.Time `json:"at"`
}

// Seats are the endpoints of the seat map.
func Seats() []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("seat:find", findSeat, benzene.Summary("Finds one seat.")),
		benzene.On("flight:left", closeFlight),
		benzene.HandleResult("seat:hold", holdSeat),
	}
}

func findSeat(_ context.Context, req FindSeat) (Seat, error) {
	if req.Row == 13 {
		return Seat{}, benzene.NotFound.Errorf("flight %s has no row 13", req.Flight)
	}
	return Seat{Row: req.Row, Place: "C", Free: true}, nil
}

func closeFlight(_ context.Context, event FlightLeft) error {
	return nil
}

func holdSeat(_ context.Context, req FindSeat) benzene.Result[Seat] {
	seat := Seat{Row: req.Row, Place: "C"}
	held := benzene.Succeed(benzene.Created, seat)
	held.Headers = benzene.HeaderMap{"expires": "120"}
	return held
}

// FindSeatInMeters is the second version of FindSeat.
type FindSeatInMeters struct {
	Meters float64 `json:"meters"`
}

// VersionedSeats serve the topic in two versions side by side.
func VersionedSeats() []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("seat:find", findSeat),
		benzene.Handle("seat:find", findSeatInMeters, benzene.Version("2")),
	}
}

func findSeatInMeters(_ context.Context, req FindSeatInMeters) (Seat, error) {
	return Seat{Row: int(req.Meters / 0.8), Place: "C"}, nil
}

// A Desk calls the seat map by topic: today in this process, tomorrow in
// another service.
type Desk struct{ Seats benzene.Sender }

// NewDesk has the seat map in its own process: the Loopback is in the container
// of every service.
func NewDesk(service *startup.Loopback) Desk { return Desk{Seats: service} }

// Describe asks for a seat and says how it is.
func (d Desk) Describe(ctx context.Context, flight string, row int) (string, error) {
	seat, err := benzene.Call[Seat](ctx, d.Seats, "seat:find", FindSeat{Flight: flight, Row: row})
	if err != nil {
		return "", fmt.Errorf("describing row %d: %w", row, err)
	}
	return fmt.Sprintf("%d%s", seat.Row, seat.Place), nil
}

// languageOf reads a header of the message that is being handled.
func languageOf(ctx context.Context) string {
	if inv, ok := benzene.InvocationFrom(ctx); ok {
		return cmp.Or(inv.Headers.Get("accept-language"), "en")
	}
	return "en"
}
