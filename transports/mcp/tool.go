package mcp

import (
	"errors"
	"log/slog"
	"strconv"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/mirror"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A tool is a declared tool and, once bound, the way to its handler.
type tool struct {
	offer
	writes      bool
	destructive bool
	given       schemas // by hand
	mirrored    []mirroredMember

	input, output []byte // JSON Schema; output is nil when there is none
	object        bool   // its output schema allows objects only
	nullable      bool   // it allows null
	mirrors       mirror.Set
}

// schemas are those of a tool's arguments and of its results; nil where they
// come from the topic's contract.
type schemas struct{ input, output *Schema }

// Tool offers topic to models, under a name of 1 to 64 of the characters
// A-Z a-z 0-9 _ and -. The description tells a model what the tool does and
// when to call it. Unless Writes says otherwise the tool only reads.
//
// The input schema is derived from the topic's request type, which has to be an
// object, and the output schema from its response type, unless
// InputSchema and OutputSchema give others.
func Tool(name, description, topic string, options ...ToolOption) Part {
	t := newTool(name, description, options)
	t.topic.ID = topic
	return t.part()
}

func (t *tool) part() Part {
	return func(d *declaration) {
		own := *t // each endpoint binds its own
		d.tools = append(d.tools, &own)
	}
}

func newTool(name, description string, options []ToolOption) *tool {
	t := &tool{offer: offer{kind: "tool", name: name, description: description}}
	for _, option := range options {
		if option == nil {
			t.hollow = true
			continue
		}
		option.tool(t)
	}
	return t
}

// A ToolOption adds to what a tool says of itself.
type ToolOption interface{ tool(*tool) }

type toolOption func(*tool)

func (o toolOption) tool(t *tool) { o(t) }

// Writes marks a tool that changes something. Without it the tool is announced
// as reading only, so that repeating a call does no harm.
func Writes() ToolOption {
	return toolOption(func(t *tool) { t.writes = true })
}

// Destructive marks a tool that writes, and may delete or overwrite what was
// there.
func Destructive() ToolOption {
	return toolOption(func(t *tool) { t.writes, t.destructive = true, true })
}

// Mirror has clients repeat an argument in the header Mcp-Param- and name, for
// those between who do not read the body (MCP 2026-07-28, x-mcp-header). member
// is a text, an integer or a flag of the topic's request, with dots before the
// names of inner ones. It must be nothing secret, and of one tool no more than 64
// can be mirrored.
func Mirror(member, name string) ToolOption {
	return toolOption(func(t *tool) { t.mirrored = append(t.mirrored, mirroredMember{member, name}) })
}

type mirroredMember struct{ path, header string }

// InputSchema gives the schema of the arguments, in the place of the one that the
// topic's contract has.
func InputSchema(input *Schema) ToolOption {
	return toolOption(func(t *tool) { t.given.input = input })
}

// OutputSchema gives the schema of the results. A result that is not what it says
// does not leave the service, as far as a bounded effort tells: alternatives
// within alternatives, many levels deep, are not followed to the end.
func OutputSchema(output *Schema) ToolOption {
	return toolOption(func(t *tool) { t.given.output = output })
}

// append writes t as it is listed to clients of revision r. All three hints are
// written: a client takes an absent one for true or false as it likes.
func (t *tool) append(b []byte, r revision) []byte {
	b = wire.AppendText(append(b, `{"name":`...), t.name)
	b = t.appendAbout(b, r)
	b = append(append(b, `,"inputSchema":`...), t.input...)
	if t.output != nil && r.structured(t.object) {
		b = append(append(b, `,"outputSchema":`...), t.output...)
	}
	if !r.annotations() {
		return append(b, '}')
	}
	b = strconv.AppendBool(append(b, `,"annotations":{"readOnlyHint":`...), !t.writes)
	b = strconv.AppendBool(append(b, `,"destructiveHint":`...), t.destructive)
	b = strconv.AppendBool(append(b, `,"idempotentHint":`...), !t.writes)
	return append(b, `}}`...)
}

// appendAbout writes what o says of itself to people.
func (o *offer) appendAbout(b []byte, r revision) []byte {
	if r.titles() {
		b = appendOptional(b, "title", o.title)
	}
	b = appendOptional(b, "description", o.description)
	return appendIcons(b, r, o.icons)
}

func (t *tool) facts(_ *call, add func(key string, value any)) {
	add("gen_ai.operation.name", "execute_tool")
	add("gen_ai.tool.name", t.name)
}

// answer turns what Dispatch returned into what the caller gets.
func (t *tool) answer(c *call, reply benzene.Reply, err error) answer {
	switch {
	case err != nil:
		return t.failed(c, reply, err)
	case t.own != nil:
		return t.told(c, reply)
	case t.output == nil:
		return answer{content: content{text: reply.Body}}
	}
	if err := t.keeps(reply.Body); err != nil {
		return t.unkept(c, reply, err)
	}
	return answer{content: content{text: reply.Body, structured: c.speaks.structured(t.object)}}
}

// told is the answer of a custom tool, or of a middleware in its stead.
func (t *tool) told(c *call, reply benzene.Reply) answer {
	result, err := resultIn(reply)
	if err == nil && !result.IsError {
		err = t.keeps(result.value)
	}
	if err != nil {
		return t.unkept(c, reply, err)
	}
	return answer{open: result.append(nil, c.speaks)}
}

// unkept answers a message that went well, but for what came of it. Nobody else
// will say so.
func (t *tool) unkept(c *call, reply benzene.Reply, err error) answer {
	slog.ErrorContext(c.Context, "mcp: the result of a tool cannot be sent", "tool", t.name, "error", err)
	return failed(reply, err)
}

// failed answers with what the handler, or the program, says of a failure.
func (t *tool) failed(c *call, reply benzene.Reply, err error) answer {
	if no, ok := errors.AsType[refused](err); ok {
		return answer{open: no.result.append(nil, c.speaks)}
	}
	if f := panicked(reply, err); f != nil {
		return answer{fault: f}
	}
	if result := c.catalog.onFailure.result(c.Context, err); result != nil {
		return answer{open: result.append(nil, c.speaks)}
	}
	return failed(reply, err)
}
