// Package http brings HTTP requests to a benzene.Dispatcher. It knows three
// things: which message a request is, how a reply or a failure looks as a
// response, and how a server starts and stops. Routing is net/http's own mux,
// and what belongs to HTTP alone (CORS, cookies, TLS) is any net/http
// middleware: see Behind.
//
// A failure is answered as an application/problem+json document (RFC 9457)
// whose status is the HTTP status. Besides the statuses of the vocabulary this
// package answers MethodNotAllowed, ContentTooLarge and UnsupportedMediaType.
package http
