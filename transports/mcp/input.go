package mcp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/capability"
)

// NeedInput is the error by which a handler asks the client for input (MCP
// 2026-07-28, MRTR). The message's scope rolls back, and the handler runs again
// from its beginning once there are answers, which it reads by Input. What it
// was declared as has to say Asks.
//
// A handler asks before it does anything that cannot be undone, and asks the
// same again when it is told the same: nothing keeps a client from sending one
// round twice, or from never coming back. It may ask ten times about a request.
type NeedInput struct {
	Requests map[string]InputRequest // by keys of the handler's choice
	State    any                     // what the next run has to know, read by Inputs.State; nil for nothing
}

// Error is for operators.
func (n *NeedInput) Error() string {
	return "input is needed: " + strings.Join(n.keys(), ", ")
}

// Unwrap makes the outcome one of status benzene.InputRequired, which is
// nobody's failure.
func (n *NeedInput) Unwrap() error { return needed }

var needed error = benzene.InputRequired.Errorf("the client has to answer questions first, which only MCP can carry")

// keys are those of the questions, in the order in which they are asked.
func (n *NeedInput) keys() []string { return slices.Sorted(maps.Keys(n.Requests)) }

// unfit says what is wrong with what n asks for; "" when nothing is.
func (n *NeedInput) unfit() string {
	if len(n.Requests) == 0 && n.State == nil {
		return "it asks for input without saying which"
	}
	for _, key := range n.keys() {
		r := n.Requests[key]
		if r == nil {
			return "it asks for input without saying which"
		}
		if wrong := r.unfit(); wrong != "" {
			return "its question is none that clients can show: " + wrong
		}
	}
	return ""
}

// own is what the handler wants to know again; nil for nothing.
func (n *NeedInput) own() (jsontext.Value, error) {
	if n.State == nil {
		return nil, nil
	}
	return benzene.JSON.Encode(n.State)
}

// Input is what the client has answered so far. It is never nil: for a message
// that no client can be asked about it has nothing.
func Input(ctx context.Context) *Inputs {
	if call, ok := CallFrom(ctx); ok && call.call.inputs != nil {
		return call.call.inputs
	}
	return &Inputs{}
}

// Inputs are answers to a handler's questions, and what it said it would have
// to know. They are not for use by several goroutines.
type Inputs struct {
	answers map[string]jsontext.Value
	state   jsontext.Value
	round   int // how often the client has been asked
	misses  int // how many rounds brought an answer that was none
	can     capability.Set
}

// Can reports whether the client says that it answers such a question, and the
// request leaves it a way to.
func (in *Inputs) Can(r InputRequest) bool { return r != nil && in.can.Missing(r.needs()) == 0 }

// State reads the State of the handler's last NeedInput into a value. It is
// false when there was none: also where a client that was given one has not
// sent it again, and begins anew.
func (in *Inputs) State(into any) bool {
	return in.state != nil && json.Unmarshal(in.state, into) == nil
}

func (in *Inputs) raw(key string) jsontext.Value { return in.answers[key] }

// take adds answers, and replaces those that were asked for again.
func (in *Inputs) take(given map[string]jsontext.Value) {
	if in.answers == nil {
		in.answers = map[string]jsontext.Value{}
	}
	maps.Copy(in.answers, given)
}
