package queue_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestEveryOutcomeHasItsSettlement(t *testing.T) {
	const secret = "token=T0P5ECRET path=/srv/app/db.go"
	rows := []struct {
		name    string
		attempt int
		handler func() (benzene.Status, error)
		want    queue.Action
		status  benzene.Status
	}{
		{"handled", 1, func() (benzene.Status, error) { return benzene.OK, nil }, queue.Done, benzene.OK},
		{"ignored", 1, func() (benzene.Status, error) { return benzene.Ignored, nil }, queue.Done, benzene.Ignored},
		{"ignored by an error", 1, func() (benzene.Status, error) { return "", benzene.Ignored.Errorf("seen before") }, queue.Done, benzene.Ignored},
		{"a report of failure that was handled", 1, func() (benzene.Status, error) { return benzene.ServiceUnavailable, nil }, queue.Done, benzene.ServiceUnavailable},
		{"unavailable", 1, failing(benzene.ServiceUnavailable.Wrap(errors.New(secret), "try again soon")), queue.Again, benzene.ServiceUnavailable},
		{"throttled", 4, failing(benzene.TooManyRequests.Errorf("slowly")), queue.Again, benzene.TooManyRequests},
		{"timeout", 2, failing(benzene.Timeout.Errorf("too late")), queue.Again, benzene.Timeout},
		{"expired", 2, failing(context.DeadlineExceeded), queue.Again, benzene.Timeout},
		{"a stranger", 1, failing(errors.New(secret)), queue.Again, benzene.ServiceUnavailable},
		{"a panic", 1, func() (benzene.Status, error) { panic(secret) }, queue.Again, benzene.ServiceUnavailable},
		{"unavailable for the last time", 5, failing(benzene.ServiceUnavailable.Errorf("no")), queue.DeadLetter, benzene.ServiceUnavailable},
		{"a stranger for the last time", 6, failing(errors.New(secret)), queue.DeadLetter, benzene.ServiceUnavailable},
		{"malformed", 1, failing(benzene.BadRequest.Errorf("no")), queue.DeadLetter, benzene.BadRequest},
		{"invalid", 1, failing(benzene.ValidationError.Errorf("no")), queue.DeadLetter, benzene.ValidationError},
		{"unauthorized", 1, failing(benzene.Unauthorized.Errorf("no")), queue.DeadLetter, benzene.Unauthorized},
		{"forbidden", 1, failing(benzene.Forbidden.Errorf("no")), queue.DeadLetter, benzene.Forbidden},
		{"missing", 1, failing(benzene.NotFound.Errorf("no")), queue.DeadLetter, benzene.NotFound},
		{"conflict", 1, failing(benzene.Conflict.Errorf("no")), queue.DeadLetter, benzene.Conflict},
		{"not implemented", 1, failing(benzene.NotImplemented.Errorf("no")), queue.DeadLetter, benzene.NotImplemented},
		{"unexpected", 1, failing(benzene.UnexpectedError.Wrap(errors.New(secret), "that was not foreseen")), queue.DeadLetter, benzene.UnexpectedError},
		{"the application's own", 1, failing(benzene.Status("over-quota").Errorf("no")), queue.DeadLetter, "over-quota"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			source := newDesk()
			listen(t, source, dispatcher(t, nil, benzene.HandleResult("order:paid", func(context.Context, order) benzene.Result[string] {
				status, err := row.handler()
				return benzene.Result[string]{Status: status, Err: err}
			})))
			p := source.lay("order:paid", "1", func(p *parcel) queue.Delivery { p.attempt = row.attempt; return p })
			got := <-p.settled
			if got.Action != row.want || got.Status != row.status {
				t.Errorf("settled as %v with status %s, want %v with %s", got.Action, got.Status, row.want, row.status)
			}
			if failed := row.want == queue.Again || row.want == queue.DeadLetter; failed != strings.HasPrefix(got.Reason, string(row.status)) {
				t.Errorf("reason %q", got.Reason)
			}
			if strings.Contains(got.Reason, "T0P5ECRET") || strings.Contains(got.Reason, "/srv/") {
				t.Errorf("the reason has a cause's words: %q", got.Reason)
			}
		})
	}
}

func failing(err error) func() (benzene.Status, error) {
	return func() (benzene.Status, error) { return "", err }
}

