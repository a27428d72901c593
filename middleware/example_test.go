package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

type PlaceOrder struct {
	Customer string `json:"customer" validate:"required,email"`
	Lines    []struct {
		SKU string `json:"sku" validate:"required"`
		Qty int    `json:"qty" validate:"min=1"`
	} `json:"lines" validate:"min=1,dive"`
}

type Placed struct {
	Number int `json:"number"`
}

func place(context.Context, PlaceOrder) (Placed, error) { return Placed{7}, nil }

// serve makes a dispatcher of one endpoint.
func serve(pipeline benzene.Pipeline, endpoint benzene.Endpoint) *benzene.Dispatcher {
	registry, err := benzene.NewRegistry(endpoint)
	if err != nil {
		fmt.Println(err)
		return nil
	}
	return benzene.NewDispatcher(registry, pipeline)
}

// quietly sends slog's lines elsewhere while an example runs.
func quietly() (restore func()) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	return func() { slog.SetDefault(before) }
}

func ExampleStandard() {
	defer quietly()()
	service := serve(middleware.Standard(), benzene.Handle("order:place", place))
	reply, err := service.Dispatch(context.Background(), benzene.Message{
		Topic: benzene.Topic{ID: "order:place"},
		Body:  []byte(`{"customer":"ada","lines":[{"sku":"A","qty":1},{"qty":0}]}`),
	})
	for _, d := range reply.Problem(err).Errors {
		fmt.Printf("%-14s %-8s %s\n", d.Field, d.Code, d.Message)
	}
	// Output:
	// customer       email    customer must be an e-mail address
	// lines[1].sku   required lines[1].sku is required
	// lines[1].qty   min      lines[1].qty must be at least 1
}

func ExampleTrace() {
	recorder := tracetest.NewSpanRecorder() // in a service: an exporter
	before := otel.GetTracerProvider()
	defer otel.SetTracerProvider(before)
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)))

	service := serve(benzene.Pipeline{middleware.Trace}, benzene.Handle("order:place", place))
	_, _ = service.Dispatch(context.Background(), benzene.Message{
		Topic:     benzene.Topic{ID: "order:place"},
		Transport: "http",
		Headers:   benzene.HeaderMap{"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
	})
	for _, span := range recorder.Ended() {
		fmt.Println(span.Name(), span.SpanKind(), "in trace", span.SpanContext().TraceID())
		for _, attribute := range span.Attributes() {
			fmt.Println(attribute.Key, "=", attribute.Value.AsString())
		}
	}
	// Output:
	// order:place server in trace 4bf92f3577b34da6a3ce929d0e0e4736
	// benzene.topic = order:place
	// benzene.status = ok
	// benzene.transport = http
}

func ExampleLog() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { // what differs between two runs
			if a.Key == slog.TimeKey || a.Key == "duration_ms" || a.Key == "reference" {
				return slog.Attr{}
			}
			return a
		},
	}))
	service := serve(benzene.Pipeline{middleware.Log(logger)},
		benzene.On("order:ship", func(context.Context, struct{}) error { return errors.New("dial tcp: connection refused") }))
	reply, err := service.Dispatch(context.Background(), benzene.Message{Topic: benzene.Topic{ID: "order:ship"}})
	fmt.Println("the caller reads:", reply.Problem(err).Detail)
	// Output:
	// level=ERROR msg="message failed" topic=order:ship status=service-unavailable error="dial tcp: connection refused"
	// the caller reads: the service could not handle the message
}

func ExampleTimeout() {
	slow := benzene.On("report:make", func(ctx context.Context, _ struct{}) error {
		<-ctx.Done() // a query that takes too long
		return ctx.Err()
	})
	service := serve(benzene.Pipeline{middleware.Timeout(10 * time.Millisecond)}, slow)
	_, err := service.Dispatch(context.Background(), benzene.Message{Topic: benzene.Topic{ID: "report:make"}})
	fmt.Println(benzene.ProblemOf(err))
	// Output:
	// timeout: the message was not handled within 10ms
}

func ExampleRules_Words() {
	rules := middleware.NewRules(func(v *validator.Validate) {
		_ = v.RegisterValidation("sku", func(fl validator.FieldLevel) bool { // only an empty name is an error
			return strings.HasPrefix(fl.Field().String(), "SKU-")
		})
	}).Words("sku", func(field, _ string) string { return field + " must begin with SKU-" })

	type restock struct {
		Item string `json:"item" validate:"sku"`
	}
	service := serve(benzene.Pipeline{rules.Validate},
		benzene.On("stock:fill", func(context.Context, restock) error { return nil }))
	err := benzene.Publish(context.Background(), service, "stock:fill", restock{Item: "7"})
	fmt.Println(benzene.ProblemOf(err))
	// Output:
	// validation-error: item must begin with SKU-
}

func ExampleRules_Check() {
	type subscribe struct {
		Mail  string `json:"mail" validate:"required,emial"`
		Weeks int    `json:"weeks" validate:"required,max=52"`
	}
	service := serve(nil, benzene.On("news:subscribe", func(context.Context, subscribe) error { return nil }))
	fmt.Println(middleware.NewRules().Check(service.Contracts()))
	// Output:
	// validation: middleware_test.subscribe.Mail has tag "emial", which validator does not know; correct it, or register it with middleware.NewRules
	// validation: middleware_test.subscribe.Weeks has tag "required", which calls 0 missing; make it *int, or drop required
}

// A middleware of one's own: what an endpoint declares with Note is read when
// the dispatcher is built, and what that says about every message runs.
func Example_yourOwn() {
	type closed string // why an endpoint takes nothing at the moment

	maintenance := func(c benzene.Contract, next benzene.Next) benzene.Next {
		for _, note := range c.Notes {
			if why, ok := note.(closed); ok {
				return func(context.Context, *benzene.Invocation) (benzene.Reply, error) {
					return benzene.Reply{}, benzene.ServiceUnavailable.Errorf("closed for %s", why)
				}
			}
		}
		return next
	}

	service := serve(benzene.Pipeline{maintenance}, benzene.Handle("order:place", place, benzene.Note(closed("stocktaking"))))
	_, err := benzene.Call[Placed](context.Background(), service, "order:place", PlaceOrder{})
	fmt.Println(benzene.ProblemOf(err))
	// Output:
	// service-unavailable: closed for stocktaking
}
