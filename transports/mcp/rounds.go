package mcp

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/capability"
)

// mostRounds is how often a handler may ask about one request, as clients have
// it.
const mostRounds = 10

func needOf(err error) *NeedInput {
	if err == nil {
		return nil
	}
	need, _ := errors.AsType[*NeedInput](err)
	return need
}

// need asks the client. It is over with the answer that asks, or says that
// nobody can be asked; otherwise the handler's questions have been answered.
func (c *call) need(n *NeedInput) (a answer, over bool) {
	switch wrong := n.unfit(); {
	case c.inputs == nil:
		return c.misused("it asks for input, which it has not declared with mcp.Asks", nil), true
	case wrong != "":
		return c.misused(wrong, nil), true
	case c.inputs.round >= mostRounds:
		return c.unable("it asks for more and more input"), true
	}
	missing := c.lacking(n)
	c.inputs.round++
	switch {
	case missing != 0 && c.speaks.stateless():
		return answer{fault: lacks(missing)}, true
	case missing != 0:
		return c.unable(c.whyUnasked()), true
	case c.speaks.stateless():
		return c.sendQuestions(n), true
	}
	return c.askQuestions(n)
}

// lacking are the capabilities that the client would need, and has not.
func (c *call) lacking(n *NeedInput) (missing capability.Set) {
	for _, r := range n.Requests {
		missing |= c.inputs.can.Missing(r.needs())
	}
	return missing
}

// whyUnasked says why the client of an earlier revision is asked nothing.
func (c *call) whyUnasked() string {
	if x, ok := c.caller.(*exchange); ok && x.deaf {
		return "it has to ask for input, and this request takes no stream of events (Accept: text/event-stream)"
	}
	return "it has to ask for input, and this client has not declared in its handshake that it answers"
}

// lacks says what a client has to declare first.
func lacks(missing capability.Set) *fault {
	data := append(missing.Append([]byte(`{"requiredCapabilities":`)), '}')
	return &fault{code: missingCapability, message: "the request needs capabilities that the client has not declared", data: data}
}

// misused is unable for what only the program can mend: operators read of it.
func (c *call) misused(why string, cause error) answer {
	o := c.offering.base()
	attrs := []any{o.kind, o.name, "reason", why}
	if cause != nil {
		attrs = append(attrs, "cause", cause)
	}
	slog.ErrorContext(c, "mcp: a handler cannot ask for input", attrs...)
	return c.unable(why)
}

// unable says why a call cannot go on: to a tool's caller as a result.
func (c *call) unable(why string) answer {
	text := fmt.Sprintf("%s: the %s cannot go on: %s", benzene.InputRequired, c.offering.base().kind, why)
	if _, ok := c.offering.(*tool); ok {
		return answer{content: content{text: []byte(text), failed: true}}
	}
	return answer{fault: &fault{code: internalError, message: text}}
}
