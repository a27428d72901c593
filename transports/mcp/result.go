package mcp

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Result is what a custom tool answers. With no content but a structured
// value, that value is the text as well.
type Result struct {
	Content    []Content
	Structured any  // what the output schema describes; encoded, unless it is a jsontext.Value; nil for none
	IsError    bool // it says no: the message's outcome is benzene.Refused, and its scope rolls back

	value jsontext.Value // Structured as JSON, once it is ready; nil for none
}

// Answer is a result of one text.
func Answer(text string) *Result { return &Result{Content: []Content{TextContent{Text: text}}} }

// Refusal is a result that says no, in words that a model can act on.
func Refusal(format string, args ...any) *Result {
	return &Result{Content: []Content{TextContent{Text: fmt.Sprintf(format, args...)}}, IsError: true}
}

// resultOf is the answer that a topic's reply makes.
func resultOf(body []byte) *Result {
	r := Answer(string(body))
	if len(body) > 0 && body[0] == '{' {
		r.Structured = jsontext.Value(bytes.Clone(body))
	}
	return r
}

// resultIn is the result that a custom tool's message ended with: the
// function's own, or what a middleware answered in its stead.
func resultIn(reply benzene.Reply) (*Result, error) {
	switch v := reply.Value.(type) {
	case nil:
		return &Result{}, nil
	case *Result:
		return v.ready()
	case **Result:
		return (*v).ready()
	}
	body, err := benzene.JSON.Encode(reply.Value)
	if err != nil {
		return nil, unwritten(err)
	}
	return resultOf(body).ready()
}

// ready is r as it can be written; the application may keep r and share it. A
// nil result is an empty one.
func (r *Result) ready() (*Result, error) {
	if r == nil {
		return &Result{}, nil
	}
	ready := *r
	if slices.ContainsFunc(r.Content, isNothing) {
		return nil, benzene.UnexpectedError.Errorf("the result has a content that is nil")
	}
	var err error
	if ready.value, err = r.structured(); err != nil {
		return nil, unwritten(err)
	}
	if ready.value != nil {
		ready.Structured = ready.value
	}
	return &ready, nil
}

func unwritten(err error) error {
	return benzene.UnexpectedError.Wrap(err, "the result could not be written")
}

// structured is the structured value as JSON on one line; nil for none.
func (r *Result) structured() (jsontext.Value, error) {
	given, written := r.Structured.(jsontext.Value)
	switch {
	case r.Structured == nil, written && given == nil:
		return nil, nil
	case !written:
		return benzene.JSON.Encode(r.Structured)
	case len(given) > 0 && len(given) == len(r.value) && &given[0] == &r.value[0]:
		return given, nil // it has been through here, and nobody changed it since
	}
	given = bytes.Clone(given)
	return given, given.Format(jsontext.PreserveRawStrings(true))
}

// refused is the outcome of a message whose result says no.
type refused struct{ result *Result }

// Error is for operators.
func (r refused) Error() string { return "refused: " + r.result.words() }

// Unwrap makes the outcome a failure of status benzene.Refused.
func (r refused) Unwrap() error { return benzene.Refused.Errorf("%s", r.result.words()) }

// words are the first text of a result.
func (r *Result) words() string {
	for _, c := range r.Content {
		switch text := c.(type) {
		case TextContent:
			return text.Text
		case *TextContent:
			return text.Text
		}
	}
	return "the tool refused"
}

// An answer is what a request gets: a result that is ready to be copied, one
// that has to be closed, what a tool said, or a fault.
type answer struct {
	whole   []byte // a result as JSON; not changed
	open    []byte // a result without its closing, which depends on the revision
	content content
	fault   *fault
}

// content is the result of a tool call.
type content struct {
	text       []byte
	structured bool // text is what the tool's output schema describes
	failed     bool
}

// append writes a as the answer to the request that id names, with
// closing to end a result; a nil id is left out.
func (a answer) append(b []byte, id jsontext.Value, closing []byte) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	if id != nil {
		b = append(b, `,"id":`...)
		b = append(b, id...)
	}
	switch {
	case a.fault != nil:
		b = append(b, `,"error":`...)
		b = a.fault.append(b)
	case a.whole != nil:
		b = append(b, `,"result":`...)
		b = append(b, a.whole...)
	case a.open != nil:
		b = append(b, `,"result":`...)
		b = append(append(b, a.open...), closing...)
	default:
		b = append(b, `,"result":`...)
		b = append(a.content.append(b), closing...)
	}
	return append(b, '}')
}

// append writes c as a CallToolResult that is still open. Text and structured
// content are the same bytes, once escaped and once as they are.
func (c content) append(b []byte) []byte {
	b = append(b, `{"content":[{"type":"text","text":`...)
	b = append(wire.AppendText(b, c.text), `}]`...)
	if c.structured {
		b = append(append(b, `,"structuredContent":`...), c.text...)
	}
	return appendFailed(b, c.failed)
}

func appendFailed(b []byte, failed bool) []byte {
	if failed {
		b = append(b, `,"isError":true`...)
	}
	return b
}

// append writes the result of a custom tool for revision rev, still open.
func (r *Result) append(b []byte, rev revision) []byte {
	b = append(b, `{"content":[`...)
	for i, c := range r.Content {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.append(b, rev)
	}
	if len(r.Content) == 0 && r.value != nil {
		b = append(wire.AppendText(append(b, `{"type":"text","text":`...), r.value), '}')
	}
	b = append(b, ']')
	if r.value != nil && !r.IsError && rev.structured(r.value.Kind() == '{') {
		b = append(append(b, `,"structuredContent":`...), r.value...)
	}
	return appendFailed(b, r.IsError)
}

// failed answers a failure with a result that a model can act on. Only a panic
// is a fault, which says nothing but where operators find it.
func failed(reply benzene.Reply, err error) answer {
	if f := panicked(reply, err); f != nil {
		return answer{fault: f}
	}
	return answer{content: content{text: []byte(reply.Problem(err).String()), failed: true}}
}

// MarshalJSON writes r as it is sent to clients of the newest revision.
func (r Result) MarshalJSON() ([]byte, error) {
	var err error
	if r.value, err = r.structured(); err != nil {
		return nil, err
	}
	return append(r.append(nil, stateless), '}'), nil
}
