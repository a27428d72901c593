package benzene_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestACallPassesTheHandlersOwnValue(t *testing.T) {
	type node struct {
		Next *node `json:"next"`
	}
	shared := &node{}
	d := serve(t, benzene.Handle("t", func(_ context.Context, req node) (*node, error) {
		if req.Next != shared {
			t.Error("what the request points to is another's")
		}
		return req.Next, nil
	}))
	if got, err := benzene.Call[*node](t.Context(), d, "t", node{Next: shared}); err != nil || got != shared {
		t.Errorf("got %p, %v; want %p", got, err, shared)
	}
	if got, err := benzene.Call[node](t.Context(), d, "t", node{Next: shared}); err != nil || got != *shared {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTheHandlerGetsACopyOfTheRequest(t *testing.T) {
	d := serve(t, benzene.Handle("t", func(_ context.Context, req *part) (int, error) {
		req.Qty++
		return req.Qty, nil
	}), benzene.Handle("value", func(_ context.Context, req part) (int, error) {
		req.Qty++
		return req.Qty, nil
	}))
	theirs := part{Qty: 1}
	for topic, call := range map[string]func() (int, error){
		"a value":   func() (int, error) { return benzene.Call[int](t.Context(), d, "value", theirs) },
		"a pointer": func() (int, error) { return benzene.Call[int](t.Context(), d, "value", &theirs) },
	} {
		if got, err := call(); err != nil || got != 2 || theirs.Qty != 1 {
			t.Errorf("%s: got %d, %v; the caller has %d", topic, got, err, theirs.Qty)
		}
	}
	var none *part
	if got, err := benzene.Call[int](t.Context(), d, "value", none); err != nil || got != 1 {
		t.Errorf("a nil pointer: got %d, %v", got, err)
	}
}

func TestBetweenTwoTypesAValueCrossesAsJSON(t *testing.T) {
	type theirRequest struct {
		SKU   string `json:"sku"`
		Extra string `json:"extra"`
	}
	type theirAnswer struct {
		Qty int64 `json:"qty"`
	}
	d := serve(t, benzene.Handle("t", func(_ context.Context, req part) (part, error) {
		req.Qty = len(req.SKU)
		return req, nil
	}))
	got, err := benzene.Call[theirAnswer](t.Context(), d, "t", theirRequest{SKU: "four", Extra: "x"})
	if diff := cmp.Diff(theirAnswer{Qty: 4}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}

	_, err = benzene.Call[theirAnswer](t.Context(), d, "t", map[string]any{"sku": 7})
	var own *benzene.Error
	if !errors.As(err, &own) || own.Status != benzene.BadRequest {
		t.Fatalf("outcome: %v", err)
	}
	wantDetails(t, own.Details, benzene.Detail{Message: "sku must be text, got 7", Field: "sku"})

	_, err = benzene.Call[[]string](t.Context(), d, "t", part{})
	if benzene.StatusOf(err) != benzene.UnexpectedError {
		t.Errorf("an answer that is no list: %v", err)
	}
	_, err = benzene.Call[theirAnswer](t.Context(), d, "t", func() {})
	if benzene.StatusOf(err) != benzene.BadRequest {
		t.Errorf("a request that JSON cannot carry: %v", err)
	}
}

func TestACallsErrorIsTheMessagesOutcome(t *testing.T) {
	d := serve(t, benzene.Handle("t", func(context.Context, struct{}) (int, error) { return 7, errTest }))
	if got, err := benzene.Call[int](t.Context(), d, "t", struct{}{}); got != 0 || !errors.Is(err, errTest) {
		t.Errorf("got %d, %v", got, err)
	}
}

func TestACallOfAnEventAnswersNothing(t *testing.T) {
	d := serve(t, benzene.On("t", func(context.Context, struct{}) error { return nil }))
	if got, err := benzene.Call[part](t.Context(), d, "t", struct{}{}); err != nil || got != (part{}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// A remote is a sender of another process: it has the wire only.
type remote struct{ benzene.Sender }

func (r remote) Dispatch(ctx context.Context, msg benzene.Message) (benzene.Reply, error) {
	data, err := benzene.WriteEnvelope(msg, benzene.Names{})
	if err != nil {
		return benzene.Reply{}, err
	}
	inside, err := benzene.ReadEnvelope(data)
	if err != nil {
		return benzene.Reply{}, err
	}
	reply, outcome := r.Sender.Dispatch(ctx, inside)
	if data, err = benzene.WriteReplyEnvelope(reply, outcome, nil); err != nil {
		return benzene.Reply{}, err
	}
	return benzene.ReadReplyEnvelope(data)
}

func TestACallIsTheSameToAnotherProcess(t *testing.T) {
	d := remote{serve(t, benzene.Handle("t", func(_ context.Context, req part) (part, error) {
		if req.Qty == 0 {
			return part{}, benzene.Conflict.Errorf("nothing to do")
		}
		return req, nil
	}))}
	if got, err := benzene.Call[part](t.Context(), d, "t", part{Qty: 7}); err != nil || got.Qty != 7 {
		t.Errorf("got %v, %v", got, err)
	}
	_, err := benzene.Call[part](t.Context(), d, "t", part{})
	if told := benzene.ProblemOf(err).String(); told != "conflict: nothing to do" {
		t.Error(told)
	}
}

func TestPublishTellsWhatBecameOfTheEvent(t *testing.T) {
	var got []int
	d := serve(t, benzene.On("t", func(_ context.Context, event int) error {
		if event < 0 {
			return errTest
		}
		got = append(got, event)
		return nil
	}))
	if err := benzene.Publish(t.Context(), d, "t", 7); err != nil {
		t.Error(err)
	}
	if err := benzene.Publish(t.Context(), d, "t", -1); !errors.Is(err, errTest) {
		t.Error(err)
	}
	if diff := cmp.Diff([]int{7}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}
