package pages

import (
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// SeatServer answers on a port of its own.
func SeatServer(addr string) *http.Server {
	return http.Listen(addr,
		http.Get("/flights/{flight}/seats/{row}", "seat:find"),
		http.Post("/holds", "seat:hold", http.FromHeader("X-Flight", "flight"), http.Limit(4<<10)),
		http.Get("/v2/seats", "seat:find", http.Version("2")),
		http.Envelope(),
		http.Health(),
	)
}

// GuardedServer puts its holds behind net/http middleware.
func GuardedServer(addr string, signedIn func(nethttp.Handler) nethttp.Handler) *http.Server {
	return http.Listen(addr,
		http.Get("/flights/{flight}/seats/{row}", "seat:find"),
		http.Behind(signedIn,
			http.Post("/holds", "seat:hold"),
		),
	)
}

// TunedServer has every knob of net/http and none of ours.
func TunedServer() *http.Server {
	server := &nethttp.Server{Addr: ":8443", MaxHeaderBytes: 16 << 10}
	return http.Serve(server, http.Get("/flights/{flight}/seats/{row}", "seat:find"))
}

// Beside mounts topics in a mux that somebody else serves.
func Beside(mux *nethttp.ServeMux, seats *benzene.Dispatcher) error {
	handler, err := http.Handler(seats, http.Get("/flights/{flight}/seats/{row}", "seat:find"))
	if err != nil {
		return err
	}
	mux.Handle("/flights/", handler)
	mux.Handle("/brochures/", nethttp.FileServer(nethttp.Dir("brochures")))
	return nil
}
