package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// An Info is what one request of a body asks for.
type Info struct {
	Method string // such as "tools/call"
	Name   string // of the tool or prompt; "" where the method names none
	URI    string // of the resource; likewise
}

// RequestInfo reads the body of an MCP request for what stands before the
// server, such as an authorizer that is net/http middleware. It reads exactly as
// the server does, so that nothing passes under another name: an Info for each
// request that the server would carry out, in order, and none for notifications.
// The error is for a body that the server refuses as a whole: which revision a
// request speaks, and so whether it may come in a batch, the header says.
//
// Behind the server, in the pipeline, CallFrom says the same of each message.
func RequestInfo(body []byte) ([]Info, error) {
	switch {
	case len(body) > limit:
		return nil, fmt.Errorf("mcp: the body must not be larger than %d bytes", limit)
	case isList(body):
		return infosOf(body)
	}
	var m message
	switch {
	case !m.read(body):
		return nil, errors.New("mcp: " + notJSON.message)
	case m.fault != nil:
		return nil, errors.New("mcp: " + m.fault.message)
	case m.oneWay():
		return nil, nil
	}
	return []Info{m.info()}, nil
}

// infosOf reads a batch. What is wrong with one of its messages is no matter of
// the others.
func infosOf(body []byte) (all []Info, err error) {
	list, f := readBatch(body)
	if f != nil {
		return nil, errors.New("mcp: " + f.message)
	}
	for _, body := range list {
		var m message
		if m.read(body) && m.unfit() == nil && !m.oneWay() {
			all = append(all, m.info())
		}
	}
	return all, nil
}

func (m *message) info() Info {
	info := Info{Method: string(m.method)}
	switch info.Method {
	case "tools/call", "prompts/get":
		info.Name = string(wire.Unquoted(m.params.name))
	case "resources/read":
		info.URI = string(wire.Unquoted(m.params.uri))
	}
	return info
}

// A Catalog is what an endpoint offers, as its parts declare it: for
// authorizers, documents and pages. It is in order of names.
type Catalog struct {
	Tools     []ToolInfo
	Resources []ResourceInfo
	Prompts   []PromptInfo
}

// A ToolInfo is one tool of a Catalog.
type ToolInfo struct {
	Name, Title, Description string
	Topic, Version           string // of a custom tool the topic of its own
	Writes, Destructive      bool
}

// A ResourceInfo is one resource, or template of resources, of a Catalog.
type ResourceInfo struct {
	URI, Name, Title, Description string
	Topic, Version                string
}

// A PromptInfo is one prompt of a Catalog.
type PromptInfo struct {
	Name, Title, Description string
	Topic, Version           string
}

// CatalogOf reads what parts declare.
func CatalogOf(parts ...Part) Catalog {
	d := declare(parts)
	var c Catalog
	for _, t := range sorted(d.tools) {
		c.Tools = append(c.Tools, ToolInfo{t.name, t.title, t.description, t.topic.ID, t.topic.Version, t.writes, t.destructive})
	}
	for _, r := range sorted(d.resources) {
		c.Resources = append(c.Resources, ResourceInfo{r.name, r.label, r.title, r.description, r.topic.ID, r.topic.Version})
	}
	for _, p := range sorted(d.prompts) {
		c.Prompts = append(c.Prompts, PromptInfo{p.name, p.title, p.description, p.topic.ID, p.topic.Version})
	}
	return c
}

// Tool finds a tool by its name.
func (c Catalog) Tool(name string) (ToolInfo, bool) {
	for _, t := range c.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return ToolInfo{}, false
}

// Called finds the tools that the body of an MCP request calls, in order and as
// often as it does, for what stands before the server and goes by what a tool
// does. It reads as RequestInfo does, with the same error. A name that c does not
// have is left out: the server, declared with the same parts, refuses it.
func (c Catalog) Called(body []byte) ([]ToolInfo, error) {
	asked, err := RequestInfo(body)
	var called []ToolInfo
	for _, request := range asked {
		if tool, ok := c.Tool(request.Name); ok && request.Method == "tools/call" {
			called = append(called, tool)
		}
	}
	return called, err
}

func sorted[O offering](list []O) []O {
	return slices.SortedStableFunc(slices.Values(list), func(a, b O) int {
		return cmp.Compare(a.base().name, b.base().name)
	})
}
