package mcp

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
)

// An answer is what a request gets: a result that is ready to be copied, what a
// tool said, or a fault.
type answer struct {
	result  []byte // JSON; not changed
	content content
	fault   *fault
}

// content is the result of a tool call.
type content struct {
	text       []byte
	structured bool // text is a JSON object, and what the tool's output schema describes
	failed     bool
}

// append writes a as the answer to the request that id names; a nil id is left
// out.
func (a answer) append(b []byte, id jsontext.Value) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	if id != nil {
		b = append(b, `,"id":`...)
		b = append(b, id...)
	}
	switch {
	case a.fault != nil:
		b = append(b, `,"error":`...)
		b = a.fault.append(b)
	case a.result != nil:
		b = append(b, `,"result":`...)
		b = append(b, a.result...)
	default:
		b = append(b, `,"result":`...)
		b = a.content.append(b)
	}
	return append(b, '}')
}

// append writes c as a CallToolResult. Text and structured content are the same
// bytes, once escaped and once as they are.
func (c content) append(b []byte) []byte {
	b = append(b, `{"content":[{"type":"text","text":`...)
	b = appendText(b, c.text)
	b = append(b, `}]`...)
	if c.structured {
		b = append(b, `,"structuredContent":`...)
		b = append(b, c.text...)
	}
	if c.failed {
		b = append(b, `,"isError":true`...)
	}
	return append(b, '}')
}

// answer turns what Dispatch returned into what the caller gets.
func (t *tool) answer(reply benzene.Reply, err error) answer {
	switch {
	case err != nil:
		return failed(reply, err)
	case !t.structured:
		return answer{content: content{text: reply.Body}}
	case len(reply.Body) == 0 || reply.Body[0] != '{':
		// A client checks results against the schema that it was promised.
		return failed(reply, benzene.UnexpectedError.Errorf("the tool promises an object, and there was none"))
	}
	return answer{content: content{text: reply.Body, structured: true}}
}

// failed answers a failure with a result that a model can act on. Only a panic
// is a fault, which says nothing but where operators find it.
func failed(reply benzene.Reply, err error) answer {
	var panicked *benzene.Panic
	if errors.As(err, &panicked) {
		return answer{fault: &fault{code: internalError, message: "internal error (reference " + reply.Reference + ")"}}
	}
	return answer{content: content{text: []byte(reply.Problem(err).String()), failed: true}}
}
