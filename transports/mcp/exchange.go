package mcp

import (
	"context"
	nethttp "net/http"
	"slices"

	"github.com/benzene-go/framework/transports/mcp/internal/capability"
	"github.com/benzene-go/framework/transports/mcp/internal/seal"
)

// An exchange is one HTTP request and the call that it carries.
type exchange struct {
	call
	stream
	handler *handler
	asker   context.Context // ends when the caller hangs up, also where the call does not
}

func (x *exchange) serve(body []byte) {
	if f := x.open(body); f != nil {
		x.refuse(&refusal{nethttp.StatusBadRequest, f})
		return
	}
	if x.foreignSession() {
		x.forget()
		return
	}
	if x.oneWay() {
		x.accept()
		return
	}
	x.unhurried(x.Context)
	defer x.stop()
	defer x.linger()()
	begins := string(x.method) == initialize && !x.speaks.stateless()
	a := x.handler.catalog.answer(&x.call)
	if begins && a.fault == nil {
		x.stream.session = x.catalog.sessions.Issue(string(x.speaks), byte(x.can), seal.PrincipalOf(x.Context))
	}
	x.send(statusOf(a.fault, x.speaks), a)
}

// open reads the one message of a body. The fault says why it cannot be taken.
func (x *exchange) open(body []byte) *fault {
	switch {
	case !x.read(body):
		return notJSON
	case x.fault != nil:
		return x.fault
	}
	header := only(x.header[versionHeader])
	later := x.params.meta.version != nil || header == string(stateless)
	switch {
	case x.isResponse():
		return x.respond(header, later)
	case !x.silent:
		return x.settle(header, x.agreed())
	case later:
		return nil // of a notification of the later era nothing else is checked
	}
	return x.settleByHeader(header, x.agreed())
}

var notJSON = &fault{code: parseError, message: "the body must be one JSON text in UTF-8"}

// respond hands on what answers a request of the server's; in the later era
// there are none.
func (x *exchange) respond(header string, later bool) *fault {
	if !later {
		if f := x.settleByHeader(header, x.agreed()); f != nil || x.foreignSession() {
			return f
		}
		if x.handler.waits.resolve(&x.message, x.partner()) {
			return nil
		}
	}
	x.id = nil // it is no request's of the client's
	return &fault{code: invalidRequest, message: "this server asked nothing that this would answer"}
}

// partner is whom the server talks to on this exchange.
func (x *exchange) partner() partner { return partner{x.call.session, seal.PrincipalOf(x.asker)} }

// oneWay reports whether nobody waits for an answer.
func (m *message) oneWay() bool { return m.silent || m.isResponse() }

// agreed is what the handshake of the caller's session came to, as its id says.
// The session is the caller's from here on.
func (x *exchange) agreed() revision {
	ids := x.header["Mcp-Session-Id"]
	if len(ids) == 0 || x.params.meta.version != nil || string(x.method) == initialize {
		return batches
	}
	s, ok := x.catalog.sessions.Read(only(ids), seal.PrincipalOf(x.Context))
	agreed, can := revision(s.Revision), capability.Set(s.Can)
	if !ok || !slices.Contains(revisions, agreed) || capability.All.Missing(can) != 0 {
		x.unknown = true
		return batches
	}
	x.call.session, x.stream.session, x.level = s.ID, s.ID, LevelInfo
	if !x.deaf {
		x.can = can // which it says on the stream
	}
	return agreed
}

// foreignSession reports whether the caller names a session that this service
// did not begin with them, where that can be told.
func (x *exchange) foreignSession() bool {
	return x.unknown && !x.speaks.stateless() && x.catalog.sessions != nil
}

// forget sends a caller away to begin a new session. The answer is no JSON-RPC:
// that is by what clients know.
func (x *exchange) forget() {
	nethttp.Error(x.w, "there is no such session; begin a new one", nethttp.StatusNotFound)
}

// refuse answers what is no request of a session.
func (x *exchange) refuse(no *refusal) {
	x.stream.session = ""
	if no.status == nethttp.StatusMethodNotAllowed {
		x.w.Header()["Allow"] = []string{nethttp.MethodPost}
	}
	x.send(no.status, answer{fault: no.fault})
}

// accept tells the sender of a notification that it has arrived.
func (x *exchange) accept() {
	x.showSession()
	x.w.WriteHeader(nethttp.StatusAccepted)
}
