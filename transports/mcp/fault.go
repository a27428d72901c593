package mcp

import (
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// The codes of JSON-RPC 2.0, and those that MCP adds: one for the era of
// handshakes, and three for the later one.
const (
	parseError         = -32700
	invalidRequest     = -32600
	methodNotFound     = -32601
	invalidParams      = -32602
	internalError      = -32603
	resourceNotFound   = -32002
	headerMismatch     = -32020
	missingCapability  = -32021
	unsupportedVersion = -32022
)

// A fault is a JSON-RPC error object: somebody did not keep to the protocol, or
// a tool panicked.
type fault struct {
	code    int
	message string
	data    []byte // JSON; nil is left out
}

// append writes f as the error member's value.
func (f *fault) append(b []byte) []byte {
	b = append(b, `{"code":`...)
	b = strconv.AppendInt(b, int64(f.code), 10)
	b = append(b, `,"message":`...)
	b = wire.AppendText(b, f.message)
	if f.data != nil {
		b = append(b, `,"data":`...)
		b = append(b, f.data...)
	}
	return append(b, '}')
}

// answerable returns id when an answer can carry it, else nil.
func answerable(id jsontext.Value) jsontext.Value {
	if id.Kind() == '"' || id.Kind() == '0' && wire.IsWhole(id) {
		return id
	}
	return nil
}

// faultOf says why a resource, a prompt or a completion has no result: there is
// none that could say it. What a caller can mend is told as that.
func (c *call) faultOf(reply benzene.Reply, err error) *fault {
	if f := panicked(reply, err); f != nil {
		return f
	}
	code := internalError
	switch benzene.StatusOf(err) {
	case benzene.BadRequest, benzene.ValidationError, benzene.NotFound, benzene.Refused:
		code = invalidParams
	}
	return &fault{code: code, message: reply.Problem(err).String()}
}

func invalid(message string) answer {
	return answer{fault: &fault{code: invalidParams, message: message}}
}

// panicked is the fault of a message that panicked, and nil for any other.
func panicked(reply benzene.Reply, err error) *fault {
	if _, ok := errors.AsType[*benzene.Panic](err); !ok {
		return nil
	}
	return &fault{code: internalError, message: "internal error (reference " + reply.Reference + ")"}
}
