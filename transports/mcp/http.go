package mcp

import (
	nethttp "net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/benzene-go/framework/transports/http"
)

// Endpoint offers tools on a port that is already open, at POST /benzene/mcp
// unless Path says otherwise. It is Surface, mounted.
func Endpoint(parts ...Part) http.Route {
	return http.Mount(declare(parts).path, Surface(parts...))
}

// Surface is the endpoint to mount anywhere (MCP, Streamable HTTP). It answers
// each POST with one line of JSON, notifications with 202 and every other
// method with 405.
//
// A request is at most 4 MiB, a batch (revision 2025-03-26) at most 100
// messages, carried out one after another. A web page may call when this server
// served it, and on a loopback connection when loopback did; the Host has to be
// a loopback name there, so that no page gets in by a name of its own. When
// its caller hangs up, a call's context is cancelled.
//
// At start its error joins Findings of the checks "mcp-tool-topics" (no handler
// has the topic), "mcp-tool-names" (a name that not all models take or that two
// tools have, or a tool without description) and "mcp-tool-schemas" (a request
// type that is no object, or a type that has no schema). Where they are only
// warned about, those tools are left out.
func Surface(parts ...Part) http.Surface {
	return func(site http.Site) (nethttp.Handler, error) {
		c, err := declare(parts).compile(site.Dispatcher)
		return &handler{catalog: c}, err
	}
}

type handler struct {
	catalog *catalog
	buffers sync.Pool // of *[]byte, which hold answers while they are written
}

// An exchange is one HTTP request and the call that it carries.
type exchange struct {
	call
	handler *handler
	w       nethttp.ResponseWriter
}

// ServeHTTP goes down the ladder of checks; the first that fails answers.
func (h *handler) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	x := &exchange{handler: h, w: w}
	x.caller = x
	if no := refuse(r); no != nil {
		x.refuse(no)
		return
	}
	// To its end: only then does net/http notice a caller that hangs up.
	body, err := http.ReadBody(r, limit)
	if err != nil {
		x.refuse(unread(err))
		return
	}
	x.session = sessionOf(only(r.Header["Mcp-Session-Id"]))
	version := only(r.Header["Mcp-Protocol-Version"])
	if isList(body) {
		x.serveBatch(r.Context(), version, body)
		return
	}
	x.serve(r, version, body)
}

func (x *exchange) serve(r *nethttp.Request, version string, body []byte) {
	if f := x.open(version, body); f != nil {
		x.refuse(&refusal{nethttp.StatusBadRequest, f})
		return
	}
	if x.silent {
		x.accept()
		return
	}
	begins := string(x.method) == initialize
	if begins {
		x.session = "" // it gets a new one
	}
	a := x.handler.catalog.answer(r.Context(), &x.call)
	if begins && a.fault == nil {
		x.session = newSession(x.revision)
	}
	x.send(nethttp.StatusOK, a)
}

// open reads the one message of a body. The fault says why it cannot be taken.
func (x *exchange) open(version string, body []byte) *fault {
	switch {
	case !x.read(body):
		return notJSON
	case x.fault != nil:
		return x.fault
	case x.isResponse():
		return &fault{code: invalidRequest, message: "this server asked nothing that could be answered"}
	case x.silent && x.params.meta.version != nil:
		x.session = ""
		return nil // of a notification of the later era nothing else is checked
	}
	return x.settle(version)
}

var notJSON = &fault{code: parseError, message: "the body must be one JSON text in UTF-8"}

// refuse answers what is no request of a session.
func (x *exchange) refuse(no *refusal) {
	x.session = ""
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

func (x *exchange) send(status int, a answer) {
	buffer, _ := x.handler.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	*buffer = a.append((*buffer)[:0], x.id)
	x.write(status, *buffer)
	if cap(*buffer) <= largestBuffer {
		x.handler.buffers.Put(buffer)
	}
}

// largestBuffer is kept for the next answer; a longer one is the exception.
const largestBuffer = 64 << 10

func (x *exchange) write(status int, body []byte) {
	x.showSession()
	header := x.w.Header()
	header["Content-Type"] = []string{"application/json"}
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body) // the caller has gone; nobody is left to tell
}

func (x *exchange) showSession() {
	if x.session != "" {
		x.w.Header()["Mcp-Session-Id"] = []string{x.session}
	}
}

// late sends the answer of a call whose goroutine is ending: net/http then
// closes the connection, and drops what was not yet sent.
func (x *exchange) late(a answer) {
	x.w.Header()["Connection"] = []string{"close"}
	x.send(nethttp.StatusOK, a)
	_ = nethttp.NewResponseController(x.w).Flush() // nothing could be done about it here
}

// only is the one value of a header; several make one that nothing equals.
func only(values []string) string {
	if len(values) == 1 {
		return strings.TrimSpace(values[0])
	}
	return strings.Join(values, ", ")
}
