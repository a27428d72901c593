package benzene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

// An Invocation is one handling of one message.
type Invocation struct {
	Message
	Contract *Contract // never nil; its zero value when no endpoint has the topic

	endpoint *Endpoint // nil when no endpoint has the topic
	scope    scope
	headers  HeaderMap
	request  any                    // what Request returns, or a refused; nil until asked for
	shared   atomic.Pointer[shared] // nil until needed
}

// refused stands in a request's place when there is none.
type refused struct{ err error }

// shared is what all attempts at one message have in common.
type shared struct {
	mu        sync.Mutex
	reference string
	attempts  []*Invocation // those that Again made
	over      bool          // the message has its answer
}

// Request returns a pointer to the very value that the handler gets: decoded
// when first asked for, then kept. The error is what the caller is told: a
// BadRequest with a Detail for each field that does not fit, or NotFound when
// no endpoint has the topic. It is not for use by several goroutines.
func (inv *Invocation) Request() (any, error) {
	if inv.request == nil {
		request, err := inv.read()
		if err != nil {
			request = refused{err}
		}
		inv.request = request
	}
	if no, ok := inv.request.(refused); ok {
		return nil, no.err
	}
	return inv.request, nil
}

func (inv *Invocation) read() (any, error) {
	if inv.endpoint == nil {
		return nil, unserved(inv.Topic.ID)
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
// Dispatch ends the scopes of all attempts, also of one that still runs; one
// that begins later has none.
func (inv *Invocation) Again(ctx context.Context) (context.Context, *Invocation) {
	f := &frame{Context: ctx}
	attempt := &f.inv
	attempt.Message, attempt.Contract, attempt.endpoint = inv.Message, inv.Contract, inv.endpoint
	attempt.scope.base = f
	s := inv.common()
	attempt.shared.Store(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		attempt.scope.promises.Store(ended)
	}
	s.attempts = append(s.attempts, attempt)
	return f, attempt
}

// common is what all attempts share, made when first needed.
func (inv *Invocation) common() *shared {
	for {
		s := inv.shared.Load()
		if s != nil && s != concluded {
			return s
		}
		made := &shared{over: s == concluded}
		if inv.shared.CompareAndSwap(s, made) {
			return made
		}
	}
}

// Reference is the short id under which operators find this invocation: eight
// hexadecimal digits unless SetReference gave it another.
func (inv *Invocation) Reference() string {
	s := inv.common()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reference == "" {
		s.reference = fmt.Sprintf("%08x", rand.Uint32())
	}
	return s.reference
}

// SetReference makes id the reference. Tracing calls it with digits of the
// trace id, before anybody has asked.
func (inv *Invocation) SetReference(id string) {
	s := inv.common()
	s.mu.Lock()
	s.reference = id
	s.mu.Unlock()
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
	if !inv.scope.over() {
		outcome = inv.scope.end(outcome)
	}
	for _, attempt := range inv.conclude() {
		_ = attempt.scope.end(cmp.Or(outcome, errAbandoned)) // its own outcome was decided by another attempt
	}
	reply.Headers = reply.Headers.with(inv.headers)
	if outcome != nil {
		return Reply{Headers: reply.Headers, Reference: inv.Reference()}, outcome
	}
	return reply, nil
}

// errAbandoned is the outcome of an attempt that was still running when
// another one answered.
var errAbandoned = errors.New("another attempt at the message answered first")

// concluded stands for what is shared where nothing was when the message got its
// answer.
var concluded = &shared{}

// conclude lists the attempts there were, and makes later ones too late.
func (inv *Invocation) conclude() []*Invocation {
	if inv.shared.CompareAndSwap(nil, concluded) {
		return nil
	}
	s := inv.shared.Load()
	if s == concluded {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	return s.attempts
}
