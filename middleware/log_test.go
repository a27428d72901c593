package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

// logged dispatches msg to one endpoint behind Log and returns the one line.
func logged(t *testing.T, ctx context.Context, endpoint benzene.Endpoint, msg benzene.Message) (line map[string]any, reply benzene.Reply, err error) {
	t.Helper()
	var out bytes.Buffer
	d := dispatcher(t, benzene.Pipeline{middleware.Log(slog.New(slog.NewJSONHandler(&out, nil)))}, endpoint)
	reply, err = d.Dispatch(ctx, msg)
	return onlyLine(t, out.String()), reply, err
}

func onlyLine(t *testing.T, out string) map[string]any {
	t.Helper()
	if strings.Count(out, "\n") != 1 {
		t.Fatalf("the log is %q, want one line", out)
	}
	line := map[string]any{}
	if err := json.Unmarshal([]byte(out), &line); err != nil {
		t.Fatal(err)
	}
	delete(line, "time")
	return line
}

func TestAHandledMessageIsOneLine(t *testing.T) {
	t.Parallel()
	msg := message("order:place", "")
	msg.ID = "42"
	msg.Topic.Version = "2"
	endpoint := benzene.Handle("order:place", func(context.Context, struct{}) (string, error) { return "done", nil },
		benzene.Succeeds(benzene.Created), benzene.Version("2"))
	line, _, _ := logged(t, t.Context(), endpoint, msg)
	if took, ok := line["duration_ms"].(float64); !ok || took < 0 {
		t.Errorf("duration_ms is %v", line["duration_ms"])
	}
	delete(line, "duration_ms")
	want := map[string]any{"level": "INFO", "msg": "message handled",
		"topic": "order:place", "version": "2", "transport": "http", "id": "42", "status": "created"}
	if diff := cmp.Diff(want, line); diff != "" {
		t.Error(diff)
	}
}

func TestTheLevelSaysWhoCanMendAFailure(t *testing.T) {
	t.Parallel()
	for status, want := range map[benzene.Status]string{
		benzene.BadRequest: "WARN", benzene.ValidationError: "WARN", benzene.Unauthorized: "WARN", benzene.Forbidden: "WARN",
		benzene.NotFound: "WARN", benzene.Conflict: "WARN", benzene.TooManyRequests: "WARN",
		benzene.Timeout: "ERROR", benzene.NotImplemented: "ERROR", benzene.ServiceUnavailable: "ERROR",
		benzene.UnexpectedError: "ERROR", "out-of-paper": "ERROR",
	} {
		line, _, _ := logged(t, t.Context(), refusing("fail", status.Errorf("no")), message("fail", ""))
		if line["level"] != want || line["status"] != string(status) || line["error"] != string(status)+": no" {
			t.Errorf("%s is logged as %v", status, line)
		}
		if line["reference"] != nil || line["stack"] != nil {
			t.Errorf("%s hides nothing, yet the line is %v", status, line)
		}
	}
}

func TestTheLogHasTheCauseUnderTheReferenceThatTheCallerGot(t *testing.T) {
	t.Parallel()
	secret := errors.New("token=T0P5ECRET path=/srv/app/db.go")
	for name, err := range map[string]error{
		"returned": secret,
		"wrapped":  benzene.ServiceUnavailable.Wrap(secret, "try again soon"),
		"refused":  benzene.Conflict.Wrap(secret, "that seat is taken"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line, reply, err := logged(t, t.Context(), refusing("fail", err), message("fail", ""))
			told := reply.Problem(err)
			if strings.Contains(told.String(), "T0P5ECRET") || told.Reference == "" {
				t.Errorf("the caller is told %v", told)
			}
			if text, _ := line["error"].(string); !strings.Contains(text, "T0P5ECRET") || line["reference"] != told.Reference {
				t.Errorf("the caller is told %v, the log %v", told, line)
			}
		})
	}
}

