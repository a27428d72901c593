package pages

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
)

func dispatcher(t *testing.T, pipeline benzene.Pipeline, endpoints ...benzene.Endpoint) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, pipeline)
}

func TestOnceMoreTriesTransientFailuresTwice(t *testing.T) {
	calls := 0
	flaky := benzene.Handle("flaky", func(context.Context, struct{}) (int, error) {
		if calls++; calls == 1 {
			return 0, errors.New("connection reset")
		}
		return calls, nil
	})
	got, err := benzene.Call[int](t.Context(), dispatcher(t, benzene.Pipeline{OnceMore}, flaky), "flaky", struct{}{})
	if got != 2 || err != nil {
		t.Errorf("got %d, %v; want the second call's answer", got, err)
	}
}

func TestPatienceKnowsSlowEndpoints(t *testing.T) {
	var left time.Duration
	report := benzene.Handle("report", func(ctx context.Context, _ struct{}) (struct{}, error) {
		deadline, _ := ctx.Deadline()
		left = time.Until(deadline)
		return struct{}{}, nil
	}, benzene.Note(Slow{time.Minute}))
	_, err := benzene.Call[struct{}](t.Context(), dispatcher(t, benzene.Pipeline{Patience}, report), "report", struct{}{})
	if err != nil || left < 50*time.Second {
		t.Errorf("%v; %v left, want nearly a minute", err, left)
	}
}
