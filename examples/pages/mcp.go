package pages

import (
	"context"
	"errors"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// SeatTools offers two of the seat map's topics to models.
func SeatTools(addr string) *http.Server {
	return http.Listen(addr,
		http.Get("/flights/{flight}/seats/{row}", "seat:find"),
		mcp.Endpoint(
			mcp.Server("seat map", "1.4.0"),
			mcp.Instructions("Look a seat up before you hold it."),
			mcp.Tool("find_seat", "Finds one seat of a flight.", "seat:find"),
			mcp.Tool("hold_seat", "Holds a seat for two minutes.", "seat:hold", mcp.Writes()),
		),
	)
}

// CustomTools are tools that no topic answers by itself.
func CustomTools() mcp.Part {
	return mcp.Parts(
		mcp.Func("first_free_seat", "Finds the first free seat of a flight. Use it when any row will do.",
			mcp.Object(
				mcp.ID("flight", "The flight's number, such as BZ1.").Required(),
				mcp.Integer("from", "The first row to look at.").Min(1).Max(60).Required(),
				mcp.Integer("to", "The last row to look at.").Min(1).Max(60).Default(60),
			), firstFree),
		mcp.FuncOf("describe_seat", "Describes one seat, and links to the cabin's plan.", describeSeat, mcp.Title("Describe a seat")),
	)
}

// firstFree reads its arguments itself, and asks a topic for row after row.
func firstFree(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	flight, from, to := args.ID("flight"), args.Integer("from"), args.OptionalInteger("to", 60)
	if err := args.Err(); err != nil {
		return nil, err
	}
	for row := max(from, 1); row <= min(to, 60); row++ {
		seat, err := benzene.Call[Seat](ctx, call, "seat:find", FindSeat{Flight: flight, Row: int(row)})
		switch {
		case benzene.StatusOf(err) == benzene.NotFound:
			continue
		case err != nil:
			return nil, err
		case seat.Free:
			return &mcp.Result{Structured: seat}, nil
		}
	}
	return mcp.Refusal("Flight %s has no free seat in these rows. Try others.", flight), nil
}

// describeSeat gets its arguments decoded and validated.
func describeSeat(ctx context.Context, call *mcp.Call, in FindSeat) (*mcp.Result, error) {
	result, err := call.Ask(ctx, "seat:find", in)
	if err != nil {
		return nil, err
	}
	result.Content = append(result.Content, mcp.ResourceLink{URI: "seats://plan", Name: "plan", MIMEType: "image/svg+xml"})
	return result, nil
}

// ErrClosed is what the airline's own code says when check-in is over.
var ErrClosed = errors.New("check-in is closed")

// Closed tells a model what that means, and what to do instead. It is given to
// the endpoint by mcp.OnFailure(Closed).
func Closed(outcome error) *mcp.Result {
	if errors.Is(outcome, ErrClosed) {
		return mcp.Refusal("Check-in of this flight is closed. Do not try again: offer the next flight.")
	}
	return nil
}

// FindByHand is a tool whose schema says more than its topic's type.
func FindByHand() mcp.Part {
	return mcp.Tool("find_seat", "Finds one seat of a flight.", "seat:find",
		mcp.Icons(mcp.Icon{Src: "https://seats.example/seat.png", MIMEType: "image/png"}),
		mcp.InputSchema(mcp.SchemaText(`{"type": "object", "additionalProperties": false, "required": ["flight", "row"], "properties": {
			"flight": {"type": "string", "description": "The flight's number.", "examples": ["BZ1"]},
			"row": {"type": "integer", "minimum": 1, "maximum": 60}}}`)))
}
