package mcp

import "time"

// A Part is something that an endpoint is declared with: a tool, or what the
// server says of itself.
type Part func(*declaration)

// Parts makes one part of several, so that each piece of a program can bring
// its own tools to one endpoint.
func Parts(parts ...Part) Part {
	return func(d *declaration) {
		for _, part := range parts {
			if part == nil {
				d.hollow = true
				continue
			}
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

// PassHeaders lets headers of the HTTP request reach the message, under their
// names in lower case, and what a custom tool asks. Without it a handler sees
// none of them: who calls is told by benzene.PrincipalFrom. Headers that say
// which tool is called, or which version of a topic, are a Finding of
// "mcp-callers", and not let through.
func PassHeaders(names ...string) Part {
	return func(d *declaration) { d.passes = append(d.passes, names...) }
}

// FinishWithin lets a call whose caller has hung up go on for so long, for work
// that should not stop half done. Without it its context is cancelled at once,
// as it is with it where a middleware set a deadline that has passed, and where
// the server is stopping. 0 is as without it; less is a Finding of "mcp-limits".
func FinishWithin(limit time.Duration) Part {
	return func(d *declaration) { d.linger = limit }
}

// AnswerWithin is how long a call waits for its client to answer questions,
// where the revision has it wait: 5 minutes unless named. It fails when they are
// up, and when an answer did not fit its question for the third time. A limit of
// 0 or less is a Finding of "mcp-limits", and not kept.
func AnswerWithin(limit time.Duration) Part {
	return func(d *declaration) { d.patience = limit }
}

// SealSessions signs session ids and binds them to who began the session: an id
// that is unknown, or somebody else's, is answered 404, and the client begins
// anew. key has at least 32 bytes and is the same for all replicas; former keys
// are still understood.
func SealSessions(key []byte, former ...[]byte) Part {
	return func(d *declaration) { d.sessionKeys = append([][]byte{key}, former...) }
}

// SealState gives the key by which what a handler has to remember between two
// rounds of questions is sealed. It has at least 32 bytes and is the same for
// all replicas; former keys are still understood. Without it each process has
// one of its own. What is sealed has at most 64 KiB of text, and lasts 10 minutes
// between replicas whose clocks are no more than a minute apart.
func SealState(key []byte, former ...[]byte) Part {
	return func(d *declaration) { d.stateKeys = append([][]byte{key}, former...) }
}

// A declaration is what parts add up to.
type declaration struct {
	name, version string
	instructions  string
	path          string
	tools         []*tool
	resources     []*resource
	prompts       []*prompt
	logging       bool
	hollow        bool // a part of it is nil
	onFailure     translation
	passes        []string
	pageSize      int
	linger        time.Duration
	patience      time.Duration
	sessionKeys   [][]byte
	stateKeys     [][]byte
	entry         entry
}

func declare(parts []Part) *declaration {
	d := &declaration{path: "/benzene/mcp", pageSize: 1000, patience: usualPatience}
	Parts(parts...)(d)
	return d
}
