package mcp

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A message is one JSON-RPC message taken apart in a single pass. Its parts are
// slices of body, as they came; an absent one is nil.
type message struct {
	body    []byte
	version jsontext.Value // of JSON-RPC
	id      jsontext.Value // nil also when it is none that can be answered to
	name    jsontext.Value // the method, quoted
	method  []byte         // the method
	result  jsontext.Value
	failure jsontext.Value
	params  params
	fault   *fault // what is wrong with the envelope
	silent  bool   // it is a notification: without an id, nobody waits for an answer
}

// deepest is how many levels of objects and lists a message may have.
const deepest = 1000

var tooDeep = &fault{code: invalidRequest, message: "a message must not be nested deeper than 1000 levels"}

// read takes body apart. It reports false when body is not one JSON text.
func (m *message) read(body []byte) bool {
	m.body = body
	err, deep := json.Unmarshal(body, m, wire.OneByOne), wire.IsDeep(body, deepest)
	switch {
	case err != nil && deep:
		*m = message{body: body, fault: tooDeep} // the codec goes no deeper than 10,000
		return true
	case err != nil:
		m.id = nil // half a message has none
		return false
	case deep:
		m.fault = tooDeep
	}
	m.check()
	return true
}

// UnmarshalJSONFrom reads the message's object.
func (m *message) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind != '{' {
		m.wrong(invalidRequest, "a message must be an object, got "+phrase.Kind(kind))
		return dec.SkipValue()
	}
	return wire.Members(dec, func(name []byte) error {
		switch string(name) {
		case "jsonrpc":
			return m.keep(dec, name, &m.version)
		case "id":
			return m.keep(dec, name, &m.id)
		case "method":
			return m.keep(dec, name, &m.name)
		case "result":
			return m.keep(dec, name, &m.result)
		case "error":
			return m.keep(dec, name, &m.failure)
		case "params":
			return m.readParams(dec)
		}
		return dec.SkipValue()
	})
}

func (m *message) readParams(dec *jsontext.Decoder) error {
	p := &m.params
	if p.kind != 0 {
		m.twice("params")
	}
	if p.kind = dec.PeekKind(); p.kind != '{' {
		return dec.SkipValue()
	}
	return wire.Members(dec, func(name []byte) error {
		if string(name) == "_meta" {
			return m.readMeta(dec)
		}
		return m.keepIn(dec, name, p.member(name))
	})
}

func (m *message) readMeta(dec *jsontext.Decoder) error {
	meta := &m.params.meta
	if meta.kind != 0 {
		m.twice("_meta")
	}
	if meta.kind = dec.PeekKind(); meta.kind != '{' {
		return dec.SkipValue()
	}
	return wire.Members(dec, func(name []byte) error {
		return m.keepIn(dec, name, meta.member(name))
	})
}

// keepIn reads the value of a member into its place, if it has one.
func (m *message) keepIn(dec *jsontext.Decoder, name []byte, into *jsontext.Value) error {
	if into == nil {
		return dec.SkipValue()
	}
	return m.keep(dec, name, into)
}

// keep reads the value of a member into its place.
func (m *message) keep(dec *jsontext.Decoder, name []byte, into *jsontext.Value) error {
	if *into != nil {
		m.twice(string(name))
	}
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*into = wire.Part(m.body, dec, value)
	return nil
}

func (m *message) twice(name string) {
	m.wrong(invalidRequest, strconv.Quote(name)+" must be given once, got it again")
}

// wrong notes a fault of the envelope; the first counts.
func (m *message) wrong(code int, text string) {
	if m.fault == nil {
		m.fault = &fault{code: code, message: text}
	}
}

// check says what is wrong with the envelope as a whole (JSON-RPC 2.0,
// section 4; MCP narrows id to text and whole numbers, and params to objects).
func (m *message) check() {
	m.silent = m.id == nil
	if m.fault != nil {
		m.id = answerable(m.id)
		return
	}
	given := m.id
	m.id = answerable(given)
	m.method = wire.Unquoted(m.name)
	switch {
	case string(wire.Unquoted(m.version)) != "2.0":
		m.wrong(invalidRequest, `"jsonrpc" must be "2.0"`)
	case !m.silent && m.id == nil:
		m.wrong(invalidRequest, `"id" must be text or a whole number, got `+phrase.Kind(given.Kind()))
	case m.name == nil && !m.isResponse():
		m.wrong(invalidRequest, `"method" is missing`)
	case m.name != nil && m.name.Kind() != '"':
		m.wrong(invalidRequest, `"method" must be text, got `+phrase.Kind(m.name.Kind()))
	case !m.silent:
		m.fault = m.params.malformed()
	}
}

// isResponse reports whether m answers a request of the server's.
func (m *message) isResponse() bool {
	return m.name == nil && (m.result != nil || m.failure != nil)
}
