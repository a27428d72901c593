package startup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"

	"github.com/benzene-go/framework/benzene"
)

// The statuses of one check.
const (
	statusOK      = "ok"
	statusWarning = "warning"
	statusFailed  = "failed"
)

// A checkup asks one Health. However many probes there are, and however long it
// takes, it asks once at a time.
type checkup struct {
	name   string
	health benzene.Health

	mu      sync.Mutex
	current *checking // nil when nobody asks
	status  string    // at the last change
}

// A checking is one time of asking; found may be read once done is closed.
type checking struct {
	done  chan struct{}
	found HealthCheck
}

func (c *checkup) run() *checking {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == nil {
		c.current = &checking{done: make(chan struct{})}
		go c.ask(c.current)
	}
	return c.current
}

// ask has a context of its own: who asked first may go before others do.
func (c *checkup) ask(run *checking) {
	ctx, cancel := context.WithTimeout(context.Background(), healthLimit)
	defer cancel()
	var data map[string]any
	attempt(func() error {
		found, err := c.health.Run(ctx)
		found = maps.Clone(found) // the Health may go on writing to its own
		if _, unwritable := benzene.JSON.Encode(found); unwritable != nil {
			return errUnwritable
		}
		data = found
		return err
	}, func(err error) {
		run.found = c.judge(data, err)
		c.note(run.found.Status, err)
		c.mu.Lock()
		c.current = nil
		c.mu.Unlock()
		close(run.done)
	})
}

// await returns what run has found, or a failure when ctx ends before.
func (c *checkup) await(ctx context.Context, run *checking) HealthCheck {
	select {
	case <-run.done:
		return run.found
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		c.note(statusFailed, ctx.Err())
	}
	return c.judge(nil, ctx.Err())
}

var errUnwritable = errors.New("its data cannot be written as JSON")

// judge says what a Health's answer means.
func (c *checkup) judge(data map[string]any, err error) HealthCheck {
	var warning benzene.Warning
	switch {
	case err == nil:
		return HealthCheck{statusOK, c.health.Type, data}
	case errors.As(err, &warning):
		return HealthCheck{statusWarning, c.health.Type, data}
	default:
		if data == nil {
			data = map[string]any{}
		}
		data["error"] = kindOf(err)
		return HealthCheck{statusFailed, c.health.Type, data}
	}
}

// kindOf is as much of a failure as callers are told.
func kindOf(err error) string {
	var panicked *benzene.Panic
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.As(err, &panicked):
		return "panic"
	}
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return fmt.Sprintf("%T", err)
}

// note tells the operators when a check's status changes, and why.
func (c *checkup) note(status string, err error) {
	c.mu.Lock()
	changed := c.status != status
	c.status = status
	c.mu.Unlock()
	switch {
	case !changed:
	case err == nil:
		slog.Info("health check recovered", "check", c.name)
	default:
		slog.Warn("health check "+status, "check", c.name, "error", err)
	}
}
