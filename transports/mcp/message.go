package mcp

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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

// params are the parameters that some method reads.
type params struct {
	kind            jsontext.Kind // of params itself; 0 when there are none
	name            jsontext.Value
	arguments       jsontext.Value
	cursor          jsontext.Value
	protocolVersion jsontext.Value
	meta            meta
}

// meta is what counts of params._meta.
type meta struct {
	kind        jsontext.Kind
	version     jsontext.Value
	traceparent jsontext.Value
	tracestate  jsontext.Value
}

// oneByOne leaves duplicate members to message, which refuses those that it
// reads, and to the codec, which refuses those in arguments and says where.
var oneByOne = jsontext.AllowDuplicateNames(true)

// read takes body apart. It reports false when body is not one JSON text.
func (m *message) read(body []byte) bool {
	m.body = body
	if json.Unmarshal(body, m, oneByOne) != nil {
		m.id = nil // half a message has none
		return false
	}
	m.check()
	return true
}

// UnmarshalJSONFrom reads the message's object.
func (m *message) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind != '{' {
		m.wrong(invalidRequest, "a message must be an object, got "+kindName(kind))
		return dec.SkipValue()
	}
	return members(dec, func(name []byte) error {
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
	return members(dec, func(name []byte) error {
		switch string(name) {
		case "name":
			return m.keep(dec, name, &p.name)
		case "arguments":
			return m.keep(dec, name, &p.arguments)
		case "cursor":
			return m.keep(dec, name, &p.cursor)
		case "protocolVersion":
			return m.keep(dec, name, &p.protocolVersion)
		case "_meta":
			return m.readMeta(dec)
		}
		return dec.SkipValue()
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
	return members(dec, func(name []byte) error {
		switch string(name) {
		case metaVersion:
			return m.keep(dec, name, &meta.version)
		case "traceparent":
			return m.keep(dec, name, &meta.traceparent)
		case "tracestate":
			return m.keep(dec, name, &meta.tracestate)
		}
		return dec.SkipValue()
	})
}

// members reads an object and calls member with each name, exactly as it is
// spelled; member has to read the value.
func members(dec *jsontext.Decoder, member func(name []byte) error) error {
	if _, err := dec.ReadToken(); err != nil { // {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := member(unquoted(name)); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken() // }
	return err
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
	*into = partOf(m.body, dec, value)
	return nil
}

// partOf is the value that dec has just read, as it stands in body: what dec
// returns does not last.
func partOf(body []byte, dec *jsontext.Decoder, value jsontext.Value) jsontext.Value {
	end := dec.InputOffset()
	return body[end-int64(len(value)) : end : end]
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
	if m.fault != nil {
		m.id = answerable(m.id)
		return
	}
	m.silent = m.id == nil
	given := m.id
	m.id = answerable(given)
	m.method = unquoted(m.name)
	switch {
	case string(unquoted(m.version)) != "2.0":
		m.wrong(invalidRequest, `"jsonrpc" must be "2.0"`)
	case !m.silent && m.id == nil:
		m.wrong(invalidRequest, `"id" must be text or a whole number, got `+kindName(given.Kind()))
	case m.name == nil && !m.isResponse():
		m.wrong(invalidRequest, `"method" is missing`)
	case m.name != nil && m.name.Kind() != '"':
		m.wrong(invalidRequest, `"method" must be text, got `+kindName(m.name.Kind()))
	case !m.silent:
		m.fault = m.params.malformed()
	}
}

// isResponse reports whether m answers a request of the server's.
func (m *message) isResponse() bool {
	return m.name == nil && (m.result != nil || m.failure != nil)
}

// malformed says what is wrong with the shape of the parameters; nil when
// nothing is.
func (p *params) malformed() *fault {
	switch {
	case !object(p.kind):
		return &fault{code: invalidParams, message: `"params" must be an object, got ` + kindName(p.kind)}
	case !object(p.meta.kind):
		return &fault{code: invalidParams, message: `"_meta" must be an object, got ` + kindName(p.meta.kind)}
	}
	return nil
}

// object reports whether k is an object, or as good as one without members.
func object(k jsontext.Kind) bool { return k == '{' || k == 'n' || k == 0 }
