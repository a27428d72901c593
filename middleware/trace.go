package middleware

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/benzene-go/framework/benzene"
)

// instrumentation is the name of the tracer, shared by every Benzene service.
const instrumentation = "Benzene"

// unknownTopic is the name of the spans of messages that nobody answers, so
// that callers cannot make up names.
const unknownTopic = "unknown topic"

// Trace records one OpenTelemetry span for each message, by the global tracer
// provider, and makes the first eight digits of its trace id the message's
// reference. The span is named after the endpoint's topic.
//
// It continues the trace that the message's traceparent and tracestate headers
// name (W3C Trace Context); a malformed traceparent begins a new one. A span
// that the context holds already is the parent when it belongs to that trace,
// and always for HTTP and in-process messages; for any other transport it
// belongs to the connection, and is linked.
//
// The kind is server for http, mcp and benzene, internal for in-process
// messages, consumer for the rest. The attributes are benzene.topic,
// benzene.version, benzene.transport, benzene.invocationId (the transport's id
// of the message), benzene.status, error.type (the Go type of the innermost
// cause, else the status) and the message's Facts. An error is recorded as an
// exception event, with its words and a panic's stack. As in OpenTelemetry's
// conventions for HTTP, a failure that its caller can mend is none of a server
// span's, nor is a cancelled message an error of anybody's.
//
// Trace is a benzene.Middleware as it stands. Where nothing records, a message's
// Facts are not asked for.
func Trace(c benzene.Contract, next benzene.Next) benzene.Next {
	t := newTracing(c)
	return func(ctx context.Context, inv *benzene.Invocation) (reply benzene.Reply, err error) {
		ctx, span := t.start(ctx, inv)
		returned := false
		defer func() {
			if !returned {
				reply, err = benzene.Reply{}, caught(recover())
			}
			t.end(ctx, span, inv, reply, err)
		}()
		reply, err = next(ctx, inv)
		returned = true
		return reply, err
	}
}

// tracing is what is known of an endpoint's spans before any message comes.
type tracing struct {
	tracer  trace.Tracer
	name    string
	unknown bool                                                // nobody answers these messages
	options [trace.SpanKindConsumer + 1][]trace.SpanStartOption // by kind
}

func newTracing(c benzene.Contract) *tracing {
	t := &tracing{
		tracer:  otel.Tracer(instrumentation),
		name:    cmp.Or(c.Topic.ID, unknownTopic),
		unknown: c.Topic.ID == "",
	}
	identity := topicAttributes(nil, c.Topic)
	for _, kind := range []trace.SpanKind{trace.SpanKindServer, trace.SpanKindConsumer, trace.SpanKindInternal} {
		t.options[kind] = []trace.SpanStartOption{trace.WithSpanKind(kind), trace.WithAttributes(identity...)}
	}
	return t
}

func topicAttributes(to []attribute.KeyValue, topic benzene.Topic) []attribute.KeyValue {
	if topic.ID != "" {
		to = append(to, attribute.String("benzene.topic", bounded(topic.ID, longestName)))
	}
	if topic.Version != "" {
		to = append(to, attribute.String("benzene.version", bounded(topic.Version, longestName)))
	}
	return to
}

func kindOf(transport string) trace.SpanKind {
	switch transport {
	case "http", "mcp", "benzene":
		return trace.SpanKindServer
	case "in-process", "":
		return trace.SpanKindInternal
	default:
		return trace.SpanKindConsumer
	}
}

func (t *tracing) start(ctx context.Context, inv *benzene.Invocation) (context.Context, trace.Span) {
	ctx, options := joined(ctx, inv, t.options[kindOf(inv.Transport)])
	ctx, span := t.tracer.Start(ctx, t.name, options...)
	if id := span.SpanContext().TraceID(); id.IsValid() {
		var digits [8]byte
		hex.Encode(digits[:], id[:4])
		inv.SetReference(string(digits[:]))
	}
	return ctx, span
}

// joined gives ctx the span that a message continues. A span around that is not
// it is linked.
func joined(ctx context.Context, inv *benzene.Invocation, options []trace.SpanStartOption) (context.Context, []trace.SpanStartOption) {
	around := trace.SpanContextFromContext(ctx)
	perMessage := inv.Transport == "http" || kindOf(inv.Transport) == trace.SpanKindInternal
	if around.IsValid() && perMessage {
		return ctx, options
	}
	remote := remoteSpan(inv.Headers)
	if !remote.IsValid() || remote.TraceID() == around.TraceID() {
		return ctx, options
	}
	if around.IsValid() {
		link := trace.WithLinks(trace.Link{SpanContext: around})
		options = append(options[:len(options):len(options)], link)
	}
	return trace.ContextWithRemoteSpanContext(ctx, remote), options
}

func (t *tracing) end(ctx context.Context, span trace.Span, inv *benzene.Invocation, reply benzene.Reply, err error) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	status := ended(ctx, reply, err)
	span.SetAttributes(t.attributes(inv, status)...)
	server := kindOf(inv.Transport) == trace.SpanKindServer
	if err == nil || nobodysFault(status) || server && callersFault(status) {
		return
	}
	class, words := cmp.Or(causeType(err), string(status)), wordsOf(err)
	span.SetAttributes(attribute.String("error.type", class))
	span.SetStatus(codes.Error, words)
	exception := []attribute.KeyValue{
		attribute.String("exception.type", class),
		attribute.String("exception.message", words),
	}
	var panicked *benzene.Panic
	if errors.As(err, &panicked) {
		exception = append(exception, attribute.String("exception.stacktrace", string(panicked.Stack)))
	}
	span.AddEvent("exception", trace.WithAttributes(exception...))
}

func (t *tracing) attributes(inv *benzene.Invocation, status benzene.Status) []attribute.KeyValue {
	attributes := []attribute.KeyValue{attribute.String("benzene.status", string(status))}
	if inv.Transport != "" {
		attributes = append(attributes, attribute.String("benzene.transport", inv.Transport))
	}
	if inv.ID != "" {
		attributes = append(attributes, attribute.String("benzene.invocationId", bounded(inv.ID, longestName)))
	}
	if t.unknown {
		attributes = topicAttributes(attributes, inv.Topic)
	}
	if inv.Facts != nil {
		attributes = factAttributes(attributes, inv.Facts)
	}
	return attributes
}

// factAttributes adds what facts tell until they are done or panic: a message
// does not fail because a transport cannot describe it.
func factAttributes(to []attribute.KeyValue, facts benzene.Facts) (all []attribute.KeyValue) {
	all = to
	defer func() { _ = recover() }()
	facts.Facts(func(key string, value any) { all = append(all, attributeOf(key, value)) })
	return all
}

func attributeOf(key string, value any) attribute.KeyValue {
	switch v := value.(type) {
	case bool:
		return attribute.Bool(key, v)
	case int:
		return attribute.Int(key, v)
	case int64:
		return attribute.Int64(key, v)
	case float64:
		return attribute.Float64(key, v)
	default:
		return attribute.String(key, bounded(fmt.Sprint(v), longestText))
	}
}
