package mcp

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/seal"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// waits are the server's own requests that clients have not answered yet, by
// their ids. An id cannot be guessed: who knows it was asked. They are requests
// in hand, no state of a session: nothing is left of one when its call ends.
type waits struct {
	mu     sync.Mutex
	of     map[string]wait
	closed <-chan struct{} // when the server stops; nil for never
}

// A wait is one of them. Only who was asked may answer.
type wait struct {
	came chan message
	from partner
}

// A partner is the client in a session, and who they are.
type partner struct {
	session string // "" where there is none
	who     seal.Principal
}

// mostWaits may be open at the same time.
const mostWaits = 1000

var (
	errTooMany  = errors.New("too many questions wait for answers")
	errStopping = errors.New("the server stops")
)

// ask sends a request to a client by send, and waits for its answer.
func (w *waits) ask(ctx context.Context, of partner, method string, params []byte, send func([]byte) bool) (jsontext.Value, error) {
	select {
	case <-w.closed:
		return nil, errStopping
	default:
	}
	id := "bz-" + rand.Text()
	came, err := w.open(id, of)
	if err != nil {
		return nil, err
	}
	defer w.close(id)
	b := wire.AppendText([]byte(`{"jsonrpc":"2.0","id":`), id)
	b = wire.AppendText(append(b, `,"method":`...), method)
	if !send(append(append(append(b, `,"params":`...), params...), '}')) {
		return nil, errNoWay
	}
	select {
	case m := <-came:
		return m.outcome()
	case <-w.closed:
		err = errStopping
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	gone := wire.AppendText([]byte(`{"requestId":`), id)
	send(notification("notifications/cancelled", append(gone, '}'))) // so that the user sees no form that is for nobody
	return nil, err
}

func (w *waits) open(id string, from partner) (<-chan message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.of) >= mostWaits {
		return nil, errTooMany
	}
	if w.of == nil {
		w.of = map[string]wait{}
	}
	came := make(chan message, 1)
	w.of[id] = wait{came, from}
	return came, nil
}

func (w *waits) close(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.of, id)
}

// resolve hands a client's response to who waits for it. It is false when
// nobody does, or for somebody else's.
func (w *waits) resolve(m *message, by partner) bool {
	id := string(wire.Unquoted(m.id))
	w.mu.Lock()
	defer w.mu.Unlock()
	open, ok := w.of[id]
	if !ok || open.from != by || m.id.Kind() != '"' {
		return false
	}
	delete(w.of, id)
	open.came <- *m // has room for the one answer that there is
	return true
}

// outcome is what a response says.
func (m *message) outcome() (jsontext.Value, error) {
	if m.failure == nil {
		return m.result, nil
	}
	var f struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(m.failure, &f, wire.OneByOne) // an error without words has none
	return nil, refusedInput{f.Message}
}
