package mcp

import (
	"log/slog"
	"runtime/debug"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// initialize opens a conversation; it is the one request that no other rule of
// the handshake precedes.
const initialize = "initialize"

// answer does what a request asks for. Whatever goes wrong on the way, there is
// an answer.
func (c *catalog) answer(request *call) (a answer) {
	defer func() {
		if reason := recover(); reason != nil {
			slog.ErrorContext(request.Context, "mcp: an answer could not be made", "reason", reason, "stack", string(debug.Stack()))
			a = answer{fault: &fault{code: internalError, message: "internal error"}}
		}
	}()
	request.catalog = c
	if request.speaks.stateless() {
		return c.answerStateless(request)
	}
	return c.answerHandshake(request)
}

// answerStateless knows the methods of the later era alone.
func (c *catalog) answerStateless(request *call) answer {
	if string(request.method) == "server/discover" {
		return answer{whole: c.speech[request.speaks].welcome}
	}
	return c.answerBoth(request)
}

// answerHandshake knows the methods of the earlier era alone.
func (c *catalog) answerHandshake(request *call) answer {
	switch method := string(request.method); {
	case method == initialize:
		return c.initialize(request)
	case method == "ping":
		return answer{whole: empty}
	case method == "logging/setLevel" && c.logging:
		return c.setLevel(request)
	case (method == "resources/subscribe" || method == "resources/unsubscribe") && c.hasResources():
		return c.subscribe(request)
	}
	return c.answerBoth(request)
}

func (c *catalog) answerBoth(request *call) answer {
	s := c.speech[request.speaks]
	switch method := string(request.method); {
	case method == "tools/call":
		return c.callTool(request)
	case method == "tools/list":
		return s.tools.answer(request.params.cursor)
	case method == "resources/list" && s.resources != nil:
		return s.resources.answer(request.params.cursor)
	case method == "resources/templates/list" && s.resources != nil:
		return s.templates.answer(request.params.cursor)
	case method == "resources/read" && s.resources != nil:
		return c.readResource(request)
	case method == "prompts/list" && s.prompts != nil:
		return s.prompts.answer(request.params.cursor)
	case method == "prompts/get" && s.prompts != nil:
		return c.getPrompt(request)
	case method == "completion/complete" && len(c.completions) > 0:
		return c.complete(request)
	}
	return answer{fault: &fault{code: methodNotFound, message: "there is no method " + phrase.Quoted(request.method)}}
}

var empty = []byte("{}")

// initialize agrees on a revision: the one asked for where there is one of
// that name, else the newest that has this handshake (MCP 2025-11-25,
// Lifecycle).
func (c *catalog) initialize(request *call) answer {
	p := &request.params
	if p.protocolVersion.Kind() != '"' {
		return invalid(`"protocolVersion" must be text`)
	}
	request.speaks = negotiated(wire.Unquoted(p.protocolVersion))
	request.can.Read(p.capabilities) // a client that declares nothing is asked nothing
	return answer{whole: c.speech[request.speaks].welcome}
}

// subscribe takes note of nothing: the catalog cannot change, and no capability
// says that it could. Clients that subscribe all the same are not sent away.
func (c *catalog) subscribe(request *call) answer {
	if request.params.uri.Kind() != '"' {
		return invalid(`"uri" must be text`)
	}
	return answer{whole: empty}
}

func (c *catalog) callTool(request *call) answer {
	name, f := request.names("tool")
	if f != nil {
		return answer{fault: f}
	}
	t := c.tools[string(name)]
	if t == nil {
		return invalid("there is no tool " + phrase.Quoted(name))
	}
	if f := request.readArguments(); f != nil {
		return answer{fault: f}
	}
	if f := request.mirrorsArguments(t); f != nil {
		return answer{fault: f}
	}
	return request.perform(t)
}

// names is what the parameter "name" says.
func (c *call) names(kind string) ([]byte, *fault) {
	if c.params.name.Kind() != '"' {
		return nil, &fault{code: invalidParams, message: `"name" must be text that names a ` + kind}
	}
	return wire.Unquoted(c.params.name), nil
}

// readArguments makes the arguments an object: an absent one and null are one
// without members.
func (c *call) readArguments() *fault {
	arguments := c.params.arguments
	switch kind := arguments.Kind(); {
	case arguments == nil || kind == 'n':
		arguments = empty
	case kind != '{':
		return &fault{code: invalidParams, message: `"arguments" must be an object, got ` + phrase.Kind(kind)}
	}
	c.public.Arguments = arguments
	return nil
}

func (c *catalog) readResource(request *call) answer {
	if request.params.uri.Kind() != '"' {
		return invalid(`"uri" must be text`)
	}
	request.public.URI = string(wire.Unquoted(request.params.uri))
	if r := c.resources[request.public.URI]; r != nil {
		return request.perform(r)
	}
	for _, r := range c.templates {
		if values, ok := r.template.Match(request.public.URI); ok {
			request.values = r.spelled(values)
			return request.perform(r)
		}
	}
	return answer{fault: noResource(request)}
}

func (c *catalog) getPrompt(request *call) answer {
	name, f := request.names("prompt")
	if f != nil {
		return answer{fault: f}
	}
	p := c.prompts[string(name)]
	if p == nil {
		return invalid("there is no prompt " + phrase.Quoted(name))
	}
	if f := request.readArguments(); f != nil {
		return answer{fault: f}
	}
	if f := p.take(request); f != nil {
		return answer{fault: f}
	}
	return request.perform(p)
}
