package pages

import (
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/queue"
)

func TestDeadLettersAreListedAndTriedAgain(t *testing.T) {
	var inbox *queue.Memory
	service := startuptest.New(t, SeatService(), startup.Handlers(QueueKeeping), fx.Populate(&inbox))
	if err := Announce(t.Context(), inbox, FlightLeft{Flight: "BZ1"}); err != nil {
		t.Fatal(err)
	}
	giveUp(t, inbox)

	list, err := benzene.Call[DeadLetters](t.Context(), service, "queue:dead", struct{}{})
	if err != nil || len(list.Letters) != 1 || list.Letters[0].Topic != "flight:left" || list.Letters[0].Reason != "conflict: no" {
		t.Fatalf("got %+v, %v; want the one letter", list, err)
	}
	again, err := benzene.Call[Replayed](t.Context(), service, "queue:replay", Replay{IDs: []string{list.Letters[0].ID}})
	if err != nil || again.Count != 1 || inbox.Depth() != 1 || len(inbox.DeadLetters()) != 0 {
		t.Errorf("got %+v, %v; %d wait and %d are dead", again, err, inbox.Depth(), len(inbox.DeadLetters()))
	}
	giveUp(t, inbox)
	if TryDeadLettersAgain(t.Context(), inbox); inbox.Depth() != 1 {
		t.Errorf("%d messages wait, want the one that was tried again", inbox.Depth())
	}
}

// giveUp makes a dead letter of the message that waits.
func giveUp(t *testing.T, inbox *queue.Memory) {
	t.Helper()
	delivery, err := inbox.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	verdict := queue.Verdict{Action: queue.DeadLetter, Status: benzene.Conflict, Reason: "conflict: no"}
	if err := delivery.Settle(t.Context(), verdict); err != nil {
		t.Fatal(err)
	}
}

func TestATraceGoesOnWhereItIsSentAlong(t *testing.T) {
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{7}, SpanID: trace.SpanID{8}})
	ctx := trace.ContextWithSpanContext(t.Context(), span)
	inbox := NewInbox()
	if err := AnnounceTraced(ctx, inbox, FlightLeft{Flight: "BZ1"}); err != nil {
		t.Fatal(err)
	}
	delivery, err := inbox.Receive(ctx)
	if err != nil {
		t.Fatal(err)
	}
	msg := delivery.Message()
	if got := msg.Headers.Get("traceparent"); !strings.Contains(got, span.TraceID().String()) {
		t.Errorf("traceparent is %q", got)
	}
	if !strings.Contains(string(msg.Body), `"flight":"BZ1"`) {
		t.Errorf("the body is %s", msg.Body)
	}
}

func TestAFlightThatHasNotLeftIsIgnored(t *testing.T) {
	d := dispatcher(t, nil, benzene.On("flight:left", closeDeparted))
	if err := benzene.Publish(t.Context(), d, "flight:left", FlightLeft{}); benzene.StatusOf(err) != benzene.Ignored {
		t.Errorf("got %v; want it ignored", err)
	}
	if err := benzene.Publish(t.Context(), d, "flight:left", FlightLeft{At: time.Now()}); err != nil {
		t.Errorf("got %v; want it handled", err)
	}
}
