package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	nethttp "net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/queue"
)

var config = Config{Addr: "127.0.0.1:0", DB: ":memory:"}

func TestAnOrderCanBePlacedAndFound(t *testing.T) {
	orders := startuptest.New(t, Service(config))

	placed, err := benzene.Call[Order](t.Context(), orders, "order:place", PlaceOrder{Customer: "ada@example.org", Quantity: 2})
	if err != nil {
		t.Fatal(err)
	}
	found, err := benzene.Call[Order](t.Context(), orders, "order:get", OrderID{ID: placed.ID})
	if err != nil || found != placed {
		t.Fatalf("found %+v, %v; want %+v", found, err, placed)
	}
}

func TestAFailedMessageLeavesNothingBehind(t *testing.T) {
	refuse := func(context.Context) (*Events, error) { return nil, errors.New("no events today") }
	orders := startuptest.New(t, Service(config), fx.Decorate(func(benzene.Scoped[*Events]) benzene.Scoped[*Events] {
		return benzene.NewScoped(refuse, nil)
	}))
	if _, err := benzene.Call[Order](t.Context(), orders, "order:place", PlaceOrder{Customer: "ada@example.org", Quantity: 2}); err == nil {
		t.Fatal("placed without its events")
	}
	list, err := benzene.Call[OrderList](t.Context(), orders, "order:list", ListOrders{})
	if err != nil || len(list.Orders) != 0 {
		t.Errorf("found %+v, %v; want none", list, err)
	}
}

func TestTheOrderBookOverHTTP(t *testing.T) {
	s := serve(t)
	for _, step := range []struct {
		method, path, body string
		code               int
		want               string
	}{
		{"POST", "/orders", `{"customer":"ada@example.org","quantity":2}`, 201, `{"id":1,"customer":"ada@example.org","quantity":2,"status":"open"}`},
		{"GET", "/orders/1", "", 200, `{"id":1,"customer":"ada@example.org","quantity":2,"status":"open"}`},
		{"GET", "/orders/7", "", 404, `there is no order 7`},
		{"GET", "/orders?customer=ada@example.org&limit=5", "", 200, `{"orders":[{"id":1,`},
		{"GET", "/orders?customer=grace@example.org", "", 200, `{"orders":[]}`},
		{"GET", "/orders?limit=ten", "", 400, `limit must be a whole number, got \"ten\"`},
		{"POST", "/orders", `{"customer":"ada","quantity":0}`, 422, `"field":"customer"`},
		{"POST", "/orders/1/cancel", "", 200, `"status":"cancelled"`},
		{"POST", "/orders/1/cancel", "", 409, `order 1 is cancelled already`},
		{"DELETE", "/orders/1", "", 405, `"status":405`},
		{"GET", "/benzene/health", "", 200, `"isHealthy":true`},
		{"GET", "/benzene/health", "", 200, `"database":{"status":"ok"`},
	} {
		code, body := s.send(t, step.method, step.path, step.body)
		if code != step.code || !strings.Contains(body, step.want) {
			t.Errorf("%s %s %s: got %d %s; want %d %s", step.method, step.path, step.body, code, body, step.code, step.want)
		}
	}
}

func TestTheOrderBookOverMCP(t *testing.T) {
	s := serve(t)
	placed := s.tool(t, "place_order", `{"customer":"ada@example.org","quantity":2}`)
	if placed.IsError || placed.Structured["id"] != 1.0 {
		t.Fatalf("place_order: %+v", placed)
	}
	if found := s.tool(t, "get_order", `{"id":1}`); found.IsError || found.Structured["customer"] != "ada@example.org" {
		t.Errorf("get_order: %+v", found)
	}
	if cancelled := s.tool(t, "cancel_order", `{"id":1}`); cancelled.Structured["status"] != "cancelled" {
		t.Errorf("cancel_order: %+v", cancelled)
	}
	if missing := s.tool(t, "get_order", `{"id":9}`); !missing.IsError || missing.Content[0].Text != "not-found: there is no order 9" {
		t.Errorf("get_order of nothing: %+v", missing)
	}
}

func TestANewOrderIsConfirmedFromTheQueue(t *testing.T) {
	s := serve(t)
	s.send(t, "POST", "/orders", `{"customer":"ada@example.org","quantity":2}`)
	var confirmed int
	for confirmed == 0 {
		row := s.db.QueryRowContext(t.Context(), "select count(*) from confirmations where order_id = 1")
		if err := row.Scan(&confirmed); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAnOrderMayArriveByQueue(t *testing.T) {
	s := serve(t)
	if err := benzene.Publish(t.Context(), s.outbox, "order:place", PlaceOrder{Customer: "ada@example.org", Quantity: 3}); err != nil {
		t.Fatal(err)
	}
	for {
		if code, body := s.send(t, "GET", "/orders/1", ""); code == nethttp.StatusOK {
			if !strings.Contains(body, `"quantity":3`) {
				t.Errorf("got %s", body)
			}
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// A running is the service as it runs, on a port of its own.
type running struct {
	url    string
	db     *sql.DB
	outbox *queue.Memory
}

func serve(t *testing.T, options ...fx.Option) running {
	t.Helper()
	var server *http.Server
	var s running
	app := fx.New(fx.NopLogger, Service(config), fx.Options(options...), fx.Populate(&server, &s.db, &s.outbox), startup.Service("orders"))
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	s.url = fmt.Sprint("http://", server.Addr())
	return s
}

func (s running) send(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	request, err := nethttp.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("MCP-Protocol-Version", "2025-11-25") // or an older one is assumed, without structure
	response, err := nethttp.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

type toolResult struct {
	IsError    bool           `json:"isError"`
	Structured map[string]any `json:"structuredContent"`
	Content    []struct {
		Text string `json:"text"`
	} `json:"content"`
}

func (s running) tool(t *testing.T, name, arguments string) toolResult {
	t.Helper()
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments)
	_, body := s.send(t, "POST", "/benzene/mcp", call)
	var answer struct {
		Result toolResult `json:"result"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return answer.Result
}
