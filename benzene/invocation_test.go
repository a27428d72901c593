package benzene_test

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestMiddlewareReadsAndChangesTheHandlersRequest(t *testing.T) {
	fills := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		request, err := inv.Request()
		if err != nil {
			return benzene.Reply{}, err
		}
		request.(*part).Qty++
		again, _ := inv.Request() // it has just succeeded
		if again != request {
			t.Error("the request is decoded twice")
		}
		return next(ctx, inv)
	})
	s := serveBehind(t, benzene.Pipeline{fills, fills}, benzene.Handle("t", echo[part]))
	if reply, err := s.Dispatch(t.Context(), message("t", `{"qty":1}`)); err != nil || returned(reply).(part).Qty != 3 {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestOfATopicNobodyHasThereIsNoRequest(t *testing.T) {
	asks := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		if request, err := inv.Request(); request != nil || benzene.StatusOf(err) != benzene.NotFound {
			t.Errorf("got %v, %v", request, err)
		}
		if diff := cmp.Diff(benzene.Contract{}, *inv.Contract); diff != "" {
			t.Errorf("contract (-want +got):\n%s", diff)
		}
		return next(ctx, inv)
	})
	if own := refused(t, serveBehind(t, benzene.Pipeline{asks}), message("t", "")); own.Status != benzene.NotFound {
		t.Error(own)
	}
}

func TestAMiddlewareAnswersInTheHandlersStead(t *testing.T) {
	answers := around(func(_ context.Context, inv *benzene.Invocation, _ benzene.Next) (benzene.Reply, error) {
		inv.SetReplyHeader("Cache", "hit")
		return inv.Reply(benzene.Ignored, "seen before")
	})
	s := serveBehind(t, benzene.Pipeline{answers}, handle(func(context.Context) error { t.Error("called"); return nil }))
	for want, reply := range map[benzene.Want]benzene.Reply{
		benzene.WantBytes:   {Status: benzene.Ignored, Value: "seen before", Body: []byte(`"seen before"`)},
		benzene.WantValue:   {Status: benzene.Ignored, Value: "seen before"},
		benzene.WantNothing: {Status: benzene.Ignored},
	} {
		msg := message("t", "")
		msg.Want, reply.Headers = want, benzene.HeaderMap{"cache": "hit"}
		got, err := s.Dispatch(t.Context(), msg)
		if diff := cmp.Diff(reply, got); err != nil || diff != "" {
			t.Errorf("%v: %v (-want +got):\n%s", want, err, diff)
		}
	}
}

func TestHeadersSetOnTheWayBackAreSentToo(t *testing.T) {
	late := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		reply, err := next(ctx, inv)
		inv.SetReplyHeader("Took", "7ms")
		return reply, err
	})
	for _, outcome := range []error{nil, errTest} {
		s := serveBehind(t, benzene.Pipeline{late}, handle(func(ctx context.Context) error {
			inv, _ := benzene.InvocationFrom(ctx)
			inv.SetReplyHeader("Seen", "yes")
			return outcome
		}))
		reply, _ := s.Dispatch(t.Context(), message("t", "")) // its headers are what counts
		if diff := cmp.Diff(benzene.HeaderMap{"seen": "yes", "took": "7ms"}, reply.Headers); diff != "" {
			t.Errorf("%v: headers (-want +got):\n%s", outcome, diff)
		}
	}
}

func TestAReplyThatAMiddlewareKeepsStaysAsItIs(t *testing.T) {
	kept := benzene.Reply{Status: benzene.OK, Value: "cached", Headers: benzene.HeaderMap{"etag": "7"}}
	want := maps.Clone(kept.Headers)
	stamps := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		inv.SetReplyHeader("Id", inv.ID)
		return next(ctx, inv)
	})
	cache := around(func(context.Context, *benzene.Invocation, benzene.Next) (benzene.Reply, error) { return kept, nil })
	s := serveBehind(t, benzene.Pipeline{stamps, cache}, handle(func(context.Context) error { return nil }))
	var all sync.WaitGroup
	for _, id := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			msg := message("t", "")
			msg.ID = id
			reply, err := s.Dispatch(t.Context(), msg)
			if diff := cmp.Diff(benzene.HeaderMap{"etag": "7", "id": id}, reply.Headers); err != nil || diff != "" {
				t.Errorf("%v, headers (-want +got):\n%s", err, diff)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff(want, kept.Headers); diff != "" {
		t.Errorf("the kept headers (-want +got):\n%s", diff)
	}
}

func TestAHandlerFindsItsOwnInvocation(t *testing.T) {
	if _, ok := benzene.InvocationFrom(t.Context()); ok {
		t.Error("there is no message")
	}
	var s *benzene.Dispatcher
	s = serve(t,
		benzene.On("outer", func(ctx context.Context, _ struct{}) error {
			return benzene.Publish(ctx, s, "inner", struct{}{})
		}),
		benzene.On("inner", func(ctx context.Context, _ struct{}) error {
			inv, ok := benzene.InvocationFrom(context.WithValue(ctx, contextKey{}, 1))
			if !ok || inv.Topic.ID != "inner" || inv.Transport != "in-process" {
				t.Errorf("found %+v, %v", inv, ok)
			}
			return nil
		}))
	if _, err := s.Dispatch(t.Context(), message("outer", "")); err != nil {
		t.Fatal(err)
	}
}
