// Package capability knows what a client lets a server ask of it (MCP
// 2026-07-28, ClientCapabilities): how it declares that, and how a server says
// what it would have to declare. What is asked it does not know.
package capability

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Set are capabilities, a bit for each.
type Set uint8

// The capabilities, as they are written.
const (
	Roots           Set = 1 << iota // roots
	Sampling                        // sampling
	SamplingTools                   // sampling.tools
	SamplingContext                 // sampling.context
	Form                            // elicitation.form, which elicitation without parts means too
	URL                             // elicitation.url

	// All are those that there are.
	All = URL<<1 - 1
)

// Read reads a ClientCapabilities object. Members that it does not know count
// for nothing, and a null one is absent. It is false, and c none, when object, or
// a member that it does know, is no object.
func (c *Set) Read(object jsontext.Value) bool {
	*c = 0
	if json.Unmarshal(object, c) != nil {
		*c = 0
		return false
	}
	return true
}

// Missing are those of needed that c has not.
func (c Set) Missing(needed Set) Set { return needed &^ c }

// Append writes the ClientCapabilities object that has exactly these, such as
// {"sampling":{"tools":{}}}.
func (c Set) Append(b []byte) []byte {
	b = append(b, '{')
	if c&Roots != 0 {
		b = append(appendOpening(b, "roots"), '}')
	}
	if parts := c & (Sampling | SamplingTools | SamplingContext); parts != 0 {
		b = appendOpening(b, "sampling")
		b = parts.appendPart(b, SamplingTools, "tools")
		b = parts.appendPart(b, SamplingContext, "context")
		b = append(b, '}')
	}
	if parts := c & (Form | URL); parts != 0 {
		b = appendOpening(b, "elicitation")
		if parts != Form {
			b = parts.appendPart(b, Form, "form")
			b = parts.appendPart(b, URL, "url")
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

func (c Set) appendPart(b []byte, part Set, name string) []byte {
	if c&part == 0 {
		return b
	}
	return append(appendOpening(b, name), '}')
}

// appendOpening begins an object as a member of the object that b ends in.
func appendOpening(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	b = append(append(b, '"'), name...)
	return append(b, `":{`...)
}

var errNoCapabilities = errors.New("capabilities are objects")

// UnmarshalJSONFrom reads what a client declares.
func (c *Set) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return errNoCapabilities
	}
	return wire.Members(dec, func(name []byte) error {
		switch string(name) {
		case "roots":
			return c.readPart(dec, Roots)
		case "sampling":
			return c.readSampling(dec)
		case "elicitation":
			return c.readElicitation(dec)
		}
		return dec.SkipValue()
	})
}

func (c *Set) readSampling(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return c.readPart(dec, Sampling)
	}
	*c |= Sampling
	return wire.Members(dec, func(name []byte) error {
		switch string(name) {
		case "tools":
			return c.readPart(dec, SamplingTools)
		case "context":
			return c.readPart(dec, SamplingContext)
		}
		return dec.SkipValue()
	})
}

func (c *Set) readElicitation(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return c.readPart(dec, Form)
	}
	err := wire.Members(dec, func(name []byte) error {
		switch string(name) {
		case "form":
			return c.readPart(dec, Form)
		case "url":
			return c.readPart(dec, URL)
		}
		return dec.SkipValue()
	})
	if *c&(Form|URL) == 0 {
		*c |= Form
	}
	return err
}

// readPart reads a member whose presence says it all.
func (c *Set) readPart(dec *jsontext.Decoder, part Set) error {
	switch dec.PeekKind() {
	case '{':
		*c |= part
	case 'n':
	default:
		return errNoCapabilities
	}
	return dec.SkipValue()
}
