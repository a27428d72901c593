package middleware_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

type cheap struct {
	Customer string `json:"customer" validate:"required,email"`
	Quantity int    `json:"quantity" validate:"min=1"`
}

func echo(_ context.Context, req cheap) (cheap, error) { return req, nil }

func handled(context.Context, *benzene.Invocation) (benzene.Reply, error) {
	return benzene.Reply{}, nil
}

// cost counts the allocations of a middleware around a handled message.
func cost(wrap benzene.Middleware, headers benzene.Headers) float64 {
	next := wrap(benzene.On("cheap", func(context.Context, cheap) error { return nil }).Contract(), handled)
	ctx, inv := context.Background(), &benzene.Invocation{Message: message("cheap", "")}
	inv.Headers = headers
	return testing.AllocsPerRun(200, func() { _, _ = next(ctx, inv) })
}

// tracingCost is what Trace costs a message where nothing records.
type tracingCost struct{ alone, joining float64 }

func measureTracing() tracingCost {
	return tracingCost{
		alone:   cost(middleware.Trace, nil),
		joining: cost(middleware.Trace, benzene.HeaderMap{"traceparent": remoteParent}),
	}
}

func TestTraceCostsLittleWithoutAnSDK(t *testing.T) {
	if untracedCost.alone > 3 || untracedCost.joining > 6 {
		t.Errorf("%+v allocations, want at most 3 and 6", untracedCost)
	}
}

func TestLogCostsNothingWhereItsLevelIsOff(t *testing.T) {
	off := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if n := cost(middleware.Log(off), nil); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestValidateCostsWhatTheValidatorCosts(t *testing.T) {
	v := validator.New(validator.WithRequiredStructEnabled())
	allocations := func(pipeline benzene.Pipeline, handler func(context.Context, cheap) (cheap, error)) float64 {
		d := dispatcher(t, pipeline, benzene.Handle("cheap", handler))
		ctx, msg := t.Context(), message("cheap", `{"customer":"ada@example.org","quantity":2}`)
		return testing.AllocsPerRun(200, func() { _, _ = d.Dispatch(ctx, msg) })
	}
	byHand := allocations(nil, func(_ context.Context, req cheap) (cheap, error) { return req, v.Struct(&req) })
	got := allocations(benzene.Pipeline{middleware.NewRules().Validate}, echo)
	if got > byHand+1 { // the race detector empties pools at times
		t.Errorf("%v allocations, by hand %v", got, byHand)
	}
}

func TestRequestsWithoutRulesAreNotValidated(t *testing.T) {
	type plain struct {
		Name  string
		Inner struct{ When []map[string]*int }
	}
	for name, c := range map[string]benzene.Contract{
		"a struct without tags": benzene.On("a", func(context.Context, plain) error { return nil }).Contract(),
		"an empty struct":       refusing("b", nil).Contract(),
		"any":                   benzene.On("c", func(context.Context, any) error { return nil }).Contract(),
		"texts":                 benzene.On("d", func(context.Context, []string) error { return nil }).Contract(),
		"a list of itself":      benzene.On("e", func(context.Context, forest) error { return nil }).Contract(),
		"nobody":                {},
	} {
		t.Run(name, func(t *testing.T) {
			wrapped := middleware.NewRules().Validate(c, handled)
			if n := testing.AllocsPerRun(10, func() { _, _ = wrapped(t.Context(), nil) }); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

type forest map[string][]forest

func BenchmarkDispatch(b *testing.B) {
	v := validator.New(validator.WithRequiredStructEnabled())
	quiet := slog.New(slog.NewJSONHandler(io.Discard, nil))
	for _, c := range []struct {
		name     string
		pipeline benzene.Pipeline
		handler  func(context.Context, cheap) (cheap, error)
	}{
		{"bare", nil, echo},
		{"by hand", nil, func(_ context.Context, req cheap) (cheap, error) { return req, v.Struct(&req) }},
		{"validate", benzene.Pipeline{middleware.NewRules().Validate}, echo},
		{"traced and logged", benzene.Pipeline{middleware.Trace, middleware.Log(quiet), middleware.NewRules().Validate}, echo},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := dispatcher(b, c.pipeline, benzene.Handle("cheap", c.handler))
			msg := message("cheap", `{"customer":"ada@example.org","quantity":2}`)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Dispatch(b.Context(), msg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
