package mcp

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A revision is one of the dates by which the protocol's versions go.
type revision string

// revisions are those with a handshake, newest first.
var revisions = []revision{handshakes, "2025-06-18", batches, "2024-11-05"}

// every revision there is, newest first.
var every = append([]revision{stateless}, revisions...)

const (
	batches    revision = "2025-03-26" // the only revision that has them, and the one of a caller that says nothing
	handshakes revision = "2025-11-25" // the last revision that begins with initialize
	stateless  revision = "2026-07-28" // the first that has its revision in every request instead
)

// The members of _meta by which a request of the later era says for itself what
// an earlier one had agreed on. The presence of the first tells the eras apart.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaClient       = "io.modelcontextprotocol/clientInfo"
	metaLogLevel     = "io.modelcontextprotocol/logLevel"
	metaServer       = "io.modelcontextprotocol/serverInfo"
)

// What revisions came to have. Dates compare as texts.
func (r revision) stateless() bool   { return r >= stateless }
func (r revision) titles() bool      { return r >= "2025-06-18" }
func (r revision) icons() bool       { return r >= "2025-11-25" }
func (r revision) annotations() bool { return r >= "2025-03-26" }
func (r revision) audio() bool       { return r >= "2025-03-26" }
func (r revision) links() bool       { return r >= "2025-06-18" }
func (r revision) completions() bool { return r >= "2025-03-26" }

// structured reports whether results may have structured content: an object,
// or in the later era any value.
func (r revision) structured(object bool) bool {
	return r.stateless() || object && r >= "2025-06-18"
}

// negotiated is the answer to a handshake that asks for a revision.
func negotiated(asked []byte) revision {
	if r := revision(asked); slices.Contains(revisions, r) {
		return r
	}
	return handshakes
}

// settle finds the revision that a request speaks, given the text of its
// MCP-Protocol-Version header, "" for none, and what the caller agreed on
// before. The fault says why there is none.
func (c *call) settle(header string, agreed revision) *fault {
	modern := c.params.meta.version != nil ||
		isDate(header) && header >= string(stateless) && string(c.method) != initialize
	switch {
	case modern:
		return c.settleStateless(header)
	case string(c.method) == initialize:
		return nil // the handshake settles it
	}
	return c.settleByHeader(header, agreed)
}

// settleStateless goes down the checks of the later era as far as a request's
// headers and _meta; where there are no headers, none are checked.
func (c *call) settleStateless(header string) *fault {
	c.speaks = stateless // also when it is refused: the refusal is told in its terms
	m := &c.params.meta
	version := string(wire.Unquoted(m.version))
	switch {
	case m.version == nil:
		return lacking(metaVersion, "text")
	case m.version.Kind() != '"':
		return &fault{code: invalidParams, message: phrase.Quoted(metaVersion) + " must be text"}
	case c.header != nil && header != version:
		return differs("MCP-Protocol-Version", header, version)
	case version != string(stateless):
		return unsupported(unsupportedVersion, version)
	}
	if f := c.introduced(); f != nil || c.header == nil {
		return f
	}
	return c.mirrorsMethod()
}

// introduced reads what a request says of its client.
func (c *call) introduced() *fault {
	m := &c.params.meta
	switch {
	case m.capabilities == nil:
		return lacking(metaCapabilities, "an object")
	case !c.can.Read(m.capabilities):
		return &fault{code: invalidParams, message: phrase.Quoted(metaCapabilities) + " must be an object of objects"}
	case m.client != nil && !c.client.read(m.client):
		return &fault{code: invalidParams, message: phrase.Quoted(metaClient) + ` must be an object with the texts "name" and "version"`}
	}
	if m.logLevel == nil {
		return nil
	}
	level, ok := levelOf(m.logLevel)
	if !ok {
		return &fault{code: invalidParams, message: phrase.Quoted(metaLogLevel) + " must be one of " + levelList}
	}
	c.level = level
	return nil
}

func lacking(member, kind string) *fault {
	return &fault{code: invalidParams, message: "_meta must have " + phrase.Quoted(member) + ", " + kind}
}

// An implementation is how a client names itself: it has these texts. What they
// say counts for nothing, so they are not kept.
type implementation struct{ name, version bool }

// read is false when v is none.
func (i *implementation) read(v jsontext.Value) bool {
	*i = implementation{}
	return json.Unmarshal(v, i, wire.OneByOne) == nil && i.name && i.version
}

// UnmarshalJSONFrom looks for the two texts.
func (i *implementation) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	return wire.Members(dec, func(name []byte) error {
		switch string(name) {
		case "name":
			i.name = dec.PeekKind() == '"'
		case "version":
			i.version = dec.PeekKind() == '"'
		}
		return dec.SkipValue()
	})
}

func (c *call) settleByHeader(header string, agreed revision) *fault {
	switch {
	case header == "":
		c.speaks = agreed
	case slices.Contains(revisions, revision(header)):
		c.speaks = revision(header)
	default:
		return unsupported(invalidParams, header)
	}
	return nil
}

func isDate(text string) bool {
	if text == string(handshakes) { // which most callers send
		return true
	}
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// unsupported refuses a revision, and says which ones there are. To a request
// whose form another revision does not have, it names those that have it.
func unsupported(code int, asked string) *fault {
	usable := every
	if code == unsupportedVersion && slices.Contains(revisions, revision(asked)) {
		usable = []revision{stateless}
	}
	data := append(wire.AppendTexts([]byte(`{"supported":`), usable), `,"requested":`...)
	data = append(wire.AppendText(data, asked), '}')
	return &fault{code: code, message: "the protocol version " + phrase.Quoted(asked) + " is not supported", data: data}
}
