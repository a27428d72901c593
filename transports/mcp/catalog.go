package mcp

import (
	"cmp"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/seal"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A catalog is a declaration made ready: answers that are the same for every
// caller are bytes to be copied. Nothing in it changes.
type catalog struct {
	dispatcher  *benzene.Dispatcher
	tools       map[string]*tool
	resources   map[string]*resource
	templates   []*resource // in the order in which they were declared
	prompts     map[string]*prompt
	completions map[string]map[string]*completion // by kind and name of the owner, and argument
	logging     bool
	onFailure   translation
	passes      []string // headers of an HTTP request that reach the message
	seal        *seal.States
	sessions    *seal.Sessions
	patience    time.Duration // for a client to answer questions
	linger      time.Duration // for a call whose caller has gone; 0 to end it at once

	speech    map[revision]*speech
	signature []byte // the _meta of the later era's results, as a member after others
}

// A speech is what the catalog says in one revision.
type speech struct {
	welcome   []byte // the result of initialize, or of server/discover
	tools     pages
	resources pages // nil when none are offered, as the others
	templates pages
	prompts   pages
	closing   []byte // the end of a result
}

// compile fits what is declared to what d serves. What is wrong is Findings;
// the catalog beside them has what nothing is wrong with.
func (declared *declaration) compile(d *benzene.Dispatcher) (*catalog, []error) {
	wrong := declared.misdeclared(d.Names())
	c := &catalog{
		dispatcher: d, logging: declared.logging, onFailure: declared.onFailure, passes: declared.passes,
		patience: declared.patience, linger: declared.linger, speech: map[revision]*speech{},
	}
	wrong = append(wrong, c.sealBy(declared)...)
	wrong = append(wrong, c.bindTools(declared.tools)...)
	wrong = append(wrong, c.bindResources(declared.resources)...)
	wrong = append(wrong, c.bindPrompts(declared.prompts)...)
	w := c.speaker(declared)
	c.signature = w.signature()
	for _, r := range every {
		c.speech[r] = w.speech(r)
	}
	return c, wrong
}

// A speaker writes a catalog's speeches.
type speaker struct {
	*catalog
	declared      *declaration
	name, version string
}

func (c *catalog) speaker(declared *declaration) speaker {
	service, version := c.dispatcher.Name()
	return speaker{c, declared,
		cmp.Or(declared.name, service, "benzene"),
		cmp.Or(declared.version, version, buildVersion())}
}

// speech writes everything that is the same for all callers of revision r.
func (w speaker) speech(r revision) *speech {
	s := &speech{closing: []byte(`}`)}
	kept := s.closing
	if r.stateless() {
		s.closing = append(append([]byte(`,"resultType":"complete"`), w.signature()...), '}')
		kept = append(appendFreshness(nil, listsFresh), s.closing...)
	}
	list := func(member string, entries [][]byte) pages {
		return newPages(member, entries, w.declared.pageSize, kept)
	}
	s.tools = list("tools", inOrder(w.tools, r))
	if w.hasResources() {
		s.resources = list("resources", inOrder(w.resources, r))
		s.templates = list("resourceTemplates", entriesOf(w.templates, r))
	}
	if len(w.prompts) > 0 {
		s.prompts = list("prompts", inOrder(w.prompts, r))
	}
	s.welcome = append(w.welcome(r), kept...)
	return s
}

// listsFresh is how long a client of the later era may keep a list: until a new
// release of the service is likely to have been rolled out.
const listsFresh = time.Minute

func appendFreshness(b []byte, ttl time.Duration) []byte {
	b = strconv.AppendInt(append(b, `,"ttlMs":`...), ttl.Milliseconds(), 10)
	return append(b, `,"cacheScope":"private"`...)
}

// freshness adds to an open result how long it may be kept, where that is said.
func (c *call) freshness(b []byte, ttl time.Duration) []byte {
	if !c.speaks.stateless() {
		return b
	}
	if c.params.requestState != nil || c.params.inputResponses != nil {
		ttl = 0
	}
	return appendFreshness(b, ttl)
}

// closing ends a result for clients of revision r.
func (c *catalog) closing(r revision) []byte {
	if s := c.speech[r]; s != nil {
		return s.closing
	}
	return []byte(`}`)
}

func (c *catalog) hasResources() bool { return len(c.resources)+len(c.templates) > 0 }

// An item is written into a list.
type item interface {
	append(b []byte, r revision) []byte
}

// inOrder are entries in order of their names, so that a list is the same
// however a program was put together.
func inOrder[E item](byName map[string]E, r revision) [][]byte {
	names := make([]string, 0, len(byName))
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names)
	entries := make([][]byte, 0, len(names))
	for _, name := range names {
		entries = append(entries, byName[name].append(nil, r))
	}
	return entries
}

func entriesOf[E item](list []E, r revision) [][]byte {
	entries := make([][]byte, 0, len(list))
	for _, e := range list {
		entries = append(entries, e.append(nil, r))
	}
	return entries
}

// welcome writes the result of initialize or of server/discover, still open.
func (w speaker) welcome(r revision) []byte {
	var b []byte
	if r.stateless() {
		b = wire.AppendTexts([]byte(`{"supportedVersions":`), every)
	} else {
		b = wire.AppendText([]byte(`{"protocolVersion":`), r)
	}
	b = w.appendCapabilities(append(b, `,"capabilities":`...), r)
	if !r.stateless() {
		b = w.appendServer(append(b, `,"serverInfo":`...))
	}
	return appendOptional(b, "instructions", w.declared.instructions)
}

func (w speaker) appendCapabilities(b []byte, r revision) []byte {
	b = append(b, `{"tools":{}`...)
	for _, c := range []struct {
		name    string
		offered bool
	}{
		{"resources", w.hasResources()},
		{"prompts", len(w.prompts) > 0},
		{"completions", len(w.completions) > 0 && r.completions()},
		{"logging", w.logging},
	} {
		if c.offered {
			b = append(append(append(b, `,"`...), c.name...), `":{}`...)
		}
	}
	return append(b, '}')
}

func (w speaker) appendServer(b []byte) []byte {
	b = wire.AppendText(append(b, `{"name":`...), w.name)
	return append(wire.AppendText(append(b, `,"version":`...), w.version), '}')
}

func (w speaker) signature() []byte {
	b := wire.AppendText([]byte(`,"_meta":{`), metaServer)
	return append(w.appendServer(append(b, ':')), '}')
}

// buildVersion is that of the program's own module, such as "v1.4.0".
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
