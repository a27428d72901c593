package mcp

import (
	"context"
	nethttp "net/http"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// most is how many messages a batch may have: each may ask for a long answer.
const most = 100

// serveBatch answers a list of messages, as revision 2025-03-26 has it.
func (x *exchange) serveBatch(ctx context.Context, version string, body []byte) {
	b := batch{body: body}
	err := json.Unmarshal(body, &b, oneByOne)
	no := func(f *fault) { x.refuse(&refusal{nethttp.StatusBadRequest, f}) }
	switch {
	case err != nil:
		no(notJSON)
	case x.settleByHeader(version) != nil || x.revision != batches:
		no(&fault{code: invalidRequest, message: "the body must be one message: only revision " + batches + " has batches"})
	case len(b.list) == 0 || len(b.list) > most:
		no(&fault{code: invalidRequest, message: "a batch must have 1 to 100 messages"})
	default:
		x.answerAll(ctx, b.list)
	}
}

// A batch is a list of messages. Its parts are slices of body, and no more of
// them are kept than show that there are too many.
type batch struct {
	body []byte
	list []jsontext.Value
}

// UnmarshalJSONFrom reads the list.
func (b *batch) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil { // [
		return err
	}
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if len(b.list) <= most {
			b.list = append(b.list, partOf(b.body, dec, value))
		}
	}
	_, err := dec.ReadToken() // ]
	return err
}

func (x *exchange) answerAll(ctx context.Context, list []jsontext.Value) {
	answers := []byte{'['}
	for _, body := range list {
		e := &element{call: call{revision: x.revision, session: x.session}}
		e.caller = e
		if !e.run(ctx, x.handler.catalog, body) {
			continue
		}
		if len(answers) > 1 {
			answers = append(answers, ',')
		}
		answers = e.answer.append(answers, e.id)
	}
	if len(answers) == 1 {
		x.accept()
		return
	}
	x.write(nethttp.StatusOK, append(answers, ']'))
}

// An element is one message of a batch.
type element struct {
	call
	answer answer
}

func (e *element) late(a answer) { e.answer = a }

// run reports whether the message gets an answer.
func (e *element) run(ctx context.Context, c *catalog, body jsontext.Value) bool {
	e.read(body) // which is JSON, or there would be no list
	switch {
	case e.fault != nil:
		e.answer.fault = e.fault
	case e.silent || e.isResponse():
		return false
	case string(e.method) == initialize:
		e.answer.fault = &fault{code: invalidRequest, message: "initialize must come alone"}
	case e.params.meta.version != nil:
		e.answer.fault = e.settle("")
	case ctx.Err() != nil:
		e.answer.fault = &fault{code: internalError, message: "the batch was cancelled before this message"}
	default:
		e.work(ctx, c)
	}
	return true
}

// work does what the message asks for on a goroutine of its own: a handler that
// ends it ends no other message of the batch.
func (e *element) work(ctx context.Context, c *catalog) {
	var own sync.WaitGroup
	own.Go(func() { e.answer = c.answer(ctx, &e.call) })
	own.Wait()
}
