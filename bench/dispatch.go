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

// work is what one topic does: the request that is sent, the answer that has to
// come, and the handler between them.
type work[Req, Res any] struct {
	topic           string
	request, answer string
	handler         func(context.Context, Req) (Res, error)
}

// byHand is what somebody would write: decode, perhaps validate, call, encode.
func (w work[Req, Res]) byHand(ctx context.Context, body []byte, validated bool) ([]byte, error) {
	var req Req
	if err := json.Unmarshal(body, &req, reading); err != nil {
		return nil, err
	}
	if validated {
		if err := rules.Struct(&req); err != nil {
			return nil, err
		}
	}
	found, err := w.handler(ctx, req)
	if err != nil {
		return nil, err
	}
	return json.Marshal(found, writing)
}

func dispatch() []contender {
	return []contender{
		getting.handWritten(false),
		getting.dispatched("ours, empty pipeline", nil),
		getting.dispatched("ours, three idle middleware", benzene.Pipeline{idle, idle, idle}),
	}
}

func validatedDispatch() []contender { return validating(getting) }

func largerDispatch() []contender { return validating(placing) }

func validating[Req, Res any](w work[Req, Res]) []contender {
	validate := middleware.NewRules().Validate
	return []contender{
		w.handWritten(true),
		w.dispatched("ours, Validate", benzene.Pipeline{validate}),
		w.dispatched("ours, Validate and three idle middleware", benzene.Pipeline{idle, idle, idle, validate}),
		w.dispatched("ours, Validate and Trace without an SDK", benzene.Pipeline{middleware.Trace, validate}),
	}
}

func (w work[Req, Res]) handWritten(validated bool) contender {
	ctx, body := context.Background(), []byte(w.request)
	return contender{
		name: "by hand",
		once: func() error {
			got, err := w.byHand(ctx, body, validated)
			return w.checked(got, err)
		},
		loop: func(n int) {
			for range n {
				_, _ = w.byHand(ctx, body, validated) // checked before and after
			}
		},
	}
}

func (w work[Req, Res]) dispatched(name string, pipeline benzene.Pipeline) contender {
	ctx := context.Background()
	d := benzene.NewDispatcher(w.registry(), pipeline)
	msg := benzene.Message{Topic: benzene.Topic{ID: w.topic}, Body: []byte(w.request)}
	return contender{
		name: name,
		once: func() error {
			reply, err := d.Dispatch(ctx, msg)
			return w.checked(reply.Body, err)
		},
		loop: func(n int) {
			for range n {
				_, _ = d.Dispatch(ctx, msg) // checked before and after
			}
		},
	}
}

func (w work[Req, Res]) registry() *benzene.Registry {
	r, err := benzene.NewRegistry(benzene.Handle(w.topic, w.handler))
	if err != nil {
		panic(err) // one endpoint cannot clash
	}
	return r
}

func (w work[Req, Res]) checked(got []byte, err error) error {
	if err == nil && string(got) != w.answer {
		err = fmt.Errorf("got %s, want %s", got, w.answer)
	}
	return err
}
