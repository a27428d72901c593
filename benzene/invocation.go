package benzene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// An Invocation is one handling of one message.
type Invocation struct {
	Message
	Contract *Contract // never nil; its zero value when no endpoint has the topic

	endpoint *Endpoint // nil when no endpoint has the topic
	scope    scope
	headers  HeaderMap
	request  any
	refusal  error
	asked    bool        // request and refusal are set
	first    *Invocation // the one that Dispatch made; nil on that one
	shared   *shared     // on the first, guarded by its scope's mutex; nil until needed
}

// shared is what all attempts at one message have in common.
type shared struct {
	reference string
	attempts  []*Invocation // those that Again made
}

// Request returns a pointer to the very value that the handler gets: decoded
// when first asked for, then kept. The error is what the caller is told: a
// BadRequest with a Detail for each field that does not fit, or NotFound when
// no endpoint has the topic. It is not for use by several goroutines.
func (inv *Invocation) Request() (any, error) {
	if !inv.asked {
		inv.asked = true
		inv.request, inv.refusal = inv.read()
	}
	return inv.request, inv.refusal
}

func (inv *Invocation) read() (any, error) {
	if inv.endpoint == nil {
		return nil, NotFound.Errorf("topic %q has no handler", inv.Topic.ID)
	}
	return inv.endpoint.read(&inv.Message)
}

// Reply answers in the handler's stead: value under status, encoded where the
// caller wants bytes.
func (inv *Invocation) Reply(status Status, value any) (Reply, error) {
	reply := Reply{Status: status, Headers: inv.headers}
	if inv.Want == WantNothing {
		return reply, nil
	}
	reply.Value = value
	if inv.Want == WantBytes && value != nil {
		body, err := codecOf(inv.Codec).Encode(value)
		if err != nil {
			return Reply{Headers: inv.headers}, UnexpectedError.Wrap(err, "the reply could not be written")
		}
		reply.Body = body
	}
	return reply, nil
}

func codecOf(c Codec) Codec {
	if c == nil {
		return JSON
	}
	return c
}

// Again gives a further attempt at the message a context and an Invocation of
// its own, with a fresh request and a fresh scope: next(inv.Again(ctx)). A
// retry calls it for each attempt after the first, a hedge for every attempt.
// Dispatch ends the scopes of all attempts, also of one that still runs.
func (inv *Invocation) Again(ctx context.Context) (context.Context, *Invocation) {
	f := &frame{Context: ctx}
	attempt := &f.inv
	attempt.Message, attempt.Contract, attempt.endpoint = inv.Message, inv.Contract, inv.endpoint
	attempt.scope.base = f
	attempt.first = cmp.Or(inv.first, inv)
	inv.share(func(s *shared) { s.attempts = append(s.attempts, attempt) })
	return f, attempt
}

// share runs use on what all attempts have in common, one at a time.
func (inv *Invocation) share(use func(*shared)) {
	first := cmp.Or(inv.first, inv)
	first.scope.mu.Lock()
	defer first.scope.mu.Unlock()
	if first.shared == nil {
		first.shared = &shared{}
	}
	use(first.shared)
}

// Reference is the short id under which operators find this invocation: eight
// hexadecimal digits unless SetReference gave it another.
func (inv *Invocation) Reference() (id string) {
	inv.share(func(s *shared) {
		if s.reference == "" {
			s.reference = fmt.Sprintf("%08x", rand.Uint32())
		}
		id = s.reference
	})
	return id
}

// SetReference makes id the reference. Tracing calls it with digits of the
// trace id, before anybody has asked.
func (inv *Invocation) SetReference(id string) {
	inv.share(func(s *shared) { s.reference = id })
}

// SetReplyHeader sends a header with the reply, also with a failure. It is not
// for use by several goroutines. On an attempt made by Again it has to be
// called before that attempt's next returns.
func (inv *Invocation) SetReplyHeader(key, value string) {
	if inv.headers == nil {
		inv.headers = HeaderMap{}
	}
	inv.headers.Set(key, value)
}

// InvocationFrom finds the invocation that ctx belongs to: in a handler, its
// own.
func InvocationFrom(ctx context.Context) (*Invocation, bool) {
	inv, ok := ctx.Value(invocationKey{}).(*Invocation)
	return inv, ok
}

type invocationKey struct{}

// A frame is an invocation and the context that finds it, in one allocation.
type frame struct {
	context.Context
	inv Invocation
}

func (f *frame) Value(key any) any {
	switch key.(type) {
	case invocationKey:
		return &f.inv
	case scopeKey:
		return &f.inv.scope
	}
	return f.Context.Value(key)
}

// settle is the last thing that happens to an invocation: what no endpoint
// ended is ended, and a failure gets its reference.
func (inv *Invocation) settle(reply Reply, outcome error) (Reply, error) {
	outcome = inv.scope.end(outcome)
	for _, attempt := range inv.attempts() {
		_ = attempt.scope.end(cmp.Or(outcome, errAbandoned)) // its own outcome was decided by another attempt
	}
	if outcome == nil && len(inv.headers) == 0 {
		return reply, nil
	}
	for key, value := range inv.headers {
		if reply.Headers == nil {
			reply.Headers = HeaderMap{}
		}
		reply.Headers[key] = value
	}
	if outcome != nil {
		return Reply{Headers: reply.Headers, Reference: inv.Reference()}, outcome
	}
	return reply, nil
}

// errAbandoned is the outcome of an attempt that was still running when
// another one answered.
var errAbandoned = errors.New("another attempt at the message answered first")

func (inv *Invocation) attempts() []*Invocation {
	inv.scope.mu.Lock()
	defer inv.scope.mu.Unlock()
	if inv.shared == nil {
		return nil
	}
	return inv.shared.attempts
}
