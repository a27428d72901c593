package benzene_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/benzene-go/framework/benzene"
)

type GetOrder struct {
	ID int64 `json:"id"`
}

type Order struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
}

// getOrder is a handler: it knows no transport.
func getOrder(_ context.Context, req GetOrder) (Order, error) {
	if req.ID != 7 {
		return Order{}, benzene.NotFound.Errorf("there is no order %d", req.ID)
	}
	return Order{ID: 7, Status: "open"}, nil
}

// dispatcher serves endpoints. A program hands them to startup instead.
func dispatcher(endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		panic(err)
	}
	return benzene.NewDispatcher(registry, nil)
}

func Example() {
	registry, err := benzene.NewRegistry(
		benzene.Handle("order:get", getOrder, benzene.Summary("Finds an order by its id.")),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := benzene.NewDispatcher(registry, nil)

	for _, body := range []string{`{"id":7}`, `{"id":8}`, `{"id":"seven"}`} {
		reply, err := d.Dispatch(context.Background(), benzene.Message{
			Topic: benzene.Topic{ID: "order:get"},
			Body:  []byte(body),
		})
		if err != nil {
			fmt.Println(reply.Problem(err))
			continue
		}
		fmt.Printf("%s: %s\n", reply.Status, reply.Body)
	}
	// Output:
	// ok: {"id":7,"status":"open"}
	// not-found: there is no order 8
	// bad-request: id must be a whole number, got "seven"
}

func ExampleHandle() {
	d := dispatcher(benzene.Handle("order:get", getOrder,
		benzene.Summary("Finds an order by its id."),
	))
	order, err := benzene.Call[Order](context.Background(), d, "order:get", GetOrder{ID: 7})
	fmt.Println(order.Status, err)
	// Output: open <nil>
}

func ExampleOn() {
	type OrderPaid struct {
		ID int64 `json:"id"`
	}
	d := dispatcher(benzene.On("order:paid", func(_ context.Context, event OrderPaid) error {
		fmt.Println("order", event.ID, "is paid")
		return nil
	}))
	reply, err := d.Dispatch(context.Background(), benzene.Message{
		Topic: benzene.Topic{ID: "order:paid"}, Body: []byte(`{"id":7}`), Want: benzene.WantNothing,
	})
	fmt.Println(reply.Status, err)
	// Output:
	// order 7 is paid
	// accepted <nil>
}

func ExampleHandleResult() {
	d := dispatcher(benzene.HandleResult("order:put", func(_ context.Context, req Order) benzene.Result[Order] {
		if req.ID == 0 {
			return benzene.Fail[Order](benzene.ValidationError.Errorf("id is required"))
		}
		result := benzene.Succeed(benzene.Created, req)
		result.Headers = benzene.HeaderMap{"location": fmt.Sprintf("/orders/%d", req.ID)}
		return result
	}))
	reply, err := d.Dispatch(context.Background(), benzene.Message{
		Topic: benzene.Topic{ID: "order:put"}, Body: []byte(`{"id":7,"status":"open"}`),
	})
	fmt.Println(reply.Status, reply.Headers.Get("Location"), err)
	// Output: created /orders/7 <nil>
}

func ExampleStatus_Errorf() {
	const OverQuota benzene.Status = "over-quota"
	err := OverQuota.Errorf("%d orders are enough for today", 3)
	fmt.Println(err)
	fmt.Println(benzene.StatusOf(err), benzene.StatusOf(errors.New("a stranger")), benzene.StatusOf(nil))
	// Output:
	// over-quota: 3 orders are enough for today
	// over-quota service-unavailable ok
}

func ExampleStatus_Wrap() {
	cause := errors.New("dial tcp 10.0.0.7:5432: connection refused")
	err := benzene.ServiceUnavailable.Wrap(cause, "orders cannot be read now")
	fmt.Println("operators:", err)
	fmt.Println("the caller:", benzene.ProblemOf(err))
	// Output:
	// operators: service-unavailable: orders cannot be read now: dial tcp 10.0.0.7:5432: connection refused
	// the caller: service-unavailable: orders cannot be read now
}

func ExampleProblem() {
	err := &benzene.Error{
		Status:  benzene.Conflict,
		Details: []benzene.Detail{{Message: "seat 14C is taken", Field: "seat", Code: "taken"}},
		Problem: &benzene.Problem{Instance: "/bookings/77", Members: map[string]any{"free": []string{"14D"}}},
	}
	body, _ := benzene.JSON.Encode(benzene.ProblemOf(err)) // it holds nothing that JSON cannot carry
	fmt.Println(string(body))
	// Output:
	// {"type":"https://benzene.app/problems/conflict","title":"Conflict","detail":"seat 14C is taken","instance":"/bookings/77","benzeneStatus":"conflict","errors":[{"message":"seat 14C is taken","field":"seat","code":"taken"}],"free":["14D"]}
}

func ExampleNewRegistry() {
	_, err := benzene.NewRegistry(
		benzene.Handle("order:get", getOrder),
		benzene.Handle("order:get", getOrder, benzene.Summary("Finds an order.")),
	)
	fmt.Println(err)
	// Output:
	// topic "order:get" has two handlers, benzene_test.getOrder and benzene_test.getOrder ("Finds an order."); remove one, or give it a version with benzene.Version
}

func ExampleCheckTypes() {
	type Search struct {
		Limit int `json:"limit,omitempty"`
		Page  int
	}
	d := dispatcher(benzene.On("order:search", func(context.Context, Search) error { return nil }))
	fmt.Println(benzene.CheckTypes(d.Contracts()))
	// Output:
	// field Limit of benzene_test.Search: omitempty leaves out no number and no flag; write omitzero
	// field Page of benzene_test.Search has no json name; give it one, or leave it out with `json:"-"`
}
