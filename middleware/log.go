package middleware

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/benzene-go/framework/benzene"
)

// Log writes one line for each message when it has ended: at Info when it was
// handled or cancelled, at Warn when its caller can mend what is wrong, at Error
// for any other failure. A nil logger stands for slog.Default, asked for each
// message.
//
// The attributes are topic, version, transport, id (the transport's own of the
// message), status, duration_ms, trace_id and span_id, each where there is one.
// A failure has error, its words with those of its causes, which its caller is
// not told; reference where the caller was told one; and stack when it was a
// panic. What a caller can make up is bounded, and escaped by slog's handlers.
func Log(logger *slog.Logger) benzene.Middleware {
	return func(c benzene.Contract, next benzene.Next) benzene.Next {
		l := lines{logger, c.Topic}
		return func(ctx context.Context, inv *benzene.Invocation) (reply benzene.Reply, err error) {
			began := time.Now()
			returned := false
			defer func() {
				if !returned {
					reply, err = benzene.Reply{}, caught(recover())
				}
				l.write(ctx, inv, time.Since(began), reply, err)
			}()
			reply, err = next(ctx, inv)
			returned = true
			return reply, err
		}
	}
}

// lines are the log lines of one endpoint.
type lines struct {
	logger *slog.Logger
	topic  benzene.Topic // empty for messages that nobody answers
}

func (l lines) write(ctx context.Context, inv *benzene.Invocation, took time.Duration, reply benzene.Reply, err error) {
	logger := l.logger
	if logger == nil {
		logger = slog.Default()
	}
	status := ended(ctx, reply, err)
	level, event := levelOf(status, err)
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 12)
	attrs = l.identity(attrs, inv)
	attrs = append(attrs,
		slog.String("status", string(status)),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000))
	if err != nil {
		attrs = failure(attrs, inv, err)
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		attrs = append(attrs,
			slog.String("trace_id", span.TraceID().String()),
			slog.String("span_id", span.SpanID().String()))
	}
	logger.LogAttrs(ctx, level, event, attrs...)
}

func levelOf(status benzene.Status, err error) (slog.Level, string) {
	switch {
	case err == nil:
		return slog.LevelInfo, "message handled"
	case nobodysFault(status):
		return slog.LevelInfo, "message " + string(status)
	case callersFault(status):
		return slog.LevelWarn, "message refused"
	default:
		return slog.LevelError, "message failed"
	}
}

func (l lines) identity(attrs []slog.Attr, inv *benzene.Invocation) []slog.Attr {
	topic := l.topic
	if topic.ID == "" {
		topic = benzene.Topic{ID: bounded(inv.Topic.ID, longestName), Version: bounded(inv.Topic.Version, longestName)}
	}
	attrs = append(attrs, slog.String("topic", topic.ID))
	if topic.Version != "" {
		attrs = append(attrs, slog.String("version", topic.Version))
	}
	if inv.Transport != "" {
		attrs = append(attrs, slog.String("transport", inv.Transport))
	}
	if inv.ID != "" {
		attrs = append(attrs, slog.String("id", bounded(inv.ID, longestName)))
	}
	return attrs
}

func failure(attrs []slog.Attr, inv *benzene.Invocation, err error) []slog.Attr {
	attrs = append(attrs, slog.String("error", wordsOf(err)))
	told := benzene.Reply{Reference: inv.Reference()}.Problem(err)
	if told.Reference != "" {
		attrs = append(attrs, slog.String("reference", told.Reference))
	}
	var panicked *benzene.Panic
	if errors.As(err, &panicked) {
		attrs = append(attrs, slog.String("stack", string(panicked.Stack)))
	}
	return attrs
}
