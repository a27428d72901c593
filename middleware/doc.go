// Package middleware holds what services wrap around messages, on every
// transport alike: traces, log lines, rules of requests, limits of time. It
// knows what a message is and how it ended; which transport brought it is a
// word to record, nothing more.
//
// A middleware of an application's own is a plain function of the same shape,
// see [benzene.Middleware].
package middleware

import "github.com/benzene-go/framework/benzene"

// Standard is the pipeline of a service that names none: Trace, then Log with
// slog's default logger as it is when a message ends, then Validate of
// NewRules(). A pipeline written out instead has to list Validate, or the
// validate tags of requests mean nothing.
func Standard() benzene.Pipeline {
	return benzene.Pipeline{Trace, Log(nil), NewRules().Validate}
}
