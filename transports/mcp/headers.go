package mcp

import (
	"iter"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// headers are those of the message that a call becomes. A caller can bring no
// other, but for those that the program passes.
type headers struct{ of *call }

// The headers of the binding, in the order in which All gives them.
const (
	toolHeader    = "benzene-mcp-tool"
	sessionHeader = "benzene-mcp-session"
	traceParent   = "traceparent"
	traceState    = "tracestate"
	baggage       = "baggage"
)

// Get returns the value of key in any case, or "".
func (h headers) Get(key string) string {
	if value, own := h.own(key); own {
		return value
	}
	return h.of.passed(key)
}

// own is a header of the binding, which no caller can bring even where it is
// passed. It is false for any other.
func (h headers) own(key string) (value string, own bool) {
	c := h.of
	o := c.offering.base()
	switch {
	case strings.EqualFold(key, toolHeader):
		return c.toolName(), true
	case strings.EqualFold(key, sessionHeader):
		return c.session, true
	case strings.EqualFold(key, traceParent):
		return c.trace(traceParent, "Traceparent"), true
	case strings.EqualFold(key, traceState):
		return c.trace(traceState, "Tracestate"), true
	case strings.EqualFold(key, baggage):
		return c.trace(baggage, "Baggage"), true
	case strings.EqualFold(key, o.versionHeader):
		return o.topic.Version, true
	}
	return "", false
}

// All gives the headers that have a value.
func (h headers) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		c := h.of
		for _, key := range [...]string{toolHeader, sessionHeader, traceParent, traceState, baggage, c.offering.base().versionHeader} {
			if value, _ := h.own(key); value != "" && !yield(key, value) {
				return
			}
		}
		for _, name := range c.catalog.passes {
			if _, own := h.own(name); own {
				continue
			}
			if value := c.passed(name); value != "" && !yield(strings.ToLower(name), value) {
				return
			}
		}
	}
}

// asking are the headers of what a custom tool asks for: those of the tool,
// without the trace, which the context has.
type asking struct{ of *call }

// Get returns the value of key in any case, or "".
func (h asking) Get(key string) string {
	switch {
	case strings.EqualFold(key, toolHeader):
		return h.of.toolName()
	case strings.EqualFold(key, sessionHeader):
		return h.of.session
	}
	return h.of.passed(key)
}

// All gives the headers that have a value.
func (h asking) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, key := range append([]string{toolHeader, sessionHeader}, h.of.catalog.passes...) {
			if value := h.Get(key); value != "" && !yield(strings.ToLower(key), value) {
				return
			}
		}
	}
}

func (c *call) toolName() string {
	if t, ok := c.offering.(*tool); ok {
		return t.name
	}
	return ""
}

// trace is one part of the trace context: that of _meta, or else that of the
// HTTP request. The parts of two are never mixed.
func (c *call) trace(member, header string) string {
	if m := &c.params.meta; m.traceparent != nil || m.tracestate != nil || m.baggage != nil {
		return string(wire.Unquoted(*m.member([]byte(member))))
	}
	return strings.Join(c.header[header], ",") // a list in several lines is one; of two parents nobody makes one
}

// passed is a header of the HTTP request that the program lets through, or "".
func (c *call) passed(key string) string {
	for _, name := range c.catalog.passes {
		if strings.EqualFold(name, key) {
			return c.header.Get(name)
		}
	}
	return ""
}
