package mcp

import (
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/seal"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// readInputs takes what a request of the later era brings along.
func (c *call) readInputs() *fault {
	p := &c.params
	if !c.offering.base().asks {
		if c.speaks.stateless() && given(p.requestState) {
			return notOurState
		}
		return nil
	}
	c.inputs = &Inputs{can: c.can}
	if !c.speaks.stateless() {
		return nil
	}
	return c.readAnswers()
}

// given reports whether a parameter is there: null is as good as absent.
func given(v jsontext.Value) bool { return v != nil && v.Kind() != 'n' }

var notOurState = &fault{code: invalidParams, message: `"requestState" is none that was given out for this request, or it is too old`}

// readAnswers reads answers, and the state that they go with. Only what was
// asked for is an answer; without a state nobody knows what was.
func (c *call) readAnswers() *fault {
	in, p := c.inputs, &c.params
	answers, f := p.answers()
	if f != nil {
		return f
	}
	if !given(p.requestState) {
		if given(p.inputResponses) {
			in.round = 1 // at least
			in.take(answers)
		}
		return nil
	}
	sealed, err := c.catalog.seal.Open(string(wire.Unquoted(p.requestState)), c.about(), time.Now())
	if err != nil {
		return notOurState
	}
	in.answers, in.state, in.round = sealed.Answers, sealed.Own, sealed.Round
	maps.DeleteFunc(answers, func(key string, _ jsontext.Value) bool { return !slices.Contains(sealed.Asked, key) })
	in.take(answers)
	return nil
}

// answers are those that came with the request.
func (p *params) answers() (answers map[string]jsontext.Value, f *fault) {
	switch kind := p.inputResponses.Kind(); {
	case !given(p.inputResponses):
		return nil, nil
	case kind != '{':
		return nil, &fault{code: invalidParams, message: `"inputResponses" must be an object, got ` + phrase.Kind(kind)}
	case json.Unmarshal(p.inputResponses, &answers) != nil:
		return nil, &fault{code: invalidParams, message: `"inputResponses" must have each key once`}
	}
	return answers, nil
}

// about is what a state is bound to.
func (c *call) about() seal.About {
	return seal.About{Method: string(c.method), Target: c.target(), Arguments: c.public.Arguments, Principal: seal.PrincipalOf(c.Context)}
}

// target is what a call names: the URI itself where a template answers it.
func (c *call) target() string {
	if c.public.URI != "" {
		return c.public.URI
	}
	return c.public.Name
}

// sendQuestions is the answer of the later era, which the client repeats its
// request after. What is not in the questions travels sealed.
func (c *call) sendQuestions(n *NeedInput) answer {
	keys := n.keys()
	for _, key := range keys {
		delete(c.inputs.answers, key) // asked again, for a better answer
	}
	b := c.appendQuestions([]byte{'{'}, n, keys)
	if c.inputs.round > 1 || len(c.inputs.answers) > 0 || n.State != nil {
		own, err := n.own()
		if err != nil {
			return c.misused("what it has to remember cannot be written", err)
		}
		text, err := c.catalog.seal.Seal(c.about(), seal.State{
			Round: c.inputs.round, Asked: keys, Answers: c.inputs.answers, Own: own, Issued: time.Now(),
		})
		if err != nil {
			return c.unable("what it has to remember is too long")
		}
		b = append(wire.AppendText(append(b, `"requestState":`...), text), ',')
	}
	return answer{whole: append(append(append(b, `"resultType":"input_required"`...), c.catalog.signature...), '}')}
}

// appendQuestions writes the questions as a member before others.
func (c *call) appendQuestions(b []byte, n *NeedInput, keys []string) []byte {
	if len(keys) == 0 {
		return b
	}
	b = append(b, `"inputRequests":{`...)
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		r := n.Requests[key]
		b = append(wire.AppendText(b, key), ':')
		b = wire.AppendText(append(b, `{"method":`...), r.method())
		b = append(r.appendParams(append(b, `,"params":`...), c.speaks), '}')
	}
	return append(b, `},`...)
}
