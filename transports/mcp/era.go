package mcp

import (
	"slices"
	"time"
)

// revisions are those with a handshake, newest first.
var revisions = []string{"2025-11-25", "2025-06-18", batches, "2024-11-05"}

const (
	batches    = "2025-03-26" // the only revision that has them, and the one of a caller that says nothing
	handshakes = "2025-11-25" // the last revision that begins with initialize
	stateless  = "2026-07-28" // the first that has its revision in every request instead

	// metaVersion is where such a request says its revision; its presence is
	// what tells the two eras apart.
	metaVersion = "io.modelcontextprotocol/protocolVersion"
)

// negotiated is the answer to a handshake that asks for a revision.
func negotiated(asked []byte) string {
	for _, r := range revisions {
		if r == string(asked) {
			return r
		}
	}
	return handshakes
}

// settle finds the revision that a request speaks, given the text of its
// MCP-Protocol-Version header, "" for none. The fault says why there is none.
func (c *call) settle(header string) *fault {
	version := c.params.meta.version
	switch {
	case version != nil && version.Kind() != '"':
		return &fault{code: invalidParams, message: quoted([]byte(metaVersion)) + " must be text"}
	case version != nil:
		return unsupported(unsupportedVersion, unquoted(version))
	case string(c.method) == initialize:
		return nil // the handshake settles it
	}
	return c.settleByHeader(header)
}

func (c *call) settleByHeader(header string) *fault {
	switch {
	case header == "":
		c.revision = spoken(c.session)
	case slices.Contains(revisions, header):
		c.revision = header
	case isDate(header) && header >= stateless:
		return &fault{code: invalidParams, message: "_meta must have " + quoted([]byte(metaVersion)) + " where the MCP-Protocol-Version header has " + header}
	default:
		return unsupported(invalidParams, []byte(header))
	}
	return nil
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// unsupported refuses a revision, and says which ones there are.
func unsupported(code int, asked []byte) *fault {
	data := append([]byte(nil), `{"supported":[`...)
	for i, r := range revisions {
		if i > 0 {
			data = append(data, ',')
		}
		data = appendText(data, r)
	}
	data = append(data, `],"requested":`...)
	data = append(appendText(data, asked), '}')
	return &fault{code: code, message: "the protocol version " + quoted(asked) + " is not supported", data: data}
}
