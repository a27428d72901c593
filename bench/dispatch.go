package main

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

// The floors use the codec of the dispatcher with the same options.
var (
	reading = json.JoinOptions(json.MatchCaseInsensitiveNames(true), jsonv1.MatchCaseSensitiveDelimiter(true))
	writing = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.EscapeForJS(true))
	rules   = validator.New(validator.WithRequiredStructEnabled())
)

// byHand is what somebody would write: decode, perhaps validate, call, encode.
func byHand(ctx context.Context, body []byte, validated bool) ([]byte, error) {
	var req getOrder
	if err := json.Unmarshal(body, &req, reading); err != nil {
		return nil, err
	}
	if validated {
		if err := rules.Struct(&req); err != nil {
			return nil, err
		}
	}
	found, err := find(ctx, req)
	if err != nil {
		return nil, err
	}
	return json.Marshal(found, writing)
}

func dispatch() scenario {
	return scenario{"dispatch", []contender{
		handWritten(false),
		dispatched("ours, empty pipeline", nil),
		dispatched("ours, three idle middleware", benzene.Pipeline{idle, idle, idle}),
	}}
}

func validatedDispatch() scenario {
	validate := middleware.NewRules().Validate
	return scenario{"dispatch, validated", []contender{
		handWritten(true),
		dispatched("ours, Validate", benzene.Pipeline{validate}),
		dispatched("ours, Validate and three idle middleware", benzene.Pipeline{idle, idle, idle, validate}),
		dispatched("ours, Validate and Trace without an SDK", benzene.Pipeline{middleware.Trace, validate}),
	}}
}

func handWritten(validated bool) contender {
	ctx, body := context.Background(), []byte(request)
	return contender{
		name: "by hand",
		once: func() error {
			got, err := byHand(ctx, body, validated)
			return checked(got, err)
		},
		loop: func(n int) {
			for range n {
				_, _ = byHand(ctx, body, validated) // checked before and after
			}
		},
	}
}

func dispatched(name string, pipeline benzene.Pipeline) contender {
	ctx := context.Background()
	d := benzene.NewDispatcher(registry(), pipeline)
	msg := benzene.Message{Topic: benzene.Topic{ID: "order:get"}, Body: []byte(request)}
	return contender{
		name: name,
		once: func() error {
			reply, err := d.Dispatch(ctx, msg)
			return checked(reply.Body, err)
		},
		loop: func(n int) {
			for range n {
				_, _ = d.Dispatch(ctx, msg) // checked before and after
			}
		},
	}
}

func checked(got []byte, err error) error {
	if err == nil && string(got) != answer {
		err = fmt.Errorf("got %s, want %s", got, answer)
	}
	return err
}
