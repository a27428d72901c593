package benzene_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A unit of work knows which message it is for, and how often it ended.
type unit struct {
	label string
	ended atomic.Int32
}

func TestEveryAnswerOfManyIsItsCallersAndEveryScopeEndsOnce(t *testing.T) {
	const messages, inFlight = 10_000, 256
	type request struct {
		Label string `json:"label"`
	}
	var begun sync.Map // unit by label
	work := benzene.NewScoped(
		func(ctx context.Context) (*unit, error) {
			inv, _ := benzene.InvocationFrom(ctx)
			u := &unit{label: inv.Headers.Get("label")}
			if _, twice := begun.LoadOrStore(u.label, u); twice {
				return nil, fmt.Errorf("%s began twice", u.label)
			}
			return u, nil
		},
		func(_ context.Context, u *unit, outcome error) error {
			u.ended.Add(1)
			if strings.HasSuffix(u.label, "7") != (outcome != nil) {
				t.Errorf("%s ended with %v", u.label, outcome)
			}
			return nil
		},
	)
	watch := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		before, err := work.From(ctx)
		if err != nil {
			return benzene.Reply{}, err
		}
		reply, err := next(ctx, inv)
		if before.label != inv.Headers.Get("label") || before.ended.Load() != 1 {
			t.Errorf("%s ended %d times before its middleware was told", before.label, before.ended.Load())
		}
		return reply, err
	})
	s := serveBehind(t, benzene.Pipeline{watch}, benzene.Handle("t", func(ctx context.Context, req request) (request, error) {
		u, err := work.From(ctx)
		runtime.Gosched()
		switch {
		case err != nil:
			return request{}, err
		case u.label != req.Label:
			return request{}, fmt.Errorf("%s has the scope of %s", req.Label, u.label)
		case strings.HasSuffix(req.Label, "77"):
			panic(req.Label)
		case strings.HasSuffix(req.Label, "7"):
			return request{}, benzene.Conflict.Errorf("%s", req.Label)
		}
		return req, nil
	}))

	labels := make(chan string)
	var callers sync.WaitGroup
	for range inFlight {
		callers.Go(func() {
			for label := range labels {
				send(t, s, label)
			}
		})
	}
	for i := range messages {
		labels <- fmt.Sprint(i)
	}
	close(labels)
	callers.Wait()

	count := 0
	begun.Range(func(_, value any) bool {
		count++
		if u := value.(*unit); u.ended.Load() != 1 {
			t.Errorf("%s ended %d times", u.label, u.ended.Load())
		}
		return true
	})
	if count != messages {
		t.Errorf("%d scopes for %d messages", count, messages)
	}
}

// send sends a message under a label and checks that the answer is its own.
func send(t *testing.T, s benzene.Sender, label string) {
	msg := message("t", `{"label":"`+label+`"}`)
	msg.Headers = benzene.HeaderMap{"label": label}
	reply, err := s.Dispatch(t.Context(), msg)
	var panicked *benzene.Panic
	switch {
	case strings.HasSuffix(label, "77"):
		if !errors.As(err, &panicked) || panicked.Value != label {
			t.Errorf("%s: %v", label, err)
		}
	case strings.HasSuffix(label, "7"):
		if told := reply.Problem(err); told.Detail != label {
			t.Errorf("%s is told %s", label, told)
		}
	case err != nil || string(reply.Body) != string(msg.Body):
		t.Errorf("%s: got %s, %v", label, reply.Body, err)
	}
}
