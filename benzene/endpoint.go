package benzene

import (
	"context"
	"path"
	"reflect"
	"runtime"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// An Endpoint is a handler and the Contract it keeps. Handle, On and
// HandleResult make one.
type Endpoint struct {
	contract Contract
	handler  string // the function's name, for people
	use      Pipeline
	reading  json.Options // how JSON reads it, planned for its type
	params   *bind.Plan
	blank    func() any                                 // a pointer to a zero request
	copied   func(value any) (request any, ok bool)     // the request, where value is one
	call     func(context.Context, any) (answer, error) // the handler
}

// An answer is a Result whose type has been forgotten.
type answer struct {
	status  Status
	value   any
	headers HeaderMap
}

// A HandleOption adds to what an endpoint promises.
type HandleOption func(*Endpoint)

// Summary describes the endpoint in one line for people and models.
func Summary(text string) HandleOption {
	return func(e *Endpoint) { e.contract.Summary = text }
}

// Succeeds names the status of a handled message: OK unless named.
func Succeeds(status Status) HandleOption {
	return func(e *Endpoint) { e.contract.Success = status }
}

// Version makes the endpoint serve one version of its topic.
func Version(version string) HandleOption {
	return func(e *Endpoint) { e.contract.Topic.Version = version }
}

// OneWay marks an event: nobody waits for an answer and none is encoded.
func OneWay() HandleOption {
	return func(e *Endpoint) { e.contract.Response = nil }
}

// Use wraps this endpoint alone, inside the dispatcher's pipeline.
func Use(middleware ...Middleware) HandleOption {
	return func(e *Endpoint) { e.use = append(e.use, middleware...) }
}

// Note keeps a typed value in Contract.Notes, for middleware to find when the
// dispatcher is built.
func Note(value any) HandleOption {
	return func(e *Endpoint) { e.contract.Notes = append(e.contract.Notes, value) }
}

// Handle makes the endpoint of a topic from a function of a request to a
// response. It is HandleResult for handlers that succeed in one way.
func Handle[Req, Res any](topic string, fn func(context.Context, Req) (Res, error), options ...HandleOption) Endpoint {
	if fn == nil {
		return HandleResult[Req, Res](topic, nil, options...)
	}
	return HandleResult(topic, func(ctx context.Context, req Req) Result[Res] {
		value, err := fn(ctx, req)
		return Result[Res]{Value: value, Err: err}
	}, append(options[:len(options):len(options)], handledBy(fn))...)
}

// On makes the endpoint of an event, which nothing answers. It is HandleResult
// with Succeeds(Accepted) and OneWay.
func On[Event any](topic string, fn func(context.Context, Event) error, options ...HandleOption) Endpoint {
	options = append([]HandleOption{Succeeds(Accepted), OneWay()}, options...)
	if fn == nil {
		return HandleResult[Event, struct{}](topic, nil, options...)
	}
	return HandleResult(topic, func(ctx context.Context, event Event) Result[struct{}] {
		return Result[struct{}]{Err: fn(ctx, event)}
	}, append(options, handledBy(fn))...)
}

// handledBy says which function the application wrote.
func handledBy(fn any) HandleOption {
	return func(e *Endpoint) {
		e.handler = "a function"
		if f := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()); f != nil {
			e.handler = strings.TrimSuffix(path.Base(f.Name()), "-fm")
		}
	}
}

// HandleResult makes the endpoint of a topic from a function that says itself
// which status and headers its reply has.
func HandleResult[Req, Res any](topic string, fn func(context.Context, Req) Result[Res], options ...HandleOption) Endpoint {
	e := Endpoint{
		contract: Contract{
			Topic:    Topic{ID: topic},
			Request:  reflect.TypeFor[Req](),
			Response: reflect.TypeFor[Res](),
			Success:  OK,
		},
		params:  bind.Of(reflect.TypeFor[Req]()),
		reading: readingOf(reflect.TypeFor[Req]()),
		blank:   func() any { return new(Req) },
		copied:  copyOf[Req],
		call: func(ctx context.Context, request any) (answer, error) {
			r := fn(ctx, *request.(*Req))
			if r.Err != nil {
				return answer{headers: r.Headers}, r.Err
			}
			value := r.Value
			return answer{r.Status, &value, r.Headers}, nil // encoding through a pointer saves the codec a copy
		},
	}
	if fn == nil {
		e.call = nil // NewRegistry reports it
	}
	handledBy(fn)(&e)
	for _, option := range options {
		option(&e)
	}
	return e
}

// Contract is what the endpoint promises.
func (e Endpoint) Contract() Contract { return e.contract }

// serve is the innermost Next: it asks for the request, calls the handler,
// encodes and ends the scope with the outcome.
func (e *Endpoint) serve(ctx context.Context, inv *Invocation) (reply Reply, err error) {
	inv.scope.rebase(ctx)
	returned := false
	defer func() {
		if !returned {
			reply, err = Reply{Headers: inv.headers}, caught(recover())
		}
		if err = inv.scope.end(err); err != nil {
			reply = Reply{Headers: reply.Headers}
		}
	}()
	reply, err = e.answer(ctx, inv)
	returned = true
	return reply, err
}

func (e *Endpoint) answer(ctx context.Context, inv *Invocation) (Reply, error) {
	request, err := inv.Request()
	if err != nil {
		return Reply{Headers: inv.headers}, err
	}
	a, err := e.call(ctx, request)
	err = sound(err)
	for key, value := range a.headers {
		inv.SetReplyHeader(key, value)
	}
	if err != nil {
		return Reply{Headers: inv.headers}, err
	}
	if a.status == "" {
		a.status = e.contract.Success
	}
	if e.contract.Response == nil {
		return Reply{Status: a.status, Headers: inv.headers}, nil
	}
	return inv.Reply(a.status, a.value)
}
