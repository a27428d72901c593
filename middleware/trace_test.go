package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

const (
	remoteTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	remoteParent = "00-" + remoteTrace + "-00f067aa0ba902b7-01"
)

// traced dispatches msg to one endpoint behind Trace and returns the span.
func traced(t *testing.T, ctx context.Context, endpoint benzene.Endpoint, msg benzene.Message) (sdktrace.ReadOnlySpan, benzene.Reply, error) {
	t.Helper()
	msg.ID = "message of " + t.Name()
	reply, err := dispatcher(t, benzene.Pipeline{middleware.Trace}, endpoint).Dispatch(ctx, msg)
	return spanOf(t, msg.ID), reply, err
}

// spanOf finds the span of the message with an id.
func spanOf(t *testing.T, id string) sdktrace.ReadOnlySpan {
	t.Helper()
	for _, span := range slices.Backward(spans.Ended()) {
		if attributesOf(span.Attributes())["benzene.invocationId"] == id {
			return span
		}
	}
	t.Fatalf("no span has ended for %q", id)
	return nil
}

func attributesOf(list []attribute.KeyValue) map[string]any {
	all := map[string]any{}
	for _, kv := range list {
		all[string(kv.Key)] = kv.Value.AsInterface()
	}
	return all
}

type facts map[string]any

func (f facts) Facts(add func(string, any)) {
	for key, value := range f {
		add(key, value)
	}
}

func TestASpanTellsWhatAMessageWas(t *testing.T) {
	t.Parallel()
	msg := message("order:place", "")
	msg.Topic.Version = "2"
	msg.Facts = facts{"http.route": "/orders", "http.request.body.size": 40, "tls": true, "ratio": 0.5, "n": int64(3), "kind": benzene.Created}
	endpoint := benzene.Handle("order:place", func(context.Context, struct{}) (string, error) { return "done", nil },
		benzene.Succeeds(benzene.Created), benzene.Version("2"))
	span, reply, err := traced(t, t.Context(), endpoint, msg)
	if err != nil || reply.Status != benzene.Created {
		t.Fatal(reply, err)
	}
	want := map[string]any{
		"benzene.topic": "order:place", "benzene.version": "2", "benzene.transport": "http",
		"benzene.status": "created", "benzene.invocationId": "message of " + t.Name(),
		"http.route": "/orders", "http.request.body.size": int64(40), "tls": true, "ratio": 0.5, "n": int64(3), "kind": "created",
	}
	if diff := cmp.Diff(want, attributesOf(span.Attributes())); diff != "" {
		t.Error(diff)
	}
	if span.Name() != "order:place" || span.SpanKind() != trace.SpanKindServer || span.Status().Code != codes.Unset {
		t.Errorf("span %q of kind %s ended %v", span.Name(), span.SpanKind(), span.Status())
	}
	if span.InstrumentationScope().Name != "Benzene" {
		t.Errorf("the tracer is called %q", span.InstrumentationScope().Name)
	}
}

func TestEachTransportHasItsKindOfSpan(t *testing.T) {
	t.Parallel()
	for transport, want := range map[string]trace.SpanKind{
		"http": trace.SpanKindServer, "mcp": trace.SpanKindServer, "benzene": trace.SpanKindServer,
		"in-process": trace.SpanKindInternal, "": trace.SpanKindInternal,
		"memory": trace.SpanKindConsumer, "nats": trace.SpanKindConsumer,
	} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			msg := message("kind", "")
			msg.Transport = transport
			if span, _, _ := traced(t, t.Context(), refusing("kind", nil), msg); span.SpanKind() != want {
				t.Errorf("got %s, want %s", span.SpanKind(), want)
			}
		})
	}
}

