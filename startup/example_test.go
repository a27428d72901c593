package startup_test

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

type Greet struct {
	Name string `json:"name" validate:"required"`
}

type Greeting struct {
	Text string `json:"text"`
}

func greet(_ context.Context, req Greet) (Greeting, error) {
	return Greeting{Text: "Hello, " + req.Name + "!"}, nil
}

// Once is a transport that brings one message and is then finished.
type Once struct {
	Name    string
	service *benzene.Dispatcher
}

func (o *Once) Bind(d *benzene.Dispatcher) error {
	o.service = d
	if _, ok := d.Resolve(benzene.Topic{ID: "greet"}); !ok {
		return errors.New(`once: it brings topic "greet", which has no handler; add one`)
	}
	return nil
}

func (o *Once) Open(context.Context) error { return nil }

func (o *Once) Serve(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil // it only gives back what it has opened: nothing
	}
	greeting, err := benzene.Call[Greeting](ctx, o.service, "greet", Greet{o.Name})
	fmt.Println(greeting.Text, err)
	return benzene.ErrFinished
}

func ExampleRun() {
	startup.Run("greeter",
		startup.Handlers(benzene.Handle("greet", greet)),
		startup.Transports(&Once{Name: "Ada"}),
	)
	// Output: Hello, Ada! <nil>
}

// What a handler needs are the parameters of its constructor.
func ExampleHandlers() {
	type house struct{ language string }
	greeter := func(h *house) benzene.Endpoint {
		return benzene.Handle("greet", func(_ context.Context, req Greet) (Greeting, error) {
			if h.language == "it" {
				return Greeting{"Ciao, " + req.Name + "!"}, nil
			}
			return greet(context.Background(), req)
		})
	}
	startup.Run("greeter",
		fx.Supply(&house{"it"}),
		startup.Handlers(greeter),
		startup.Transports(&Once{Name: "Ada"}),
	)
	// Output: Ciao, Ada! <nil>
}

// A service that cannot start says everything that is wrong at once.
func ExampleStart() {
	_, err := startup.Start(
		startup.Handlers(benzene.Handle("great", greet)),
		startup.Transports(&Once{}),
		startup.Checks(benzene.Check{Name: "database", Run: func(context.Context) error { return errors.New("connection refused") }}),
		startup.Service("greeter"),
	)
	fmt.Println(err)
	// Output:
	// once: it brings topic "greet", which has no handler; add one
	// startup: check "database" failed: connection refused
}

func ExampleChecked() {
	app, err := startup.Start(
		startup.Handlers(benzene.Handle("greet", greet)),
		startup.Transports(&Once{Name: "Ada"}), // bound, but not opened
		startup.Checked("greeter"),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("greeter is well put together;", app.Stop(context.Background()))
	// Output: greeter is well put together; <nil>
}

func ExamplePipeline() {
	shout := func(c benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			fmt.Println("before", c.Topic)
			return next(ctx, inv)
		}
	}
	startup.Run("greeter",
		startup.Handlers(benzene.Handle("greet", greet)),
		startup.Transports(&Once{Name: "Ada"}),
		startup.Pipeline(shout),
	)
	// Output:
	// before greet
	// Hello, Ada! <nil>
}

func ExampleMode() {
	failing := startup.Checks(benzene.Check{Name: "mirror", Run: func(context.Context) error { return errors.New("behind by an hour") }})
	app, err := startup.Start(failing, startup.Mode("mirror", startup.Warn), startup.Service("greeter"))
	fmt.Println(err, app.Stop(context.Background()))
	_, err = startup.Start(failing, startup.Service("greeter"))
	fmt.Println(err)
	// Output:
	// <nil> <nil>
	// startup: check "mirror" failed: behind by an hour
}

// A Clock is a worker: it says a word when the service begins and when it ends.
type Clock struct{}

func (Clock) Serve(ctx context.Context) error {
	<-ctx.Done()
	fmt.Println("the clock stops")
	return nil
}

func ExampleBackground() {
	startup.Run("greeter",
		startup.Handlers(benzene.Handle("greet", greet)),
		startup.Transports(&Once{Name: "Ada"}),
		startup.Background(Clock{}),
	)
	// Output:
	// Hello, Ada! <nil>
	// the clock stops
}

// A handler asks another topic of its own service.
func ExampleLoopback() {
	twice := func(own *startup.Loopback) benzene.Endpoint {
		return benzene.Handle("greet", func(ctx context.Context, req Greet) (Greeting, error) {
			first, err := benzene.Call[Greeting](ctx, own, "greet:once", req)
			return Greeting{first.Text + " " + first.Text}, err
		})
	}
	startup.Run("greeter",
		startup.Handlers(twice, benzene.Handle("greet:once", greet)),
		startup.Transports(&Once{Name: "Ada"}),
	)
	// Output: Hello, Ada! Hello, Ada! <nil>
}

// Without fx the health topics are endpoints like any other.
func ExampleProbes() {
	lagging := benzene.Health{Name: "ledger-db", Type: "Sql", Run: func(context.Context) (map[string]any, error) {
		return map[string]any{"LagSeconds": 9}, benzene.Warning("the replica lags")
	}}
	registry, err := benzene.NewRegistry(startup.Probes(nil, []benzene.Health{lagging})...)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := benzene.NewDispatcher(registry, nil)
	report, err := benzene.Call[startup.Report](context.Background(), d, benzene.HealthTopic, struct{}{})
	fmt.Println(report.IsHealthy, report.HealthChecks["ledger-db"], err)
	// Output: true {warning Sql map[LagSeconds:9]} <nil>
}
