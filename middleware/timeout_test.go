package middleware_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

// waiting serves a handler that waits for the end of its context and then
// returns what answer makes of it.
func waiting(answer func(context.Context) error, options ...benzene.HandleOption) benzene.Endpoint {
	return benzene.On("wait", func(ctx context.Context, _ struct{}) error {
		<-ctx.Done()
		return answer(ctx)
	}, options...)
}

func itsContext(ctx context.Context) error { return ctx.Err() }

func TestALimitThatPassesIsATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(2 * time.Second)}, waiting(itsContext))
		began := time.Now()
		reply, err := d.Dispatch(t.Context(), message("wait", ""))
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("took %s, want 2s", took)
		}
		p := reply.Problem(err)
		if p.Benzene != benzene.Timeout || p.Detail != "the message was not handled within 2s" || p.Reference == "" {
			t.Errorf("the caller is told %v", p)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the cause is not kept: %v", err)
		}
	})
}

func TestADriversOwnWordForATimeoutIsATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		driver := errors.New("canceling statement due to user request")
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(time.Second)},
			waiting(func(context.Context) error { return driver }))
		_, err := d.Dispatch(t.Context(), message("wait", ""))
		if benzene.StatusOf(err) != benzene.Timeout || !errors.Is(err, driver) {
			t.Errorf("outcome is %v", err)
		}
	})
}

func TestAHandlersOwnWordsOutliveTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(time.Second)},
			waiting(func(context.Context) error { return benzene.Conflict.Errorf("seat 4 is taken") }))
		if _, err := d.Dispatch(t.Context(), message("wait", "")); benzene.StatusOf(err) != benzene.Conflict {
			t.Errorf("outcome is %v", err)
		}
	})
}

func TestALateAnswerIsAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(time.Second)},
			waiting(func(context.Context) error { return nil }))
		if _, err := d.Dispatch(t.Context(), message("wait", "")); err != nil {
			t.Error(err)
		}
	})
}

func TestTheShorterOfTwoLimitsSpeaks(t *testing.T) {
	for name, limits := range map[string][2]time.Duration{
		"outer": {time.Second, time.Minute},
		"inner": {time.Minute, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := dispatcher(t, benzene.Pipeline{middleware.Timeout(limits[0])},
					waiting(itsContext, benzene.Use(middleware.Timeout(limits[1]))))
				_, err := d.Dispatch(t.Context(), message("wait", ""))
				if got := benzene.ProblemOf(err).Detail; got != "the message was not handled within 1s" {
					t.Errorf("the caller is told %q", got)
				}
			})
		})
	}
}

func TestACallersCancellationIsNoTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(time.Minute)}, waiting(itsContext))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		time.AfterFunc(time.Second, cancel)
		_, err := d.Dispatch(ctx, message("wait", ""))
		if err != context.Canceled || benzene.Ended(ctx, err) != benzene.Cancelled { //nolint:errorlint // untouched
			t.Errorf("outcome is %v", err)
		}
	})
}

func TestACallersOwnDeadlineIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatcher(t, benzene.Pipeline{middleware.Timeout(time.Minute)}, waiting(itsContext))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := d.Dispatch(ctx, message("wait", "")); err != context.DeadlineExceeded { //nolint:errorlint // untouched
			t.Errorf("outcome is %v", err)
		}
	})
}

func TestNoLimitIsUnlimited(t *testing.T) {
	d := dispatcher(t, benzene.Pipeline{middleware.Timeout(0)}, benzene.On("now", func(ctx context.Context, _ struct{}) error {
		if _, limited := ctx.Deadline(); limited {
			t.Error("the handler has a deadline")
		}
		return nil
	}))
	if _, err := d.Dispatch(t.Context(), message("now", "")); err != nil {
		t.Error(err)
	}
}
