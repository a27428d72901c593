package middleware_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

var (
	spans        = tracetest.NewSpanRecorder()
	untracedCost tracingCost // measured while the process had no SDK
)

func TestMain(m *testing.M) {
	untracedCost = measureTracing()
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)))
	os.Exit(m.Run())
}

// dispatcher serves endpoints behind pipeline.
func dispatcher(t testing.TB, pipeline benzene.Pipeline, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, pipeline)
}

// message is a message of topic with a JSON body, as HTTP would bring it.
func message(topic, body string) benzene.Message {
	return benzene.Message{Topic: benzene.Topic{ID: topic}, Body: []byte(body), Transport: "http"}
}

// refusing serves handlers that end with err.
func refusing(topic string, err error) benzene.Endpoint {
	return benzene.Handle(topic, func(context.Context, struct{}) (struct{}, error) { return struct{}{}, err })
}

// details are what is wrong with a request of type Req, as its caller reads it.
func details[Req any](t *testing.T, rules *middleware.Rules, body string) []benzene.Detail {
	t.Helper()
	handled := false
	d := dispatcher(t, benzene.Pipeline{rules.Validate}, benzene.On("test", func(context.Context, Req) error {
		handled = true
		return nil
	}))
	_, err := d.Dispatch(t.Context(), message("test", body))
	if err == nil {
		return nil
	}
	if handled {
		t.Error("the handler ran although its request was refused")
	}
	var refusal *benzene.Error
	if !errors.As(err, &refusal) || refusal.Status != benzene.ValidationError {
		t.Fatalf("outcome is %v, want a validation-error", err)
	}
	return refusal.Details
}