func TestAFailureEndsItsSpanWithAnError(t *testing.T) {
	t.Parallel()
	missing := &fs.PathError{Op: "open", Path: "/srv/app", Err: errors.New("gone")}
	for name, c := range map[string]struct {
		err       error
		transport string
		failed    bool
		class     string
	}{
		"unexpected":                     {missing, "http", true, "*fs.PathError"},
		"wrapped":                        {benzene.ServiceUnavailable.Wrap(fmt.Errorf("a: %w", missing), "later"), "http", true, "*fs.PathError"},
		"joined":                         {errors.Join(missing, errors.New("b")), "http", true, "*fs.PathError"},
		"a cause without a type":         {errors.New("plain"), "http", true, "service-unavailable"},
		"deadline":                       {context.DeadlineExceeded, "http", true, "context.deadlineExceededError"},
		"an application's status":        {benzene.Status("out-of-paper").Errorf("no paper"), "http", true, "out-of-paper"},
		"the caller's, to a server":      {benzene.NotFound.Errorf("no order 7"), "mcp", false, ""},
		"the caller's, nobody was told":  {benzene.NotFound.Errorf("no order 7"), "nats", true, "not-found"},
		"the caller's, within a process": {benzene.Conflict.Errorf("taken"), "in-process", true, "conflict"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			msg := message("fail", "")
			msg.Transport = c.transport
			span, _, _ := traced(t, t.Context(), refusing("fail", c.err), msg)
			got := attributesOf(span.Attributes())
			if got["benzene.status"] != string(benzene.StatusOf(c.err)) {
				t.Errorf("status is %v", got["benzene.status"])
			}
			if !c.failed {
				if span.Status().Code != codes.Unset || got["error.type"] != nil || len(span.Events()) != 0 {
					t.Errorf("ended %v with %v and %v", span.Status(), got, span.Events())
				}
				return
			}
			if span.Status().Code != codes.Error || span.Status().Description != c.err.Error() || got["error.type"] != c.class {
				t.Errorf("ended %v with error.type %v, want %s", span.Status(), got["error.type"], c.class)
			}
			want := map[string]any{"exception.type": c.class, "exception.message": c.err.Error()}
			if diff := cmp.Diff(want, attributesOf(span.Events()[0].Attributes)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAPanicsStackIsInItsSpan(t *testing.T) {
	t.Parallel()
	for name, endpoint := range map[string]benzene.Endpoint{
		"in a handler": benzene.On("panic", func(context.Context, struct{}) error { panic("token=T0P5ECRET") }),
		"in a middleware": benzene.On("panic", func(context.Context, struct{}) error { return nil },
			benzene.Use(func(benzene.Contract, benzene.Next) benzene.Next {
				return func(context.Context, *benzene.Invocation) (benzene.Reply, error) { panic("token=T0P5ECRET") }
			})),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			span, reply, err := traced(t, t.Context(), endpoint, message("panic", ""))
			if told := reply.Problem(err); strings.Contains(told.String(), "T0P5ECRET") || told.Benzene != benzene.ServiceUnavailable {
				t.Errorf("the caller is told %v", told)
			}
			if span.Status().Code != codes.Error || len(span.Events()) != 1 {
				t.Fatalf("ended %v with %v", span.Status(), span.Events())
			}
			event := attributesOf(span.Events()[0].Attributes)
			stack, _ := event["exception.stacktrace"].(string)
			if event["exception.type"] != "*benzene.Panic" || !strings.Contains(stack, "trace_test.go") {
				t.Errorf("the event is %v", event)
			}
		})
	}
}

func TestAnEndedGoroutineEndsItsSpan(t *testing.T) {
	t.Parallel()
	msg := message("goexit", "")
	msg.ID = t.Name()
	d := dispatcher(t, benzene.Pipeline{middleware.Trace},
		benzene.On("goexit", func(context.Context, struct{}) error { runtime.Goexit(); return nil }))
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = d.Dispatch(context.Background(), msg)
	}()
	<-gone
	if span := spanOf(t, msg.ID); span.Status().Code != codes.Error {
		t.Errorf("ended %v", span.Status())
	}
}

func TestACancelledMessageIsNobodysError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	endpoint := benzene.On("cancel", func(ctx context.Context, _ struct{}) error {
		cancel()
		return ctx.Err()
	})
	span, _, _ := traced(t, ctx, endpoint, message("cancel", ""))
	if attributesOf(span.Attributes())["benzene.status"] != "cancelled" || span.Status().Code != codes.Unset {
		t.Errorf("ended %v with %v", span.Status(), span.Attributes())
	}
}

