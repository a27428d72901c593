package benzene_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// serve is a dispatcher of endpoints without middleware.
func serve(t testing.TB, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	return serveBehind(t, nil, endpoints...)
}

func serveBehind(t testing.TB, pipeline benzene.Pipeline, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, pipeline)
}

// message is a message of topic with a JSON body.
func message(topic, body string) benzene.Message {
	return benzene.Message{Topic: benzene.Topic{ID: topic}, Body: []byte(body)}
}

// refused is the error that a message which must fail ended with.
func refused(t testing.TB, s benzene.Sender, msg benzene.Message) *benzene.Error {
	t.Helper()
	reply, err := s.Dispatch(t.Context(), msg)
	var own *benzene.Error
	if !errors.As(err, &own) {
		t.Fatalf("got %+v, %v; want an Error", reply, err)
	}
	return own
}

// detailsOf are the details of the failure that msg must end with: a BadRequest.
func detailsOf(t testing.TB, s benzene.Sender, msg benzene.Message) []benzene.Detail {
	t.Helper()
	own := refused(t, s, msg)
	if own.Status != benzene.BadRequest {
		t.Errorf("status is %s, want bad-request", own.Status)
	}
	return own.Details
}

// echo answers with what it was asked.
func echo[T any](_ context.Context, req T) (T, error) { return req, nil }

func wantDetails(t testing.TB, got []benzene.Detail, want ...benzene.Detail) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

// around is a middleware without anything to plan.
func around(fn func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error)) benzene.Middleware {
	return func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) { return fn(ctx, inv, next) }
	}
}

type contextKey struct{}

// returned is what the handler returned.
func returned(reply benzene.Reply) any {
	if reply.Value == nil {
		return nil
	}
	return reflect.ValueOf(reply.Value).Elem().Interface()
}
