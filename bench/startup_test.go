package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A service with 200 endpoints, 100 routes and 50 tools is ready, checks and
// port included, in a tenth of a second. The best of five counts: it is the one
// that no neighbour disturbed.
func TestALargeServiceStartsInATenthOfASecond(t *testing.T) {
	best := time.Hour
	for range 5 {
		best = min(best, startOnce(t))
	}
	limit := 100 * time.Millisecond
	if raceEnabled {
		limit *= 20
	}
	if best > limit {
		t.Errorf("took %v, want at most %v", best, limit)
	}
	t.Logf("took %v", best)
}

func startOnce(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	var endpoints []benzene.Endpoint
	var routes []http.Route
	var tools []mcp.Part
	for i := range 200 {
		topic := fmt.Sprintf("order:get%d", i)
		endpoints = append(endpoints, benzene.Handle(topic, find, benzene.Summary("Finds an order.")))
		if i < 100 {
			routes = append(routes, http.Get(fmt.Sprintf("/%d/orders/{id}", i), topic))
		}
		if i < 50 {
			tools = append(tools, mcp.Tool(fmt.Sprintf("get_order_%d", i), "Finds an order.", topic))
		}
	}
	server := http.Listen("127.0.0.1:0", append(routes, mcp.Endpoint(tools...))...)
	app, err := startup.Start(startup.Handlers(endpoints), startup.Transports(server), startup.Service("large"))
	took := time.Since(began)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	return took
}
