package pages

import (
	"context"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/queue"
)

func TestASeatIsFound(t *testing.T) {
	seats := startuptest.New(t, SeatService())

	seat, err := benzene.Call[Seat](t.Context(), seats, "seat:find", FindSeat{Flight: "BZ1", Row: 7})
	if err != nil || !seat.Free {
		t.Fatalf("got %+v, %v; want a free seat", seat, err)
	}
	_, err = benzene.Call[Seat](t.Context(), seats, "seat:find", FindSeat{Row: 7})
	if benzene.StatusOf(err) != benzene.ValidationError {
		t.Fatalf("got %v; want the missing flight refused", err)
	}
}

// A Clerk is what a handler needs from outside.
type Clerk interface{ Approve(seat string) bool }

type sternClerk struct{}

func (sternClerk) Approve(string) bool { return false }

func upgrades(clerks benzene.Scoped[Clerk]) []benzene.Endpoint {
	return []benzene.Endpoint{benzene.Handle("seat:upgrade", func(ctx context.Context, req Pay) (Seat, error) {
		clerk, err := clerks.From(ctx)
		if err != nil {
			return Seat{}, err
		}
		if !clerk.Approve(req.Seat) {
			return Seat{}, benzene.Forbidden.Errorf("seat %s stays where it is", req.Seat)
		}
		return Seat{}, nil
	})}
}

// promiseOf is a fake of any Scoped value.
func promiseOf[T any](value T) benzene.Scoped[T] {
	return benzene.NewScoped(func(context.Context) (T, error) { return value, nil }, nil)
}

func TestAnUpgradeNeedsAClerk(t *testing.T) {
	service := startuptest.New(t,
		startup.Handlers(upgrades),
		fx.Supply(promiseOf[Clerk](sternClerk{})),
	)
	_, err := benzene.Call[Seat](t.Context(), service, "seat:upgrade", Pay{Seat: "1A"})
	if benzene.StatusOf(err) != benzene.Forbidden {
		t.Fatalf("got %v; want a refusal", err)
	}
}

func TestWhatIsAnnouncedIsHandled(t *testing.T) {
	left := make(chan FlightLeft, 1)
	var inbox *queue.Memory
	app, err := startup.Start(
		fx.Provide(NewInbox),
		startup.Handlers(benzene.On("flight:left", func(_ context.Context, event FlightLeft) error {
			left <- event
			return nil
		})),
		startup.Transports(Consumer),
		fx.Populate(&inbox),
		startup.Service("test"),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})

	if err := Announce(t.Context(), inbox, FlightLeft{Flight: "BZ1"}); err != nil {
		t.Fatal(err)
	}
	if event := <-left; event.Flight != "BZ1" {
		t.Errorf("got %+v; want what was announced", event)
	}
}
