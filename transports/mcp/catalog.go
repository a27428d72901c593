package mcp

import (
	"cmp"
	"errors"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/benzene-go/framework/benzene"
)

// A Part is something that an endpoint is declared with: a tool, or what the
// server says of itself.
type Part func(*declaration)

// Parts makes one part of several, so that each piece of a program can bring
// its own tools to one endpoint.
func Parts(parts ...Part) Part {
	return func(d *declaration) {
		for _, part := range parts {
			part(d)
		}
	}
}

// Server says which server this is. An empty name or version is the service's
// own, as the dispatcher has it.
func Server(name, version string) Part {
	return func(d *declaration) { d.name, d.version = name, version }
}

// Instructions tell a model, once, how the tools belong together and when to
// use them.
func Instructions(text string) Part {
	return func(d *declaration) { d.instructions = text }
}

// Path changes where Endpoint mounts the tools: "/benzene/mcp" unless named.
func Path(path string) Part {
	return func(d *declaration) { d.path = path }
}

// A declaration is what parts add up to.
type declaration struct {
	name, version string
	instructions  string
	path          string
	tools         []*tool
}

func declare(parts []Part) *declaration {
	d := &declaration{path: "/benzene/mcp"}
	Parts(parts...)(d)
	return d
}

// A catalog is a declaration made ready: answers that are the same for every
// caller are bytes to be copied. Nothing in it changes.
type catalog struct {
	welcome map[string][]byte // the result of initialize, by revision
	list    []byte            // the result of tools/list
	tools   map[string]*tool
}

// compile fits what is declared to what d serves. The error is every Finding;
// the catalog beside it has the tools that nothing is wrong with.
func (declared *declaration) compile(d *benzene.Dispatcher) (*catalog, error) {
	c := &catalog{tools: map[string]*tool{}}
	var wrong []error
	seen := map[string]*tool{}
	for _, t := range declared.tools {
		findings := t.bind(d)
		if first := seen[t.name]; first != nil {
			findings = append(findings, sameName(first, t))
		} else {
			seen[t.name] = t
		}
		if len(findings) == 0 {
			c.tools[t.name] = t
		}
		wrong = append(wrong, findings...)
	}
	c.list = c.listed()
	c.welcome = declared.welcome(d)
	return c, errors.Join(wrong...)
}

// listed writes the result of tools/list in order of the tools' names, so that
// it is the same however a program was put together.
func (c *catalog) listed() []byte {
	tools := make([]*tool, 0, len(c.tools))
	for _, t := range c.tools {
		tools = append(tools, t)
	}
	slices.SortFunc(tools, func(a, b *tool) int { return cmp.Compare(a.name, b.name) })
	b := []byte(`{"tools":[`)
	for i, t := range tools {
		if i > 0 {
			b = append(b, ',')
		}
		b = t.append(b)
	}
	return append(b, `]}`...)
}

// append writes t as it is listed. All three hints are written: a client takes
// an absent one for true or false as it likes.
func (t *tool) append(b []byte) []byte {
	b = appendText(append(b, `{"name":`...), t.name)
	b = appendText(append(b, `,"description":`...), t.description)
	b = append(append(b, `,"inputSchema":`...), t.input...)
	if t.output != nil {
		b = append(append(b, `,"outputSchema":`...), t.output...)
	}
	b = strconv.AppendBool(append(b, `,"annotations":{"readOnlyHint":`...), !t.writes)
	b = strconv.AppendBool(append(b, `,"destructiveHint":`...), t.destructive)
	b = strconv.AppendBool(append(b, `,"idempotentHint":`...), !t.writes)
	return append(b, `}}`...)
}

// welcome writes the result of initialize for each revision.
func (declared *declaration) welcome(d *benzene.Dispatcher) map[string][]byte {
	service, version := d.Name()
	name := cmp.Or(declared.name, service, "benzene")
	version = cmp.Or(declared.version, version, buildVersion())
	results := make(map[string][]byte, len(revisions))
	for _, r := range revisions {
		b := appendText([]byte(`{"protocolVersion":`), r)
		b = appendText(append(b, `,"capabilities":{"tools":{}},"serverInfo":{"name":`...), name)
		b = appendText(append(b, `,"version":`...), version)
		b = append(b, '}')
		if declared.instructions != "" {
			b = appendText(append(b, `,"instructions":`...), declared.instructions)
		}
		results[r] = append(b, '}')
	}
	return results
}

// buildVersion is that of the program's own module, such as "v1.4.0".
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