func TestAPanicsStackIsLoggedOnce(t *testing.T) {
	t.Parallel()
	boom := func(context.Context, struct{}) error { panic("token=T0P5ECRET path=/srv/app/db.go") }
	for name, endpoint := range map[string]benzene.Endpoint{
		"in a handler": benzene.On("panic", boom),
		"in a middleware": benzene.On("panic", boom, benzene.Use(func(benzene.Contract, benzene.Next) benzene.Next {
			return func(ctx context.Context, _ *benzene.Invocation) (benzene.Reply, error) {
				return benzene.Reply{}, boom(ctx, struct{}{})
			}
		})),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line, reply, err := logged(t, t.Context(), endpoint, message("panic", ""))
			told := reply.Problem(err)
			if told.Benzene != benzene.ServiceUnavailable || strings.Contains(told.String(), "T0P5ECRET") || strings.Contains(told.String(), "/srv/") {
				t.Errorf("the caller is told %v", told)
			}
			text, _ := line["error"].(string)
			stack, _ := line["stack"].(string)
			if line["level"] != "ERROR" || line["reference"] != told.Reference ||
				strings.Count(text, "T0P5ECRET") != 1 || strings.Count(stack, "runtime/debug.Stack") != 1 || !strings.Contains(stack, "log_test.go") {
				t.Errorf("logged as %v", line)
			}
			var panicked *benzene.Panic
			if !errors.As(err, &panicked) {
				t.Errorf("outcome is %v", err)
			}
		})
	}
}

func TestAnEndedGoroutineIsLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := dispatcher(t, benzene.Pipeline{middleware.Log(slog.New(slog.NewJSONHandler(&out, nil)))},
		benzene.On("goexit", func(context.Context, struct{}) error { runtime.Goexit(); return nil }))
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = d.Dispatch(context.Background(), message("goexit", ""))
	}()
	<-gone
	if line := onlyLine(t, out.String()); line["level"] != "ERROR" || line["status"] != "service-unavailable" || line["stack"] == nil {
		t.Errorf("logged as %v", line)
	}
}

func TestACancelledMessageIsLoggedCalmly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	endpoint := benzene.On("cancel", func(ctx context.Context, _ struct{}) error {
		cancel()
		return ctx.Err()
	})
	line, _, _ := logged(t, ctx, endpoint, message("cancel", ""))
	if line["level"] != "INFO" || line["status"] != "cancelled" || line["stack"] != nil {
		t.Errorf("logged as %v", line)
	}
}

func TestWhatACallerMakesUpStaysWithinOneLine(t *testing.T) {
	t.Parallel()
	forged := "x\nlevel=ERROR msg=forged\r\u2028" + strings.Repeat("y", 100_000)
	msg := message(forged, "")
	msg.ID = forged
	msg.Topic.Version = forged
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"text": func(out *bytes.Buffer) slog.Handler { return slog.NewTextHandler(out, nil) },
		"json": func(out *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(out, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			d := dispatcher(t, benzene.Pipeline{middleware.Log(slog.New(handler(&out)))}, refusing("known", nil))
			_, _ = d.Dispatch(t.Context(), msg)
			line := out.String()
			if strings.Count(line, "\n") != 1 || strings.ContainsAny(line, "\r\u2028") || strings.Contains(line, "\nlevel=ERROR") {
				t.Errorf("logged as %.300q", line)
			}
			if len(line) > 8000 {
				t.Errorf("the line has %d bytes", len(line))
			}
		})
	}
}

func TestTheLineNamesItsSpan(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	msg := message("spanned", "")
	msg.ID = t.Name()
	d := dispatcher(t, benzene.Pipeline{middleware.Trace, middleware.Log(slog.New(slog.NewJSONHandler(&out, nil)))},
		refusing("spanned", errors.New("down")))
	reply, _ := d.Dispatch(t.Context(), msg)
	line, span := onlyLine(t, out.String()), spanOf(t, msg.ID).SpanContext()
	if line["trace_id"] != span.TraceID().String() || line["span_id"] != span.SpanID().String() {
		t.Errorf("logged as %v", line)
	}
	if line["reference"] != span.TraceID().String()[:8] || reply.Reference != line["reference"] {
		t.Errorf("the reference is %v", line["reference"])
	}
}

func TestWithoutALoggerSlogsOwnIsUsed(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	d := dispatcher(t, middleware.Standard(), refusing("standard", nil))
	var out bytes.Buffer
	slog.SetDefault(slog.New(slog.NewJSONHandler(&out, nil))) // after the pipeline was made
	_, _ = d.Dispatch(t.Context(), message("standard", ""))
	if line := onlyLine(t, out.String()); line["topic"] != "standard" {
		t.Errorf("logged as %v", line)
	}
}
