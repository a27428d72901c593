package mcp

import (
	"context"
	"log/slog"
	"runtime/debug"
)

// OnFailure translates failures of tool calls into results that a model can act
// on, such as an error that means "sold out". fn gets the message's outcome,
// with its causes, and returns nil for what it has no words for. The message
// has failed all the same: its scope is rolled back, and the result is marked as
// an error. A panic is not translated.
func OnFailure(fn func(outcome error) *Result) Part {
	return func(d *declaration) { d.onFailure = fn }
}

// A translation is what OnFailure was given; nil translates nothing.
type translation func(error) *Result

// result is what the program says of a failure, or nil: also when it panics,
// for then the failure speaks for itself.
func (t translation) result(ctx context.Context, err error) (result *Result) {
	if t == nil {
		return nil
	}
	defer func() {
		if reason := recover(); reason != nil {
			slog.ErrorContext(ctx, "mcp: OnFailure panicked", "reason", reason, "stack", string(debug.Stack()))
			result = nil
		}
	}()
	given := t(err)
	if given == nil {
		return nil
	}
	said, wrong := given.ready()
	if wrong != nil {
		slog.ErrorContext(ctx, "mcp: OnFailure gave a result that cannot be told", "error", wrong)
		return nil
	}
	said.IsError = true
	return said
}