type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

func TestAMessageThatAsksForInputIsNobodysError(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"mcp", "in-process", "memory"} {
		msg := message("asks", "")
		msg.Transport = transport
		asks := fmt.Errorf("asking: %w", benzene.InputRequired.Errorf("who are you?"))
		span, _, _ := traced(t, t.Context(), refusing("asks", asks), msg)
		if got := attributesOf(span.Attributes())["benzene.status"]; got != "input-required" || span.Status().Code != codes.Unset {
			t.Errorf("%s: status %v, and the span ended %v", transport, got, span.Status())
		}
	}
}

func TestAnErrorThatCannotSpeakIsStillRecorded(t *testing.T) {
	t.Parallel()
	var unset *nilError
	span, _, err := traced(t, t.Context(), refusing("mute", unset), message("mute", ""))
	if span.Status().Code != codes.Error || benzene.StatusOf(err) != benzene.ServiceUnavailable {
		t.Errorf("ended %v, outcome %T", span.Status(), err)
	}
}

func TestASpanJoinsTheTraceThatHeadersName(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"http", "mcp", "nats"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			msg := message("join", "")
			msg.Transport = transport
			msg.Headers = benzene.HeaderMap{"traceparent": remoteParent, "tracestate": "rojo=00f067aa0ba902b7"}
			span, reply, _ := traced(t, t.Context(), refusing("join", errors.New("down")), msg)
			parent := span.Parent()
			if parent.TraceID().String() != remoteTrace || parent.SpanID().String() != "00f067aa0ba902b7" || !parent.IsRemote() {
				t.Errorf("the parent is %v", parent)
			}
			if got := span.SpanContext().TraceState().String(); got != "rojo=00f067aa0ba902b7" {
				t.Errorf("the state is %q", got)
			}
			if reply.Reference != remoteTrace[:8] {
				t.Errorf("the reference is %q", reply.Reference)
			}
		})
	}
}

func TestAMalformedTraceparentBeginsANewTrace(t *testing.T) {
	t.Parallel()
	for name, parent := range map[string]string{
		"absent":              "",
		"three segments":      "00-" + remoteTrace + "-00f067aa0ba902b7",
		"five segments":       remoteParent + "-00",
		"a later version's":   "01-" + remoteTrace + "-00f067aa0ba902b7-01-what",
		"version ff":          "ff" + remoteParent[2:],
		"long version":        "000" + remoteParent[2:],
		"short trace":         "00-4bf92f3577b34da6a3ce929d0e0e47-00f067aa0ba902b7-01",
		"short span":          "00-" + remoteTrace + "-00f067aa0ba902-01",
		"short flags":         "00-" + remoteTrace + "-00f067aa0ba902b7-1",
		"upper case":          strings.ToUpper(remoteParent),
		"no digits in trace":  "00-4bf92f3577b34da6a3ce929d0e0e473x-00f067aa0ba902b7-01",
		"no digits in flags":  "00-" + remoteTrace + "-00f067aa0ba902b7-0x",
		"no digits, version":  "0x-" + remoteTrace + "-00f067aa0ba902b7-01",
		"trace of zeros":      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
		"span of zeros":       "00-" + remoteTrace + "-0000000000000000-01",
		"dashes elsewhere":    strings.Replace(remoteParent, "-", "0", 1),
		"space around":        " " + remoteParent,
		"two of them, joined": remoteParent + ", " + remoteParent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			msg := message("fresh", "")
			msg.Headers = benzene.HeaderMap{"traceparent": parent, "tracestate": "a=b"}
			span, _, _ := traced(t, t.Context(), refusing("fresh", nil), msg)
			if span.Parent().IsValid() || span.SpanContext().TraceID().String() == remoteTrace || span.SpanContext().TraceState().Len() != 0 {
				t.Errorf("the parent is %v", span.Parent())
			}
		})
	}
}

