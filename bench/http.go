package main

import (
	"fmt"
	"io"
	nethttp "net/http"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
)

const mostBytes = 1 << 20

// plainHandler is a handler as it would be written without us, with the same
// codec and validator.
func plainHandler() nethttp.Handler {
	mux := nethttp.NewServeMux()
	mux.HandleFunc("POST /orders/get", func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(nethttp.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusRequestEntityTooLarge)
			return
		}
		var req getOrder
		if err := json.Unmarshal(body, &req, reading); err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusBadRequest)
			return
		}
		if err := rules.Struct(&req); err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusUnprocessableEntity)
			return
		}
		found, err := find(r.Context(), req)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusInternalServerError)
			return
		}
		out, err := json.Marshal(found, writing)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(out) // the caller has gone; nobody is left to tell
	})
	return mux
}

func ourHandler() nethttp.Handler {
	d := benzene.NewDispatcher(getting.registry(), benzene.Pipeline{middleware.NewRules().Validate})
	h, err := http.Handler(d, http.Post("/orders/get", "order:get"))
	if err != nil {
		panic(err) // the route is a constant
	}
	return h
}

func route() []contender {
	return []contender{
		posted("by hand, net/http", plainHandler()),
		posted("ours, Validate", ourHandler()),
	}
}

func posted(name string, h nethttp.Handler) contender {
	header := nethttp.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	loop, last := posting(h, "/orders/get", getting.request, header)
	return contender{
		name: name,
		once: func() error {
			loop(1)
			if last.code != nethttp.StatusOK {
				return fmt.Errorf("got %d %s", last.code, last.body.String())
			}
			return getting.checked(last.body.Bytes(), nil)
		},
		loop: loop,
	}
}
