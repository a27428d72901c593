package mcp

import (
	"cmp"

	"github.com/benzene-go/framework/transports/mcp/internal/capability"
)

// A client is what is known of who is at the other end, from its handshake. It
// is replaced, not changed.
type client struct {
	revision revision       // agreed on; "" before a handshake
	can      capability.Set // what it declared
	level    Level          // of the log messages that it wants; "" until it says
}

// take does what a line asks for, or has it done. Messages reach here one by
// one and in order.
func (c *conversation) take(line []byte, wrong error) {
	f := &flight{conversation: c}
	switch {
	case wrong != nil:
		f.refuse(&fault{code: invalidRequest, message: "a line must not be longer than 4 MiB"})
	case len(line) == 0:
	case line[0] == '[':
		c.unpack(line)
	default:
		c.receive(f, line)
	}
}

// receive tells the kinds of messages apart.
func (c *conversation) receive(f *flight, line []byte) {
	f.caller, f.client = f, c.client
	readable := f.read(line)
	c.later = c.later || f.parcel == nil && f.params.meta.version != nil
	switch {
	case !readable:
		f.refuse(notAText)
	case f.isResponse() && f.fault == nil:
		c.waits.resolve(&f.message, partner{})
	case f.isResponse(): // one that cannot be read answers nothing
	case f.fault != nil && f.silent && f.name != nil: // a notification is never answered
	case f.fault != nil:
		f.refuse(f.fault)
	case f.silent:
		c.heed(&f.message)
	default:
		c.begin(f)
		return
	}
	f.delivered()
}

// begin answers a request here when no handler is needed for it, and else has
// it carried out.
func (c *conversation) begin(f *flight) {
	why := c.settle(f)
	if f.parcel != nil && f.unfit() != nil {
		why = f.unfit()
	}
	switch {
	case why != nil:
	case c.flying(f.id) != nil:
		why = sameID
	case isQuick(f.method):
		f.Context = c.base
		f.run()
		return
	default:
		if why = c.board(f); why == nil {
			return
		}
	}
	f.refuse(why)
	f.delivered()
}

// settle finds the revision that a request speaks. The one of the handshake is
// for requests that do not say theirs.
func (c *conversation) settle(f *flight) *fault {
	f.catalog = c.catalog
	if f.params.meta.version == nil {
		f.can, f.level = c.client.can, cmp.Or(c.client.level, LevelInfo)
	}
	return f.call.settle("", cmp.Or(c.client.revision, batches))
}

// isQuick reports whether a method needs no handler.
func isQuick(method []byte) bool {
	switch string(method) {
	case initialize, "ping", "server/discover", "logging/setLevel",
		"tools/list", "prompts/list", "resources/list", "resources/templates/list":
		return true
	}
	return false
}

// note keeps what a request that was granted says of the client. Those that say
// something are quick, so that it holds for the next message already.
func (c *conversation) note(f *flight) {
	switch {
	case f.params.meta.version != nil: // says it for itself only
	case string(f.method) == initialize:
		c.client = &client{revision: f.speaks, can: f.can}
	}
}

// heed does what a notification asks for. Only one asks for anything.
func (c *conversation) heed(m *message) {
	if string(m.method) != "notifications/cancelled" {
		return
	}
	f := c.flying(m.params.requestID)
	if f != nil && c.out.Claim(&f.over) {
		c.forget(f)
		f.cancel()
	}
}