func TestReservedFlagsAndABrokenStateDoNotSpoilAParent(t *testing.T) {
	t.Parallel()
	msg := message("flags", "")
	msg.Headers = benzene.HeaderMap{"traceparent": "cc-" + remoteTrace + "-00f067aa0ba902b7-ff", "tracestate": "=="}
	span, _, _ := traced(t, t.Context(), refusing("flags", nil), msg)
	if span.Parent().TraceID().String() != remoteTrace || !span.Parent().IsSampled() {
		t.Errorf("the parent is %v", span.Parent())
	}
}

func TestASpanAroundIsTheParentWhereItBelongsToTheMessage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		transport string
		sameTrace bool
		joined    bool // the header's parent wins, the span around is linked
	}{
		"around an HTTP request":            {"http", false, false},
		"around an in-process call":         {"in-process", false, false},
		"around a connection":               {"mcp", false, true},
		"around a subscription":             {"nats", false, true},
		"around a request of the same call": {"mcp", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, around := otel.Tracer("test").Start(t.Context(), "around")
			defer around.End()
			msg := message("around", "")
			msg.Transport = c.transport
			msg.Headers = benzene.HeaderMap{"traceparent": remoteParent}
			if c.sameTrace {
				msg.Headers = benzene.HeaderMap{"traceparent": "00-" + around.SpanContext().TraceID().String() + "-00f067aa0ba902b7-01"}
			}
			span, _, _ := traced(t, ctx, refusing("around", nil), msg)
			if !c.joined {
				if span.Parent().SpanID() != around.SpanContext().SpanID() || len(span.Links()) != 0 {
					t.Errorf("the parent is %v", span.Parent())
				}
				return
			}
			if span.Parent().TraceID().String() != remoteTrace || span.Links()[0].SpanContext.SpanID() != around.SpanContext().SpanID() {
				t.Errorf("the parent is %v, linked to %v", span.Parent(), span.Links())
			}
		})
	}
}

func TestFactsAreAskedForOnlyByARecordingSpan(t *testing.T) {
	t.Parallel()
	msg := message("facts", "")
	msg.Facts = asked{t}
	msg.Headers = benzene.HeaderMap{"traceparent": "00-" + remoteTrace + "-00f067aa0ba902b7-00"} // not sampled
	d := dispatcher(t, benzene.Pipeline{middleware.Trace}, refusing("facts", errors.New("down")))
	if reply, _ := d.Dispatch(t.Context(), msg); reply.Reference != remoteTrace[:8] {
		t.Errorf("the reference is %q", reply.Reference)
	}
}

type asked struct{ t *testing.T }

func (a asked) Facts(func(string, any)) { a.t.Error("facts were asked for") }

func TestUnknownTopicsShareOneName(t *testing.T) {
	t.Parallel()
	d := dispatcher(t, benzene.Pipeline{middleware.Trace}, refusing("known", nil))
	names := map[string]bool{}
	for i := range 50 {
		msg := message(fmt.Sprintf("scan-%d\xff%s", i, strings.Repeat("x", 500)), "")
		msg.ID = fmt.Sprintf("%s %d", t.Name(), i)
		_, _ = d.Dispatch(t.Context(), msg)
		span := spanOf(t, msg.ID)
		names[span.Name()] = true
		topic, _ := attributesOf(span.Attributes())["benzene.topic"].(string)
		if !strings.HasPrefix(topic, fmt.Sprintf("scan-%d\uFFFDx", i)) || len(topic) > 130 {
			t.Errorf("the topic is recorded as %q", topic)
		}
	}
	if diff := cmp.Diff(map[string]bool{"unknown topic": true}, names); diff != "" {
		t.Error(diff)
	}
}

func TestAHandlerRunsWithinItsSpan(t *testing.T) {
	t.Parallel()
	var within trace.SpanContext
	endpoint := benzene.On("within", func(ctx context.Context, _ struct{}) error {
		within = trace.SpanContextFromContext(ctx)
		return nil
	})
	if span, _, _ := traced(t, t.Context(), endpoint, message("within", "")); !within.Equal(span.SpanContext()) {
		t.Errorf("the handler sees %v, the span is %v", within, span.SpanContext())
	}
}
