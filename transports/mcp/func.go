package mcp

import (
	"context"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
)

// A ToolHandler answers a custom tool. A nil Result is an empty answer. An error
// is told as that of any handler is: the words of a *benzene.Error, and of
// another error a reference.
type ToolHandler func(ctx context.Context, call *Call) (*Result, error)

// Func offers a tool that fn answers, and no topic. Its calls are messages like
// any other: of the topic "benzene:mcp:" and the name, which can be reached
// through the tool alone, with the same pipeline and a scope of their own.
//
// input describes the arguments to the model; fn reads them itself, best with
// Call.Args.
func Func(name, description string, input *Schema, fn ToolHandler, options ...ToolOption) Part {
	e := benzene.Handle("benzene:mcp:"+name, func(ctx context.Context, _ rawArguments) (*Result, error) {
		call, _ := CallFrom(ctx)
		result, err := fn(ctx, call)
		return outcome(call, result, err)
	})
	return customTool(name, description, e, fn == nil, append(options[:len(options):len(options)], InputSchema(input)))
}

// FuncOf offers a tool as Func does, whose arguments are decoded and validated
// as an In before fn is called. The input schema is In's.
func FuncOf[In any](name, description string, fn func(context.Context, *Call, In) (*Result, error), options ...ToolOption) Part {
	e := benzene.Handle("benzene:mcp:"+name, func(ctx context.Context, in In) (*Result, error) {
		call, _ := CallFrom(ctx)
		result, err := fn(ctx, call, in)
		return outcome(call, result, err)
	})
	return customTool(name, description, e, fn == nil, options)
}

// rawArguments are those that a function reads itself.
type rawArguments = jsontext.Value

func customTool(name, description string, e benzene.Endpoint, empty bool, options []ToolOption) Part {
	t := newTool(name, description, options)
	t.own, t.want, t.topic = newCustom(e, empty), benzene.WantValue, e.Contract().Topic
	return t.part()
}

// outcome makes ready what a function returned, while that can still fail the
// message: a result that says no, one that cannot be written, and one that is
// not what the tool promised.
func outcome(call *Call, result *Result, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	ready, err := result.ready()
	switch {
	case err != nil:
		return nil, err
	case ready.IsError:
		return nil, refused{ready}
	}
	return ready, call.call.offering.(*tool).keeps(ready.value)
}

// A custom is an offer that a function of the application answers, and no topic
// of the service. Each dispatcher gets it once, however many endpoints offer it.
type custom struct {
	endpoint benzene.Endpoint
	empty    bool // there is no function

	mu      sync.Mutex
	senders map[*benzene.Dispatcher]benzene.Sender
}

func newCustom(e benzene.Endpoint, empty bool) *custom {
	return &custom{endpoint: e, empty: empty, senders: map[*benzene.Dispatcher]benzene.Sender{}}
}

func (c *custom) attach(d *benzene.Dispatcher) (benzene.Sender, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if sender := c.senders[d]; sender != nil {
		return sender, nil
	}
	sender, err := d.Attach(c.endpoint)
	if err == nil {
		c.senders[d] = sender
	}
	return sender, err
}
