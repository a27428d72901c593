package mcp

import (
	"context"
	nethttp "net/http"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/line"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// most is how many messages a batch may have: each may ask for a long answer.
const most = 100

// serveBatch answers a list of messages, as revision 2025-03-26 has it.
func (x *exchange) serveBatch(body []byte) {
	list, f := readBatch(body)
	if f == nil && (x.settleByHeader(only(x.header[versionHeader]), x.agreed()) != nil || x.speaks != batches) {
		f = onlyBatches
	}
	switch {
	case f != nil:
		x.refuse(&refusal{nethttp.StatusBadRequest, f})
	case x.foreignSession():
		x.forget()
	default:
		x.answerAll(list)
	}
}

var onlyBatches = &fault{code: invalidRequest, message: "the body must be one message: only revision " + string(batches) + " has batches"}

// readBatch takes a list of messages apart. The fault says why it is none.
func readBatch(body []byte) ([]jsontext.Value, *fault) {
	b := batch{body: body}
	switch err := json.Unmarshal(body, &b, wire.OneByOne); {
	case err != nil && wire.IsDeep(body, deepest):
		return nil, tooDeep
	case err != nil:
		return nil, notJSON
	case len(b.list) == 0 || len(b.list) > most:
		return nil, &fault{code: invalidRequest, message: "a batch must have 1 to 100 messages"}
	}
	return b.list, nil
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
			b.list = append(b.list, wire.Part(b.body, dec, value))
		}
	}
	_, err := dec.ReadToken() // ]
	return err
}

func (x *exchange) answerAll(list []jsontext.Value) {
	x.unhurried(x.Context)
	defer x.linger()()
	answers := x.call.answerAll(list, func(m *message) bool { return x.handler.waits.resolve(m, x.partner()) })
	if answers == nil {
		x.accept()
		return
	}
	x.write(nethttp.StatusOK, answers)
}

// answerAll answers the messages of a batch, one after another; nil when none
// of them gets an answer. resolve takes responses.
func (c *call) answerAll(list []jsontext.Value, resolve func(*message) bool) []byte {
	answers := []byte{'['}
	for _, body := range list {
		e := &element{call: call{Context: c.Context, speaks: c.speaks, session: c.session, level: c.level, header: c.header, catalog: c.catalog}}
		e.caller = e
		if !e.run(body, resolve) {
			continue
		}
		if len(answers) > 1 {
			answers = append(answers, ',')
		}
		answers = e.answer.append(answers, e.id, c.catalog.closing(e.speaks))
	}
	if len(answers) == 1 {
		return nil
	}
	return append(answers, ']')
}

// An element is one message of a batch.
type element struct {
	call
	answer answer
}

func (e *element) late(a answer) { e.answer = a }

// notify drops what belongs to one message of many: there is one answer to all.
func (e *element) notify(string, []byte) {}

// ask has no way to the client, for the same reason.
func (e *element) ask(context.Context, string, []byte) (jsontext.Value, error) { return nil, errNoWay }

// run reports whether the message gets an answer.
func (e *element) run(body jsontext.Value, resolve func(*message) bool) bool {
	e.read(body) // which is JSON, or there would be no list
	switch f := e.unfit(); {
	case f != nil:
		e.answer.fault = f
	case e.isResponse():
		resolve(&e.message)
		return false
	case e.silent:
		return false
	case e.Context.Err() != nil:
		e.answer.fault = &fault{code: internalError, message: "the batch was cancelled before this message"}
	default:
		e.work()
	}
	return true
}

// unfit says why a message cannot be one of a batch; nil when it can.
func (m *message) unfit() *fault {
	switch {
	case m.fault != nil:
		return m.fault
	case m.oneWay():
		return nil
	case string(m.method) == initialize:
		return &fault{code: invalidRequest, message: "initialize must come alone"}
	case m.params.meta.version != nil:
		return onlyBatches
	}
	return nil
}

// work does what the message asks for on a goroutine of its own: a handler that
// ends it ends no other message of the batch.
func (e *element) work() {
	e.answer.fault = crashed // unless there is another
	var own sync.WaitGroup
	own.Go(func() { e.answer = e.catalog.answer(&e.call) })
	own.Wait()
}

// A parcel is a batch whose messages are carried out side by side: their
// answers go back as one line when the last of them has landed.
type parcel struct {
	mu      sync.Mutex
	flying  int
	answers []byte
}

// unpack begins all messages of a batch, as revision 2025-03-26 has them.
func (c *conversation) unpack(line []byte) {
	f := &flight{conversation: c}
	list, why := readBatch(line)
	if spoken := c.client.revision; why == nil && spoken != batches && (spoken != "" || c.later) {
		why = onlyBatches
	}
	if why != nil {
		f.refuse(why)
		return
	}
	p := &parcel{flying: len(list)}
	for _, part := range list {
		c.receive(&flight{conversation: c, parcel: p}, part)
	}
}

// add puts an answer into the line.
func (p *parcel) add(a answer, id jsontext.Value, closing []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	separator := byte(',')
	if p.answers == nil {
		separator = '['
	}
	p.answers = a.append(append(p.answers, separator), id, closing)
}

// land counts a message that has ended. The last one writes the line, unless no
// message has an answer.
func (p *parcel) land(out *line.Writer) {
	p.mu.Lock()
	p.flying--
	last := p.flying == 0
	p.mu.Unlock()
	if last && p.answers != nil {
		out.WriteLine(append(p.answers, ']', '\n'), nil)
	}
}
