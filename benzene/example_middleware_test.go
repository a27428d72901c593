package benzene_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// Tenant refuses messages of nobody. What it can plan it plans when the
// dispatcher is built; per message it only runs.
func Tenant(c benzene.Contract, next benzene.Next) benzene.Next {
	if c.Topic.Reserved() {
		return next
	}
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		tenant := ""
		if inv.Headers != nil {
			tenant = inv.Headers.Get("tenant")
		}
		if tenant == "" {
			return benzene.Reply{}, benzene.Unauthorized.Errorf("name your tenant in the header %q", "tenant")
		}
		ctx = benzene.WithPrincipal(ctx, benzene.Principal{Subject: tenant})
		return next(ctx, inv)
	}
}

func ExampleMiddleware() {
	registry, err := benzene.NewRegistry(
		benzene.Handle("whoami", func(ctx context.Context, _ struct{}) (string, error) {
			caller, _ := benzene.PrincipalFrom(ctx) // Tenant lets nobody else through
			return caller.Subject, nil
		}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := benzene.NewDispatcher(registry, benzene.Pipeline{Tenant})
	for _, headers := range []benzene.HeaderMap{{"tenant": "acme"}, {}} {
		reply, err := d.Dispatch(context.Background(), benzene.Message{Topic: benzene.Topic{ID: "whoami"}, Headers: headers})
		fmt.Println(string(reply.Body), err)
	}
	// Output:
	// "acme" <nil>
	//  unauthorized: name your tenant in the header "tenant"
}

func ExampleUse() {
	shout := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			request, err := inv.Request()
			if err != nil {
				return benzene.Reply{}, err
			}
			name := request.(*string) // the very value that the handler gets
			*name = strings.ToUpper(*name)
			return next(ctx, inv)
		}
	}
	greet := func(_ context.Context, name string) (string, error) { return "Hello, " + name + "!", nil }
	d := dispatcher(
		benzene.Handle("greet", greet),
		benzene.Handle("greet:loudly", greet, benzene.Use(shout)),
	)
	for _, topic := range []string{"greet", "greet:loudly"} {
		fmt.Println(benzene.Call[string](context.Background(), d, topic, "Ada"))
	}
	// Output:
	// Hello, Ada! <nil>
	// Hello, ADA! <nil>
}

// Retry tries a message again, up to three times, while it may succeed later.
func Retry(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		reply, err := next(ctx, inv)
		for range 2 {
			if !benzene.StatusOf(err).Transient() {
				break
			}
			reply, err = next(inv.Again(ctx)) // a fresh request and a fresh scope
		}
		return reply, err
	}
}

func ExampleInvocation_Again() {
	attempts := 0
	d := dispatcher(benzene.Handle("order:get", func(ctx context.Context, req GetOrder) (Order, error) {
		if attempts++; attempts < 3 {
			return Order{}, benzene.ServiceUnavailable.Errorf("orders cannot be read now")
		}
		return getOrder(ctx, req)
	}, benzene.Use(Retry)))
	order, err := benzene.Call[Order](context.Background(), d, "order:get", GetOrder{ID: 7})
	fmt.Println(order.Status, err, "after", attempts, "attempts")
	// Output: open <nil> after 3 attempts
}

func ExampleInvocation_Reply() {
	cached := Order{ID: 7, Status: "cached"}
	cache := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			request, err := inv.Request()
			if err != nil {
				return benzene.Reply{}, err
			}
			if request.(*GetOrder).ID != cached.ID {
				return next(ctx, inv)
			}
			inv.SetReplyHeader("age", "30")
			return inv.Reply(benzene.OK, cached)
		}
	}
	d := dispatcher(benzene.Handle("order:get", getOrder, benzene.Use(cache)))
	reply, err := d.Dispatch(context.Background(), benzene.Message{Topic: benzene.Topic{ID: "order:get"}, Body: []byte(`{"id":7}`)})
	fmt.Println(string(reply.Body), reply.Headers.Get("Age"), err)
	// Output: {"id":7,"status":"cached"} 30 <nil>
}

func ExampleNote() {
	type Cost int
	budget := func(c benzene.Contract, next benzene.Next) benzene.Next {
		for _, note := range c.Notes {
			if cost, ok := note.(Cost); ok {
				fmt.Println(c.Topic, "costs", int(cost))
			}
		}
		return next
	}
	registry, err := benzene.NewRegistry(
		benzene.Handle("order:get", getOrder, benzene.Note(Cost(3))),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	benzene.NewDispatcher(registry, benzene.Pipeline{budget})
	// Output: order:get costs 3
}
