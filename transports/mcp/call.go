package mcp

import (
	"context"
	"errors"
	nethttp "net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/capability"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Call is what a client asks for, as the server understood it: which tool,
// resource or prompt, and with which arguments. Its fields are for reading.
//
// Name, Writes and Destructive are as the program declared them, so that an
// authorizer can trust them. The rest is what the client sent.
type Call struct {
	Method        string         // "tools/call", "resources/read", "prompts/get" or "completion/complete"
	Name          string         // of the tool or prompt; of a resource its declared URI or template
	Writes        bool           // it is a tool that was declared with Writes
	Destructive   bool           // likewise
	Arguments     jsontext.Value // a JSON object, as it was sent; "{}" when there was none
	URI           string         // of the resource that is read
	Session       string         // an id of ours; "" when the client has none
	Revision      string         // of the protocol, such as "2025-11-25"
	ProgressToken jsontext.Value // JSON text or number; nil when the client asked for no progress

	call *call
}

// CallFrom finds the call that ctx belongs to. It is for middleware and
// handlers that have to know which tool brought a message, also one that a
// custom tool asked for; it is false for what came in another way.
func CallFrom(ctx context.Context) (*Call, bool) {
	c, ok := ctx.Value(callKey{}).(*Call)
	return c, ok
}

type callKey struct{}

// Args reads the arguments of a custom tool strictly.
func (c *Call) Args() *Args { return ReadArgs(c.Arguments) }

// Variable is the value of one of a resource template's variables, or "".
func (c *Call) Variable(name string) string {
	if c.call == nil {
		return ""
	}
	if r, ok := c.call.offering.(*resource); ok && r.spelling[name] != "" {
		name = r.spelling[name] // by which a topic's request has it
	}
	for _, p := range c.call.values {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// Dispatch sends a message through the service's pipeline, as an invocation and
// with a scope of its own: a Call is a benzene.Sender, for benzene.Call and its
// like. The message has the headers of this call and belongs to its tool, under
// whichever context and on whichever goroutine it is sent.
func (c *Call) Dispatch(ctx context.Context, msg benzene.Message) (benzene.Reply, error) {
	if c.call == nil {
		return benzene.Reply{}, errNoCall
	}
	if msg.Headers == nil {
		msg.Headers = asking{c.call}
	}
	if asker, ok := CallFrom(ctx); !ok || asker != c {
		ctx = within{ctx, c}
	}
	msg.Transport, msg.Facts = "mcp", c.call
	return c.call.catalog.dispatcher.Dispatch(ctx, msg)
}

var errNoCall = errors.New("mcp: this Call was made by hand, and there is no service to ask; use the one that the handler got")

// within is a context of the application's own, which finds the call all the same:
// an authorizer goes by it.
type within struct {
	context.Context
	call *Call
}

// Value finds the call.
func (w within) Value(key any) any {
	if _, ok := key.(callKey); ok {
		return w.call
	}
	return w.Context.Value(key)
}

// Ask sends args to topic, through the service's pipeline, as an invocation and
// with a scope of its own, and returns what a tool bound to the topic would
// answer: a custom tool can return it as it is. args is a value to be encoded, or
// JSON as a jsontext.Value or []byte. The error is the message's outcome.
func (c *Call) Ask(ctx context.Context, topic string, args any) (*Result, error) {
	msg := benzene.Message{Topic: benzene.Topic{ID: topic}}
	switch given := args.(type) {
	case jsontext.Value:
		msg.Body = given
	case []byte:
		msg.Body = given
	default:
		msg.Value = given
	}
	reply, err := c.Dispatch(ctx, msg)
	if err != nil {
		return nil, err
	}
	return resultOf(reply.Body), nil
}

// A call is one request, with what this room knows of it. It is the context
// under which its messages run.
type call struct {
	context.Context
	message
	catalog *catalog
	speaks  revision       // that both sides speak
	session string         // an id of ours; "" when the caller has none
	can     capability.Set // what the client declared
	client  implementation // that it says it is, in the later era
	level   Level          // from which on it wants log messages; "" for none
	header  nethttp.Header // of the HTTP request; nil where there is none
	caller  caller

	offering offering // what is asked for, once it is found
	unknown  bool     // it names a session that is none of ours
	pace     pace
	values   []benzene.Param // of a resource template's variables, or a prompt's arguments
	inputs   *Inputs         // what the client has answered; nil when nothing was asked
	public   Call
}

// A caller waits for an answer. What comes before the answer belongs to the
// request; what comes after it is dropped.
type caller interface {
	// late delivers an answer whose goroutine does not live to return it.
	late(answer)
	// notify sends a notification, with params as a JSON object.
	notify(method string, params []byte)
	// ask sends a request of the server's and waits for the client's result. It
	// is for revisions with a handshake.
	ask(ctx context.Context, method string, params []byte) (jsontext.Value, error)
}

// Value finds the call among what ctx knows.
func (c *call) Value(key any) any {
	if _, ok := key.(callKey); ok && c.offering != nil {
		return &c.public
	}
	return c.Context.Value(key)
}

// concerns says what the call is about, as its handler and middleware see it.
func (c *call) concerns(o offering) {
	c.offering = o
	c.public.call, c.public.Name = c, o.base().name
	c.public.Method, c.public.Session = string(c.method), c.session
	c.public.Revision, c.public.ProgressToken = string(c.speaks), c.params.meta.token()
	if t, ok := o.(*tool); ok {
		c.public.Writes, c.public.Destructive = t.writes, t.destructive
	}
}

// abandoned delivers the outcome of a call whose goroutine its handler ended.
func (c *call) abandoned(reply benzene.Reply, err error) {
	c.caller.late(c.offering.answer(c, reply, err))
}

// Facts are the attributes of OpenTelemetry's conventions for MCP and for
// generative AI.
func (c *call) Facts(add func(key string, value any)) {
	add("mcp.method.name", string(c.method))
	add("mcp.protocol.version", string(c.speaks))
	if c.session != "" {
		add("mcp.session.id", c.session)
	}
	if text := wire.Unquoted(c.id); text != nil {
		add("jsonrpc.request.id", string(text))
	} else {
		add("jsonrpc.request.id", string(c.id))
	}
	c.offering.facts(c, add)
}
