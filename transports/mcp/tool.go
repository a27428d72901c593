package mcp

import (
	"context"
	"iter"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A tool is a declared tool and, once bound, the way to its handler.
type tool struct {
	name, description string
	topic             benzene.Topic
	writes            bool
	destructive       bool

	dispatcher    *benzene.Dispatcher
	versionHeader string // names the topic's version
	structured    bool   // its answer is an object, and its output schema says which
	input, output []byte // JSON Schema; output is nil when there is none
}

// Tool offers topic to models, under a name of 1 to 64 of the characters
// A-Z a-z 0-9 _ and -. The description tells a model what the tool does and
// when to call it. Unless Writes says otherwise the tool only reads.
//
// The input schema is derived from the topic's request type, which has to be an
// object, and the output schema from its response type where that is one.
func Tool(name, description, topic string, options ...ToolOption) Part {
	return func(d *declaration) {
		t := &tool{name: name, description: description, topic: benzene.Topic{ID: topic}}
		for _, option := range options {
			option(t)
		}
		d.tools = append(d.tools, t)
	}
}

// A ToolOption adds to what a tool says of itself.
type ToolOption func(*tool)

// Writes marks a tool that changes something. Without it the tool is announced
// as reading only, so that repeating a call does no harm.
func Writes() ToolOption {
	return func(t *tool) { t.writes = true }
}

// Destructive marks a tool that writes, and may delete or overwrite what was
// there.
func Destructive() ToolOption {
	return func(t *tool) { t.writes, t.destructive = true, true }
}

// TopicVersion makes the tool call one version of its topic.
func TopicVersion(version string) ToolOption {
	return func(t *tool) { t.topic.Version = version }
}

// call carries the caller's arguments to the handler and its reply back.
func (t *tool) call(ctx context.Context, c *call) answer {
	c.tool = t
	return t.answer(t.dispatcher.Dispatch(ctx, benzene.Message{
		Topic:     t.topic,
		Headers:   headers{c},
		Body:      c.params.arguments,
		Transport: "mcp",
		Facts:     c,
		Abandoned: c.abandoned,
	}))
}

// headers are those of the message that a tool call becomes. A caller can bring
// no other.
type headers struct{ of *call }

// The headers of the binding, in the order in which All gives them.
const (
	toolHeader    = "benzene-mcp-tool"
	sessionHeader = "benzene-mcp-session"
	traceParent   = "traceparent"
	traceState    = "tracestate"
)

// Get returns the value of key in any case, or "".
func (h headers) Get(key string) string {
	c := h.of
	switch {
	case strings.EqualFold(key, toolHeader):
		return c.tool.name
	case strings.EqualFold(key, sessionHeader):
		return c.session
	case strings.EqualFold(key, traceParent):
		return string(unquoted(c.params.meta.traceparent))
	case strings.EqualFold(key, traceState):
		return string(unquoted(c.params.meta.tracestate))
	case strings.EqualFold(key, c.tool.versionHeader):
		return c.tool.topic.Version
	}
	return ""
}

// All gives the headers that have a value.
func (h headers) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, key := range [...]string{toolHeader, sessionHeader, traceParent, traceState, h.of.tool.versionHeader} {
			if value := h.Get(key); value != "" && !yield(key, value) {
				return
			}
		}
	}
}
