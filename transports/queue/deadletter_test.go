package queue_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestWhatNobodyCanHandleIsADeadLetterAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, began := queue.NewMemory(10), time.Now()
		var passed atomic.Int32 // through the pipeline
		watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				passed.Add(1)
				return next(ctx, inv)
			}
		}
		validate := func(_ benzene.Contract, next benzene.Next) benzene.Next {
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				request, err := inv.Request()
				if err != nil {
					return benzene.Reply{}, err
				}
				if request.(*order).ID == "" {
					return benzene.Reply{}, &benzene.Error{Status: benzene.ValidationError, Details: []benzene.Detail{{Message: "id is required", Field: "id"}}}
				}
				return next(ctx, inv)
			}
		}
		var handled []string
		var took time.Duration
		listen(t, memory, dispatcher(t, benzene.Pipeline{watch}, benzene.On("order:paid", func(_ context.Context, o order) error {
			handled, took = append(handled, o.ID), time.Since(began)
			return nil
		}, benzene.Use(validate))), queue.Workers(1))

		messages := []struct{ topic, body, reason string }{
			{"", `{"id":"1"}`, `validation-error: the message names no topic; it is read from "topic"`},
			{"order:lost", `{"id":"2"}`, `not-found: topic "order:lost" has no handler`},
			{"order:paid", `{not json`, "bad-request: "},
			{"order:paid", `{"id":""}`, "validation-error: id is required"},
			{"order:paid", `{"id":"5"}`, ""},
		}
		headers := benzene.HeaderMap{"tenant": "acme"}
		for _, m := range messages {
			if _, err := memory.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: m.topic}, Headers: headers, Body: []byte(m.body)}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()

		if diff := cmp.Diff([]string{"5"}, handled); diff != "" || took > 2*time.Second {
			t.Errorf("handled after %v: %s", took, diff)
		}
		if passed.Load() != 5 {
			t.Errorf("%d messages went through the pipeline", passed.Load())
		}
		letters := memory.DeadLetters()
		if len(letters) != 4 {
			t.Fatalf("%d dead letters", len(letters))
		}
		for i, letter := range letters {
			want := messages[i]
			if letter.Topic != want.topic || letter.Body != want.body || letter.Headers.Get("tenant") != "acme" {
				t.Errorf("%d: the message is %+v", i, letter)
			}
			if !strings.HasPrefix(letter.Reason, want.reason) || !strings.HasPrefix(letter.Reason, string(letter.Status)) {
				t.Errorf("%d: status %s, reason %q, want %q", i, letter.Status, letter.Reason, want.reason)
			}
			if letter.Attempts != 1 || letter.Source != "memory" || letter.ID == "" || !letter.First.Equal(began) || !letter.Last.Equal(began) {
				t.Errorf("%d: %+v", i, letter)
			}
		}
	})
}

func TestAMissingTopicNamesTheConfiguredKey(t *testing.T) {
	memory := queue.NewMemory(1)
	registry, _ := benzene.NewRegistry()
	listen(t, memory, benzene.NewDispatcher(registry, nil, benzene.ReservedNames(benzene.Names{Topic: "x-my-topic"})))
	if _, err := memory.Dispatch(t.Context(), benzene.Message{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the message is a dead letter", func() bool { return len(memory.DeadLetters()) == 1 })
	if reason := memory.DeadLetters()[0].Reason; !strings.Contains(reason, `"x-my-topic"`) {
		t.Errorf("reason %q", reason)
	}
}

func TestDeadLettersAreReplayedAsIfTheyWereNew(t *testing.T) {
	memory := queue.NewMemory(3)
	ids := map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		publish(t, memory, "order:paid", order{name})
		d := next(t, memory)
		ids[name] = d.Message().ID
		settle(t, d, queue.Verdict{Action: queue.Again})
		settle(t, next(t, memory), queue.Verdict{Action: queue.DeadLetter, Status: benzene.Conflict, Reason: "conflict: " + name})
	}
	if n := memory.Replay(ids["b"], "unknown"); n != 1 {
		t.Errorf("%d were replayed", n)
	}
	d := next(t, memory)
	if d.Attempt() != 1 || d.Message().ID != ids["b"] {
		t.Errorf("attempt %d at %s", d.Attempt(), d.Message().ID)
	}
	settle(t, d, queue.Verdict{Action: queue.Done})
	if n := memory.Discard(); n != 0 {
		t.Errorf("Discard of nothing dropped %d", n)
	}
	if n := memory.Discard(ids["a"]); n != 1 {
		t.Errorf("%d were dropped", n)
	}
	if n := memory.Replay(); n != 1 || memory.Depth() != 1 || len(memory.DeadLetters()) != 0 {
		t.Errorf("%d were replayed; depth %d, dead letters %d", n, memory.Depth(), len(memory.DeadLetters()))
	}
}

func TestALetterIsACopy(t *testing.T) {
	memory := queue.NewMemory(1)
	if _, err := memory.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "order:paid"}, Headers: benzene.HeaderMap{"tenant": "acme"}, Body: []byte("body")}); err != nil {
		t.Fatal(err)
	}
	settle(t, next(t, memory), queue.Verdict{Action: queue.DeadLetter})
	letter := memory.DeadLetters()[0]
	letter.Headers["tenant"] = "evil"
	again := memory.DeadLetters()[0]
	if again.Headers.Get("tenant") != "acme" || again.Body != "body" {
		t.Errorf("%v %s", again.Headers, again.Body)
	}
}
