package pages

import (
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
