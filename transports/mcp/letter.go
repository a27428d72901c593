package mcp

import (
	"github.com/benzene-go/framework/benzene"
)

// perform carries a call to its handler and the reply back, as often as the
// handler asks for input.
func (c *call) perform(o offering) answer {
	c.concerns(o)
	if f := c.readInputs(); f != nil {
		return answer{fault: f}
	}
	ctx := c.withProgress()
	for {
		reply, err := o.base().sender.Dispatch(ctx, c.letter())
		need := needOf(err)
		if need == nil {
			return o.answer(c, reply, err)
		}
		if a, over := c.need(need); over {
			return a
		}
	}
}

// letter is the call as a message.
func (c *call) letter() benzene.Message {
	o := c.offering.base()
	return benzene.Message{
		Topic:     o.topic,
		Headers:   headers{c},
		Params:    c.values,
		Body:      c.payload(),
		Codec:     o.codec,
		Want:      o.want,
		Transport: "mcp",
		Facts:     c,
		Abandoned: c.abandoned,
	}
}

// payload is the message's body. A topic gets a prompt's arguments and a
// template's variables as parameters, which fill fields of any kind.
func (c *call) payload() []byte {
	switch o := c.offering.(type) {
	case *prompt:
		if o.own == nil {
			return nil
		}
	case *resource:
		return nil
	}
	return c.public.Arguments
}
