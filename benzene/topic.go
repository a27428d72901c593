package benzene

import "strings"

// reservedPrefix begins the topics that belong to the framework, in any case.
const reservedPrefix = "benzene:"

// A Topic names a kind of message. IDs are compared exactly. An empty Version
// is the topic's default.
type Topic struct{ ID, Version string }

// String is for people: "order:place" or "order:place@2". It is never put on a
// wire, where the version travels as a header.
func (t Topic) String() string {
	if t.Version == "" {
		return t.ID
	}
	return t.ID + "@" + t.Version
}

// Reserved reports whether the topic belongs to the framework: its id begins
// with "benzene:" in upper or lower case.
func (t Topic) Reserved() bool {
	return len(t.ID) >= len(reservedPrefix) && strings.EqualFold(t.ID[:len(reservedPrefix)], reservedPrefix)
}

// Names are the header names that carry meaning between services. An empty
// field stands for its default, so Names{} is the set that any two services
// share untouched. One value serves what comes in and what goes out.
type Names struct {
	Topic       string   // the topic, on transports with native metadata: "topic"
	Version     []string // the topic's version; the first present wins and the first is written: "benzene-version", "version", "x-version"
	Correlation string   // the business correlation id: "x-correlation-id"
}

// withDefaults returns n with every empty field filled in.
func (n Names) withDefaults() Names {
	if n.Topic == "" {
		n.Topic = "topic"
	}
	if len(n.Version) == 0 {
		n.Version = []string{"benzene-version", "version", "x-version"}
	}
	if n.Correlation == "" {
		n.Correlation = "x-correlation-id"
	}
	return n
}

// version returns the version that headers signal, or "".
func (n Names) version(headers Headers) string {
	for _, name := range n.Version {
		if v := headers.Get(name); v != "" {
			return v
		}
	}
	return ""
}

// toolHeaders begins the headers by which the MCP binding says which tool was
// called.
const toolHeaders = "benzene-mcp-"

// TrustedHeader reports whether only the framework may set the header key. A
// transport hides such headers of its callers, so that nobody can pretend to
// be a tool call.
func TrustedHeader(key string) bool {
	return len(key) >= len(toolHeaders) && strings.EqualFold(key[:len(toolHeaders)], toolHeaders)
}
