package mcp

import (
	"context"

	"github.com/benzene-go/framework/benzene"
)

// initialize opens a conversation; it is the one request that no other rule of
// the handshake precedes.
const initialize = "initialize"

// A call is one request, with what this room knows of it.
type call struct {
	message
	revision string // that both sides speak
	session  string // an id of ours; "" when the caller has none
	tool     *tool  // set when one is called
	caller   caller
}

// A caller waits for an answer.
type caller interface {
	// late delivers an answer whose goroutine does not live to return it.
	late(answer)
}

// answer does what a request asks for.
func (c *catalog) answer(ctx context.Context, request *call) answer {
	switch string(request.method) {
	case initialize:
		return c.initialize(request)
	case "ping":
		return answer{result: empty}
	case "tools/list":
		return c.listTools(request)
	case "tools/call":
		return c.callTool(ctx, request)
	}
	return answer{fault: &fault{code: methodNotFound, message: "there is no method " + quoted(request.method)}}
}

var empty = []byte("{}")

// initialize agrees on a revision: the one asked for where there is one of
// that name, else the newest that has this handshake (MCP 2025-11-25,
// Lifecycle).
func (c *catalog) initialize(request *call) answer {
	asked := request.params.protocolVersion
	if asked.Kind() != '"' {
		return answer{fault: &fault{code: invalidParams, message: `"protocolVersion" must be text`}}
	}
	request.revision = negotiated(unquoted(asked))
	return answer{result: c.welcome[request.revision]}
}

func (c *catalog) listTools(request *call) answer {
	if cursor := request.params.cursor; cursor != nil && cursor.Kind() != 'n' {
		return answer{fault: &fault{code: invalidParams, message: `"cursor" is none that was given out: the list has one page`}}
	}
	return answer{result: c.list}
}

func (c *catalog) callTool(ctx context.Context, request *call) answer {
	p := &request.params
	if p.name.Kind() != '"' {
		return answer{fault: &fault{code: invalidParams, message: `"name" must be text that names a tool`}}
	}
	name := unquoted(p.name)
	t := c.tools[string(name)]
	if t == nil {
		return answer{fault: &fault{code: invalidParams, message: "there is no tool " + quoted(name)}}
	}
	switch kind := p.arguments.Kind(); {
	case p.arguments == nil:
		p.arguments = empty
	case kind == 'n':
		p.arguments = nil // the zero request, as for {}
	case kind != '{':
		return answer{fault: &fault{code: invalidParams, message: `"arguments" must be an object, got ` + kindName(kind)}}
	}
	return t.call(ctx, request)
}

// abandoned delivers the outcome of a call whose goroutine its handler ended.
func (c *call) abandoned(reply benzene.Reply, err error) {
	c.caller.late(c.tool.answer(reply, err))
}

// Facts are the attributes of OpenTelemetry's conventions for MCP and for
// generative AI.
func (c *call) Facts(add func(key string, value any)) {
	add("mcp.method.name", string(c.method))
	add("mcp.protocol.version", c.revision)
	if c.session != "" {
		add("mcp.session.id", c.session)
	}
	if text := unquoted(c.id); text != nil {
		add("jsonrpc.request.id", string(text))
	} else {
		add("jsonrpc.request.id", string(c.id))
	}
	add("gen_ai.operation.name", "execute_tool")
	add("gen_ai.tool.name", c.tool.name)
}
