package pages

import (
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestTheMeterTellsFailuresFromTheRest(t *testing.T) {
	meter := &Meter{}
	registry, err := benzene.NewRegistry(Seats()...)
	if err != nil {
		t.Fatal(err)
	}
	seats := benzene.NewDispatcher(registry, benzene.Pipeline{meter.Count})

	_, found := benzene.Call[Seat](t.Context(), seats, "seat:find", FindSeat{Flight: "BZ1", Row: 7})
	_, missing := benzene.Call[Seat](t.Context(), seats, "seat:find", FindSeat{Flight: "BZ1", Row: 13})

	if found != nil || benzene.StatusOf(missing) != benzene.NotFound {
		t.Fatalf("row 7: %v; row 13: %v", found, missing)
	}
	if meter.Handled.Load() != 1 || meter.Failed.Load() != 1 {
		t.Errorf("handled %d, failed %d; want one of each", meter.Handled.Load(), meter.Failed.Load())
	}
}
