package mcp

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// params are the parameters that some method reads.
type params struct {
	kind            jsontext.Kind  // of params itself; 0 when there are none
	name            jsontext.Value // of a tool or prompt
	uri             jsontext.Value // of a resource
	arguments       jsontext.Value
	cursor          jsontext.Value
	protocolVersion jsontext.Value // that initialize asks for
	capabilities    jsontext.Value // of the client that initializes
	ref             jsontext.Value // what a completion is for
	argument        jsontext.Value // which of its arguments
	context         jsontext.Value // the arguments it has already
	inputResponses  jsontext.Value
	requestState    jsontext.Value
	level           jsontext.Value // from which on a client wants log messages
	requestID       jsontext.Value // of the request that is cancelled
	meta            meta
}

// member is where the value of a parameter goes; nil for one that no method
// reads.
func (p *params) member(name []byte) *jsontext.Value {
	switch string(name) {
	case "name":
		return &p.name
	case "uri":
		return &p.uri
	case "arguments":
		return &p.arguments
	case "cursor":
		return &p.cursor
	case "protocolVersion":
		return &p.protocolVersion
	case "capabilities":
		return &p.capabilities
	case "ref":
		return &p.ref
	case "argument":
		return &p.argument
	case "context":
		return &p.context
	case "inputResponses":
		return &p.inputResponses
	case "requestState":
		return &p.requestState
	case "level":
		return &p.level
	case "requestId":
		return &p.requestID
	}
	return nil
}

// meta is what counts of params._meta.
type meta struct {
	kind          jsontext.Kind
	version       jsontext.Value
	capabilities  jsontext.Value
	client        jsontext.Value
	logLevel      jsontext.Value
	progressToken jsontext.Value
	traceparent   jsontext.Value
	tracestate    jsontext.Value
	baggage       jsontext.Value
}

// member is where the value of a member goes; nil for one that does not count.
func (m *meta) member(name []byte) *jsontext.Value {
	switch string(name) {
	case metaVersion:
		return &m.version
	case metaCapabilities:
		return &m.capabilities
	case metaClient:
		return &m.client
	case metaLogLevel:
		return &m.logLevel
	case "progressToken":
		return &m.progressToken
	case "traceparent":
		return &m.traceparent
	case "tracestate":
		return &m.tracestate
	case "baggage":
		return &m.baggage
	}
	return nil
}

// malformed says what is wrong with the shape of the parameters; nil when
// nothing is.
func (p *params) malformed() *fault {
	switch {
	case !object(p.kind):
		return &fault{code: invalidParams, message: `"params" must be an object, got ` + phrase.Kind(p.kind)}
	case !object(p.meta.kind):
		return &fault{code: invalidParams, message: `"_meta" must be an object, got ` + phrase.Kind(p.meta.kind)}
	}
	return nil
}

// object reports whether k is an object, or as good as one without members.
func object(k jsontext.Kind) bool { return k == '{' || k == 'n' || k == 0 }
