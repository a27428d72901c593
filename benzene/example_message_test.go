package benzene_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/benzene-go/framework/benzene"
)

func ExampleInvocationFrom() {
	greet := func(ctx context.Context, _ struct{}) (string, error) {
		inv, ok := benzene.InvocationFrom(ctx)
		if !ok {
			return "nobody sent a message", nil
		}
		return "handled " + inv.Topic.ID + " in " + inv.Headers.Get("accept-language"), nil
	}
	reply, err := dispatcher(benzene.Handle("greet", greet)).Dispatch(context.Background(), benzene.Message{
		Topic:   benzene.Topic{ID: "greet"},
		Headers: benzene.HeaderMap{"accept-language": "pt"},
	})
	fmt.Println(string(reply.Body), err)
	fmt.Println(greet(context.Background(), struct{}{}))
	// Output:
	// "handled greet in pt" <nil>
	// nobody sent a message <nil>
}

func ExampleSucceeds() {
	d := dispatcher(benzene.Handle("order:place", func(context.Context, struct{}) (Order, error) {
		return Order{ID: 8, Status: "open"}, nil
	}, benzene.Succeeds(benzene.Created)))
	reply, err := d.Dispatch(context.Background(), benzene.Message{Topic: benzene.Topic{ID: "order:place"}})
	fmt.Println(reply.Status, err)
	// Output: created <nil>
}

func ExampleEnded() {
	ctx, hangUp := context.WithCancel(context.Background())
	fmt.Println(benzene.Ended(ctx, errors.New("connection reset")))
	hangUp()
	fmt.Println(benzene.Ended(ctx, errors.New("connection reset")))
	fmt.Println(benzene.Ended(ctx, benzene.NotFound.Errorf("there is no order 7")))
	// Output:
	// service-unavailable
	// cancelled
	// not-found
}

func ExampleDispatcher_Resolve() {
	d := dispatcher(
		benzene.Handle("order:get", getOrder, benzene.Summary("Finds an order by its id.")),
	)
	contract, ok := d.Resolve(benzene.Topic{ID: "order:get", Version: "3"}) // nobody serves that version alone
	fmt.Println(ok, contract.Topic, contract.Request, contract.Response)
	_, ok = d.Resolve(benzene.Topic{ID: "order:burn"})
	fmt.Println(ok)
	// Output:
	// true order:get benzene_test.GetOrder benzene_test.Order
	// false
}

func ExampleTrustedHeader() {
	fmt.Println(benzene.TrustedHeader("Benzene-MCP-Tool"), benzene.TrustedHeader("x-correlation-id"))
	// Output: true false
}
