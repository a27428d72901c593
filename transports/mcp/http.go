package mcp

import (
	"errors"
	nethttp "net/http"
	"sync"

	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp/internal/visitor"
)

// Endpoint offers tools on a port that is already open, at POST /benzene/mcp
// unless Path says otherwise. It is Surface, mounted.
func Endpoint(parts ...Part) http.Route {
	return http.Mount(declare(parts).path, Surface(parts...))
}

// Surface is the endpoint to mount anywhere (MCP, Streamable HTTP). It answers
// each POST with one line of JSON, or with a stream of events where something
// has to be said before the answer; notifications with 202 and every other
// method with 405.
//
// A request is at most 4 MiB and 1,000 levels of objects and lists, a batch
// (revision 2025-03-26) at most 100 messages, carried out one after another. A
// caller that does not take an event within 30 s, or the server's WriteTimeout
// where it has one, is given up. A web page may call when this server served it,
// and on a loopback connection when loopback did; the Host has to be a loopback
// name there, so that no page gets in by a name of its own. Origins and Hosts
// allow more. When its caller hangs up, a call's context is cancelled, unless
// FinishWithin gives it time.
//
// At start its error joins Findings of the checks "mcp-tool-topics" (no handler
// has the topic of a tool, a resource, a prompt or a completion),
// "mcp-tool-names" (a name that not all clients take or that two have, or a tool
// without description), "mcp-tool-schemas" (a schema that not all clients read),
// "mcp-seal-keys" (a key that is too short), "mcp-limits" (a size or a time that
// cannot be meant) and "mcp-callers" (what Origins, Hosts and PassHeaders cannot
// mean, and As). Where they are only warned about, what they are about is left out.
// "mcp-exposed" advises against a server that is to be reached from other
// machines where nothing asks who calls, see Public; "mcp-state-key" against one
// that asks for input and has no SealState.
func Surface(parts ...Part) http.Surface {
	return func(site http.Site) (nethttp.Handler, error) {
		declared := declare(parts)
		c, wrong := declared.compile(site.Dispatcher)
		v, more := declared.entry.compile(site)
		wrong = append(append(wrong, more...), declared.unshared(site.Addr)...)
		h := &handler{catalog: c, visitors: v, waits: waits{closed: site.Draining}}
		return attend(h, v, site), errors.Join(wrong...)
	}
}

type handler struct {
	catalog  *catalog
	visitors *visitor.List
	waits    waits
	buffers  sync.Pool // of *[]byte, which hold answers while they are written
}

// ServeHTTP goes down the ladder of checks; the first that fails answers.
func (h *handler) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	x := &exchange{handler: h, stream: stream{w: w, deaf: !takesEvents(r.Header["Accept"])}}
	x.caller, x.catalog, x.Context, x.asker = x, h.catalog, r.Context(), r.Context()
	if no := h.unfit(r); no != nil {
		x.refuse(no)
		return
	}
	// To its end: only then does net/http notice a caller that hangs up.
	body, err := http.ReadBody(r, limit)
	if err != nil {
		x.refuse(unread(err))
		return
	}
	x.header = r.Header
	if isList(body) {
		x.serveBatch(body)
		return
	}
	x.serve(body)
}

// statusOf is the HTTP status of an answer. To the era of handshakes it is
// always 200: many of its clients take any other for a broken transport.
func statusOf(f *fault, r revision) int {
	switch {
	case f == nil || !r.stateless():
		return nethttp.StatusOK
	case f.code == methodNotFound:
		return nethttp.StatusNotFound
	case f.code == internalError:
		return nethttp.StatusOK
	}
	return nethttp.StatusBadRequest
}
