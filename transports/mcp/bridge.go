package mcp

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// mostMisses is how often a user, or a client, may give an answer that is none
// while the call waits: nobody likes to see one form ten times.
const mostMisses = 3

// askQuestions asks as revisions with a handshake do: by requests of the
// server's, while the call waits.
func (c *call) askQuestions(n *NeedInput) (a answer, over bool) {
	own, err := n.own()
	if err != nil {
		return c.misused("what it has to remember cannot be written", err), true
	}
	answers, err := c.await(n)
	if err != nil {
		return c.unable(whyUnanswered(err)), true
	}
	in := c.inputs
	in.state = own
	in.take(answers)
	if in.missed(n) && in.misses >= mostMisses {
		return c.unable("its question got no answer that fits it"), true
	}
	return answer{}, false
}

// await asks one question after another: a user sees one form at a time.
func (c *call) await(n *NeedInput) (map[string]jsontext.Value, error) {
	ctx, cancel := context.WithTimeout(c, c.catalog.patience)
	defer cancel()
	answers := map[string]jsontext.Value{}
	for _, key := range n.keys() {
		r := n.Requests[key]
		result, err := c.caller.ask(ctx, r.method(), r.appendParams(nil, c.speaks))
		if err != nil {
			return nil, err
		}
		answers[key] = result
	}
	return answers, nil
}

// missed notes whether a question of n got something that is no answer to it.
func (in *Inputs) missed(n *NeedInput) bool {
	for key, r := range n.Requests {
		if !r.answered(in, key) {
			in.misses++
			return true
		}
	}
	return false
}

// errNoWay is why a caller cannot be asked anything.
var errNoWay = errors.New("its client's request leaves no way to ask for input")

// A refusedInput is a client's error in the place of an answer.
type refusedInput struct{ message string }

func (r refusedInput) Error() string { return r.message }

func whyUnanswered(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "nobody answered its question in time"
	case errors.Is(err, errNoWay), errors.Is(err, errTooMany), errors.Is(err, errStopping):
		return err.Error()
	}
	if no, ok := errors.AsType[refusedInput](err); ok {
		return "the client refused its question: " + phrase.Quoted(no.message)
	}
	return "its question was not answered"
}
