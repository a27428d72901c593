package benzene

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// A Message is what travelled: everything a transport knows, and nothing of
// the transport itself.
type Message struct {
	Topic     Topic
	ID        string  // the transport's own id of it, when it has one
	Headers   Headers // may be nil here; never nil in an Invocation
	Params    []Param // named values found outside the body, such as path segments; they win over it
	Body      []byte  // empty is the zero request; not changed while the message is handled
	Value     any     // the request itself, when the caller shares this process; wins over Body
	Codec     Codec   // how Body and the reply's Body are written; JSON when nil
	Want      Want    // what the caller does with the reply
	Transport string  // the binding's name: "http", "mcp", "nats", …
	Facts     Facts   // what telemetry may want to know; may be nil

	// Abandoned is called with the outcome when Dispatch cannot return because
	// the handler ended the goroutine (runtime.Goexit); may be nil.
	Abandoned func(Reply, error)
}

// Want says what the caller does with a reply, so that nothing is encoded that
// nobody reads.
type Want int

// The three wants.
const (
	WantBytes   Want = iota // Reply.Body, and Reply.Value beside it
	WantValue               // Reply.Value only: the caller shares this process
	WantNothing             // neither: nobody waits
)

// Headers reads metadata. Keys are matched without regard to case.
type Headers interface {
	Get(key string) string // "" when absent
	All() iter.Seq2[string, string]
}

// HeaderMap is metadata in a map whose keys are lower case. Set keeps them so.
type HeaderMap map[string]string

// Get returns the value of key in any case, or "".
func (h HeaderMap) Get(key string) string {
	if v, ok := h[key]; ok {
		return v
	}
	return h[strings.ToLower(key)]
}

// Set gives key, in lower case, a value.
func (h HeaderMap) Set(key, value string) { h[strings.ToLower(key)] = value }

// with is h and more, which wins. It leaves both as they are: a reply may be one
// that a middleware keeps for others.
func (h HeaderMap) with(more HeaderMap) HeaderMap {
	if len(h) == 0 {
		return more
	}
	own := false
	for key, value := range more {
		if had, ok := h[key]; ok && had == value {
			continue
		}
		if !own {
			h, own = maps.Clone(h), true
		}
		h[key] = value
	}
	return h
}

// All gives the entries in order of their keys.
func (h HeaderMap) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, key := range slices.Sorted(maps.Keys(h)) {
			if !yield(key, h[key]) {
				return
			}
		}
	}
}

// A Param is a value found outside the body, under the name of the request's
// field that it fills; see Contract.Param. A name that repeats fills a slice.
type Param struct{ Name, Value string }

// Facts are what telemetry may want to know of a message, under OpenTelemetry's
// attribute names. They are asked for only when something records.
type Facts interface {
	Facts(add func(key string, value any))
}

// A Reply is what goes back. When the message failed it holds Headers and
// Reference alone.
type Reply struct {
	Status    Status
	Headers   HeaderMap // may be nil
	Value     any       // a pointer to what the handler returned, as Invocation.Request is one to what it took
	Body      []byte    // Value as the message's codec writes it, when bytes were wanted
	Reference string    // names the failure to operators; "" when the message was handled
}
