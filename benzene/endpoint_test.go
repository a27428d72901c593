package benzene_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

type note string

func TestAnEndpointKeepsItsContract(t *testing.T) {
	for _, c := range []struct {
		endpoint benzene.Endpoint
		want     benzene.Contract
	}{
		{benzene.Handle("a", echo[string]), benzene.Contract{
			Topic: benzene.Topic{ID: "a"}, Request: reflect.TypeFor[string](), Response: reflect.TypeFor[string](), Success: benzene.OK}},
		{benzene.Handle("a", echo[string], benzene.Succeeds(benzene.Created), benzene.Summary("Says it."), benzene.Version("2"), benzene.Note(note("x")), benzene.Note(7)), benzene.Contract{
			Topic: benzene.Topic{ID: "a", Version: "2"}, Summary: "Says it.", Request: reflect.TypeFor[string](), Response: reflect.TypeFor[string](),
			Success: benzene.Created, Notes: []any{note("x"), 7}}},
		{benzene.On("a", func(context.Context, int) error { return nil }), benzene.Contract{
			Topic: benzene.Topic{ID: "a"}, Request: reflect.TypeFor[int](), Success: benzene.Accepted}},
		{benzene.Handle("a", echo[string], benzene.OneWay()), benzene.Contract{
			Topic: benzene.Topic{ID: "a"}, Request: reflect.TypeFor[string](), Success: benzene.OK}},
	} {
		sameType := cmp.Comparer(func(a, b reflect.Type) bool { return a == b })
		if diff := cmp.Diff(c.want, c.endpoint.Contract(), sameType); diff != "" {
			t.Errorf("contract (-want +got):\n%s", diff)
		}
	}
}

func TestAHandledMessageHasItsContractsStatus(t *testing.T) {
	s := serve(t,
		benzene.Handle("plain", echo[string]),
		benzene.Handle("created", echo[string], benzene.Succeeds(benzene.Created)),
		benzene.On("event", func(context.Context, string) error { return nil }),
		benzene.HandleResult("chosen", func(_ context.Context, req string) benzene.Result[string] {
			return benzene.Succeed(benzene.Updated, req)
		}, benzene.Succeeds(benzene.Created)),
	)
	for topic, want := range map[string]benzene.Reply{
		"plain":   {Status: benzene.OK, Value: new("x"), Body: []byte(`"x"`)},
		"created": {Status: benzene.Created, Value: new("x"), Body: []byte(`"x"`)},
		"event":   {Status: benzene.Accepted},
		"chosen":  {Status: benzene.Updated, Value: new("x"), Body: []byte(`"x"`)},
	} {
		got, err := s.Dispatch(t.Context(), message(topic, `"x"`))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", topic, err, diff)
		}
	}
}

func TestAFailureStatusMayBeASuccess(t *testing.T) {
	s := serve(t, benzene.HandleResult("health", func(context.Context, struct{}) benzene.Result[string] {
		return benzene.Succeed(benzene.ServiceUnavailable, "the database is down")
	}))
	reply, err := s.Dispatch(t.Context(), message("health", ""))
	if err != nil || reply.Status != benzene.ServiceUnavailable || returned(reply) != "the database is down" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestAResultsHeadersTravelWithSuccessAndFailure(t *testing.T) {
	s := serve(t, benzene.HandleResult("t", func(_ context.Context, fail bool) benzene.Result[string] {
		r := benzene.Succeed(benzene.OK, "x")
		if fail {
			r = benzene.Fail[string](benzene.TooManyRequests.Errorf("later"))
		}
		r.Headers = benzene.HeaderMap{"Retry-After": "7"}
		return r
	}))
	for _, body := range []string{"true", "false"} {
		reply, err := s.Dispatch(t.Context(), message("t", body))
		if diff := cmp.Diff(benzene.HeaderMap{"retry-after": "7"}, reply.Headers); (err != nil) != (body == "true") || diff != "" {
			t.Errorf("%s: %v, headers (-want +got):\n%s", body, err, diff)
		}
		if err != nil && (reply.Value != nil || reply.Status != "") {
			t.Errorf("a failure with %+v", reply)
		}
	}
}

func TestNothingIsEncodedThatNobodyReads(t *testing.T) {
	s := serve(t, benzene.Handle("t", func(context.Context, struct{}) (func(), error) { return func() {}, nil }))
	for _, want := range []benzene.Want{benzene.WantValue, benzene.WantNothing} {
		msg := message("t", "")
		msg.Want = want
		reply, err := s.Dispatch(t.Context(), msg)
		if err != nil || reply.Body != nil || (reply.Value != nil) != (want == benzene.WantValue) {
			t.Errorf("%v: %+v, %v", want, reply, err)
		}
	}
}

func TestUseWrapsOneEndpointInsideThePipeline(t *testing.T) {
	var d diary
	step := func(name string) benzene.Middleware {
		return func(c benzene.Contract, next benzene.Next) benzene.Next {
			d.add("compose %s for %q", name, c.Topic)
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				d.add("%s", name)
				return next(ctx, inv)
			}
		}
	}
	handler := func(context.Context, struct{}) error { d.add("handler"); return nil }
	s := serveBehind(t, benzene.Pipeline{step("outer"), step("inner")},
		benzene.On("a", handler, benzene.Use(step("first")), benzene.Use(step("second"))),
		benzene.On("b", handler))
	d.want(t,
		`compose second for "a"`, `compose first for "a"`, `compose inner for "a"`, `compose outer for "a"`,
		`compose inner for "b"`, `compose outer for "b"`,
		`compose inner for ""`, `compose outer for ""`)
	d.lines = nil
	for _, topic := range []string{"a", "b", "unknown"} {
		_, _ = s.Dispatch(t.Context(), message(topic, "")) // the diary tells
	}
	d.want(t, "outer", "inner", "first", "second", "handler", "outer", "inner", "handler", "outer", "inner")
}

func TestAMessageThatIsRefusedReachesNoHandler(t *testing.T) {
	s := serve(t, benzene.On("t", func(context.Context, part) error { t.Error("called"); return nil }))
	if own := refused(t, s, message("t", `{"qty":"x"}`)); own.Status != benzene.BadRequest {
		t.Error(own)
	}
}

func TestAFailureBesideAValueIsAFailure(t *testing.T) {
	s := serve(t, benzene.Handle("t", func(context.Context, struct{}) (string, error) { return "half", errTest }))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	if !errors.Is(err, errTest) || reply.Value != nil || reply.Body != nil {
		t.Errorf("got %+v, %v", reply, err)
	}
}
