package http

import (
	"errors"
	"log/slog"
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
)

// Handler serves routes by a server that is not ours, or none, as in a test.
// The error is everything that is wrong with the routes: benzene.Findings of
// the check "http-routes", and what surfaces report, joined with errors.Join.
// What is only advice goes to slog's default logger instead.
func Handler(d *benzene.Dispatcher, routes ...Route) (nethttp.Handler, error) {
	h, err := compile(Site{Dispatcher: d}, routes)
	if err = serious(err); err != nil {
		return nil, err
	}
	return h, nil
}

// serious logs what of err is only advice, and returns the rest: there is no
// start-up here to do so.
func serious(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { // errors.As would look into a wrapper around it
		var rest []error
		for _, one := range joined.Unwrap() {
			rest = append(rest, serious(one))
		}
		return errors.Join(rest...)
	}
	if own, _ := errors.AsType[benzene.Finding](err); own.Advice {
		slog.Warn(err.Error(), "check", own.Check)
		return nil
	}
	return err
}

// An endpoint answers one route by a topic.
type endpoint struct {
	dispatcher *benzene.Dispatcher
	topic      benzene.Topic
	route      string // the path as it was declared, for telemetry
	limit      int64
	plan       plan
}

func (e *endpoint) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	body, refused := readBody(r, e.limit)
	if refused != nil {
		refused.write(w, r)
		return
	}
	params, refused := e.plan.params(r)
	if refused != nil {
		refused.write(w, r)
		return
	}
	x := &exchange{w, r, e.route, answer}
	x.answer(e.dispatcher.Dispatch(r.Context(), benzene.Message{
		Topic:     e.topic,
		Headers:   headers(r.Header),
		Params:    params,
		Body:      body,
		Transport: "http",
		Facts:     x,
		Abandoned: x.abandoned,
	}))
}

// An exchange is a request while its message is handled.
type exchange struct {
	w     nethttp.ResponseWriter
	r     *nethttp.Request
	route string
	tell  func(nethttp.ResponseWriter, *nethttp.Request, benzene.Reply, error)
}

func (x *exchange) answer(reply benzene.Reply, outcome error) { x.tell(x.w, x.r, reply, outcome) }

// abandoned answers when the handler has ended the goroutine: net/http then
// closes the connection, and drops what was not yet sent.
func (x *exchange) abandoned(reply benzene.Reply, outcome error) {
	x.w.Header().Set("Connection", "close")
	x.answer(reply, outcome)
	_ = nethttp.NewResponseController(x.w).Flush() // through a writer that cannot, there is no way
}
