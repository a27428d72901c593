package mcp

import (
	nethttp "net/http"
	"strconv"
)

// send sends the answer: by itself, or at the end of a stream of events.
func (x *exchange) send(status int, a answer) {
	if len(a.whole) > copied && x.sendWhole(status, a.whole) {
		return
	}
	buffer, _ := x.handler.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	*buffer = a.append((*buffer)[:0], x.id, x.catalog.closing(x.speaks))
	x.finish(status, *buffer)
	if cap(*buffer) <= largestBuffer {
		x.handler.buffers.Put(buffer)
	}
}

// copied are results of up to so many bytes; a longer one is written from where
// it stands.
const copied = 4 << 10

// sendWhole sends a result around which nothing has to be put together. It is
// false when the answer has to be an event.
func (x *exchange) sendWhole(status int, result []byte) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.stream.open || x.over {
		return false
	}
	x.close()
	before := append(make([]byte, 0, 64+len(x.id)), `{"jsonrpc":"2.0"`...)
	if x.id != nil {
		before = append(append(before, `,"id":`...), x.id...)
	}
	before = append(before, `,"result":`...)
	x.begins(status, len(before)+len(result)+1)
	for _, part := range [][]byte{before, result, []byte(`}`)} {
		_, _ = x.w.Write(part) // the caller has gone; nobody is left to tell
	}
	return true
}

// largestBuffer is kept for the next answer; a longer one is the exception.
const largestBuffer = 64 << 10

func (x *exchange) write(status int, body []byte) {
	x.begins(status, len(body))
	_, _ = x.w.Write(body) // the caller has gone; nobody is left to tell
}

// begins writes the header of an answer that is JSON.
func (x *exchange) begins(status, length int) {
	x.showSession()
	header := x.w.Header()
	header["Content-Type"] = []string{"application/json"}
	header["Content-Length"] = []string{strconv.Itoa(length)}
	x.hurry()
	x.w.WriteHeader(status)
}

// late sends the answer of a call whose goroutine is ending: net/http then
// closes the connection, and drops what was not yet sent.
func (x *exchange) late(a answer) {
	x.parting()
	x.send(nethttp.StatusOK, a)
	_ = nethttp.NewResponseController(x.w).Flush() // nothing could be done about it here
}
