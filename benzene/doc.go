// Package benzene carries messages to typed handlers. A [Message] travels; a
// [Dispatcher] finds the [Endpoint] of its [Topic] and runs it behind a
// [Pipeline] of middleware; what comes back is a [Reply] or an error. Which
// transport brought the message, this package does not know.
//
// Write a handler as a function and name its topic with [Handle]:
//
//	benzene.Handle("order:get", func(ctx context.Context, req GetOrder) (Order, error) { … })
//
// Collect endpoints in a [Registry], put them behind a pipeline with
// [NewDispatcher], and call them with [Call] or through any transport. What
// lives for one message is a [Scoped] value. An error made by a [Status], such
// as NotFound.Errorf, is for the caller to read; any other error is reported
// to operators, and the caller learns a reference to it.
//
// When not to use it: a service with one protocol, a handful of routes and
// nothing to share between them is shorter in plain net/http.
package benzene
