package mcp

import (
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/mirror"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// The headers in which a request of the later era repeats parts of its body, so
// that whoever stands between need not read it.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// mirrorsMethod checks the header that repeats the method, and the one that
// repeats what it is about.
func (c *call) mirrorsMethod() *fault {
	if !mirror.Repeats(c.header[methodHeader], string(c.method)) {
		return differs("Mcp-Method", only(c.header[methodHeader]), string(c.method))
	}
	about := c.params.name
	switch string(c.method) {
	case "tools/call", "prompts/get":
	case "resources/read":
		about = c.params.uri
	default:
		return nil
	}
	if about.Kind() != '"' {
		return nil // which the method says better
	}
	if name := string(wire.Unquoted(about)); !mirror.Repeats(c.header[nameHeader], name) {
		return differs("Mcp-Name", only(c.header[nameHeader]), name)
	}
	return nil
}

// mirrorsArguments checks the headers that repeat arguments of t.
func (c *call) mirrorsArguments(t *tool) *fault {
	if c.header == nil || !c.speaks.stateless() {
		return nil
	}
	if why := t.mirrors.Mismatch(c.params.arguments, c.header); why != "" {
		return &fault{code: headerMismatch, message: why}
	}
	return nil
}

// differs says that a header does not repeat the body.
func differs(header, got, body string) *fault {
	how, came := "", "and is missing"
	if got != "" {
		came = "got " + phrase.Quoted(got)
		if !mirror.IsPlain(body) {
			how = " (text beyond ASCII as =?base64?…?=)"
		}
	}
	return &fault{code: headerMismatch, message: "the header " + header + " must be " + phrase.Quoted(body) + how + ", as in the body, " + came}
}

// only is the one value of a header; several make one that nothing equals.
func only(values []string) string {
	if len(values) == 1 {
		return strings.TrimSpace(values[0])
	}
	return strings.Join(values, ", ")
}