func TestAMessageThatAlwaysFailsIsTriedWithGrowingDelaysAndGivenUp(t *testing.T) {
	handlers := map[string]func(context.Context, order) error{
		"answers unavailable": func(context.Context, order) error { return benzene.ServiceUnavailable.Errorf("the bank is closed") },
		"panics":              func(context.Context, order) error { panic("token=T0P5ECRET") },
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				memory, began := queue.NewMemory(10), time.Now()
				var at []time.Duration
				listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, o order) error {
					at = append(at, time.Since(began))
					return handler(ctx, o)
				})))
				publish(t, memory, "order:paid", order{"7"})
				time.Sleep(time.Minute)
				synctest.Wait()

				if len(at) != 5 {
					t.Fatalf("tried %d times in a minute: %v", len(at), at)
				}
				for i, want := 1, time.Second; i < len(at); i, want = i+1, want*2 {
					if pause := at[i] - at[i-1]; pause < want/2 || pause > want {
						t.Errorf("before attempt %d it waited %v, want %v to %v", i+1, pause, want/2, want)
					}
				}
				letters := memory.DeadLetters()
				if len(letters) != 1 || letters[0].Attempts != 5 || memory.Depth() != 0 {
					t.Fatalf("dead letters %+v, depth %d", letters, memory.Depth())
				}
				letter := letters[0]
				if !strings.HasPrefix(letter.Reason, "service-unavailable: ") || !strings.HasSuffix(letter.Reason, ", after 5 attempts") || strings.Contains(letter.Reason, "T0P5ECRET") {
					t.Errorf("reason %q", letter.Reason)
				}
				if first, last := letter.First.Sub(began), letter.Last.Sub(began); first != at[0] || last != at[4] {
					t.Errorf("failed first at %v and last at %v, want %v and %v", first, last, at[0], at[4])
				}
			})
		})
	}
}

func TestDelaysStopGrowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, began := queue.NewMemory(1), time.Now()
		var at []time.Duration
		listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			at = append(at, time.Since(began))
			return errors.New("no")
		})), queue.Attempts(40), queue.Backoff(10*time.Millisecond, 80*time.Millisecond))
		publish(t, memory, "order:paid", order{})
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(at) != 40 || at[39] > 40*80*time.Millisecond {
			t.Errorf("%d attempts in %v", len(at), at[len(at)-1])
		}
	})
}

func TestAFailedSettlementIsLoggedAndCountedButNotRepeated(t *testing.T) {
	var log strings.Builder
	source := newDesk()
	transport := queue.Listen(source, queue.Logger(slog.New(slog.NewTextHandler(&log, nil))))
	stop := start(t, transport, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return nil })))
	p := source.lay("order:paid", "17", func(p *parcel) queue.Delivery { p.refuse = errors.New("the channel is closed"); return p })
	<-p.settled
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if n := p.settlements(); n != 1 {
		t.Errorf("settled %d times", n)
	}
	if !strings.Contains(log.String(), "settling failed") || !strings.Contains(log.String(), "id=17") || !strings.Contains(log.String(), "the channel is closed") {
		t.Errorf("the log says %s", &log)
	}
	data, err := transport.(benzene.Reporter).Health().Run(t.Context())
	if diff := cmp.Diff(map[string]any{"failedSettlements": int64(1)}, data); diff != "" || err != nil {
		t.Errorf("health: %v, %s", err, diff)
	}
}

func TestAPanicIsKeptFromTheDeadLetterAndFromDone(t *testing.T) {
	const secret = "token=T0P5ECRET path=/srv/app/db.go"
	memory := queue.NewMemory(10)
	var outcomes []error
	watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			outcomes = append(outcomes, err)
			return reply, err
		}
	}
	handled := make(chan string, 1)
	scope := benzene.NewScoped(func(context.Context) (int, error) { return 0, nil }, func(_ context.Context, _ int, outcome error) error {
		if outcome == nil {
			t.Error("the scope ended as if the message had been handled")
		}
		return nil
	})
	stop := listen(t, memory, dispatcher(t, benzene.Pipeline{watch},
		benzene.On("panics", func(ctx context.Context, _ order) error { _, _ = scope.From(ctx); panic(secret) }),
		benzene.On("fails", func(context.Context, order) error { return errors.New(secret) }),
		benzene.On("works", func(_ context.Context, o order) error { handled <- o.ID; return nil }),
	), queue.Workers(1), queue.Attempts(1))
	publish(t, memory, "panics", order{"1"})
	publish(t, memory, "fails", order{"2"})
	publish(t, memory, "works", order{"3"})
	if id := <-handled; id != "3" {
		t.Errorf("handled %s", id)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	letters := memory.DeadLetters()
	if len(letters) != 2 {
		t.Fatalf("%d dead letters", len(letters))
	}
	for _, letter := range letters {
		if strings.Contains(letter.Reason, "T0P5ECRET") || strings.Contains(letter.Reason, "/srv/") || !strings.Contains(letter.Reason, "(reference ") {
			t.Errorf("reason %q", letter.Reason)
		}
	}
	var p *benzene.Panic
	if !errors.As(outcomes[0], &p) || p.Value != secret {
		t.Errorf("operators see %v", outcomes[0])
	}
}
