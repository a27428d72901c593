package interop_test

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

type orderNumber struct {
	Number int64 `json:"number" validate:"required" description:"as it stands on the receipt"`
}

type line struct {
	SKU   string `json:"sku"`
	Cents uint64 `json:"cents"`
}

type order struct {
	Number int64  `json:"number"`
	Lines  []line `json:"lines"`
}

type waits struct {
	Begun     int64 `json:"begun"`
	Cancelled int64 `json:"cancelled"`
}

// secret is the cause of a failure, which no caller may see.
const secret = "dial tcp 10.0.0.7:5432"

// shop is the service that the clients use. Every number below 1 is one of an
// order that was never placed.
func shop() (*benzene.Dispatcher, error) {
	var begun, cancelled atomic.Int64
	registry, err := benzene.NewRegistry(
		benzene.Handle("order:get", func(_ context.Context, req orderNumber) (order, error) {
			if req.Number < 1 {
				return order{}, benzene.NotFound.Errorf("there is no order %d", req.Number)
			}
			return order{req.Number, []line{{`nuts & "bolts" <é€😀>`, 18446744073709551615}}}, nil
		}),
		benzene.Handle("order:place", func(_ context.Context, req order) (order, error) { return req, nil }),
		benzene.Handle("order:audit", func(context.Context, struct{}) (order, error) { return order{}, errors.New(secret) }),
		benzene.Handle("order:break", func(context.Context, struct{}) (order, error) { panic(secret) }),
		benzene.Handle("order:names", func(context.Context, struct{}) ([]string, error) { return []string{"a", "b"}, nil }),
		benzene.Handle("order:wait", func(ctx context.Context, _ struct{}) (struct{}, error) {
			begun.Add(1)
			<-ctx.Done()
			cancelled.Add(1)
			return struct{}{}, ctx.Err()
		}),
		benzene.Handle("order:waits", func(context.Context, struct{}) (waits, error) {
			return waits{begun.Load(), cancelled.Load()}, nil
		}),
	)
	if err != nil {
		return nil, err
	}
	return benzene.NewDispatcher(registry, nil, benzene.Named("shop", "v1.2.3")), nil
}

// tools offers the shop to models.
func tools() mcp.Part {
	return mcp.Parts(
		mcp.Instructions("Look an order up before you place another."),
		mcp.Tool("get_order", "Fetches one order by its number.", "order:get"),
		mcp.Tool("place_order", "Places an order.", "order:place", mcp.Writes()),
		mcp.Tool("audit_orders", "Fails.", "order:audit"),
		mcp.Tool("break_orders", "Panics.", "order:break", mcp.Destructive()),
		mcp.Tool("name_orders", "Lists names.", "order:names"),
		mcp.Tool("wait", "Waits until it is cancelled.", "order:wait"),
		mcp.Tool("waits", "Says how many waits there were.", "order:waits"),
	)
}
