package mcp

import (
	"fmt"
	"net"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/ascii"
	"github.com/benzene-go/framework/transports/mcp/internal/seal"
	"github.com/benzene-go/framework/transports/mcp/internal/visitor"
)

// finding is one thing that is wrong with a declaration.
func finding(check, format string, args ...any) error {
	return benzene.Finding{Check: check, Message: "mcp: " + fmt.Sprintf(format, args...)}
}

func naming(format string, args ...any) error { return finding("mcp-tool-names", format, args...) }

// misdeclared is what is wrong with a declaration before anything is bound.
func (declared *declaration) misdeclared(names benzene.Names) (wrong []error) {
	wrong = declared.limited()
	if declared.hollow {
		wrong = append(wrong, naming("a part is nil; leave it out"))
	}
	var passes []string
	for _, name := range declared.passes {
		key := nethttp.CanonicalHeaderKey(name)
		switch {
		case !mayBring(name, names):
			wrong = append(wrong, finding("mcp-callers", "mcp.PassHeaders names %q, which is no header that a caller may bring", name))
		case !slices.Contains(passes, key) && !isTrace(key):
			passes = append(passes, key)
		}
	}
	declared.passes = passes
	return wrong
}

// mayBring reports whether name is a header that can be let through: which tool
// is called, and which version of a topic, is not for a caller to say there.
func mayBring(name string, names benzene.Names) bool {
	chooses := slices.ContainsFunc(names.Version, func(own string) bool { return strings.EqualFold(own, name) })
	return ascii.IsToken(name) && !benzene.TrustedHeader(name) && !chooses
}

// isTrace reports whether a header reaches the message as it is, as part of the
// trace context.
func isTrace(key string) bool {
	return strings.EqualFold(key, traceParent) || strings.EqualFold(key, traceState) || strings.EqualFold(key, baggage)
}

// sealBy gives c its keys.
func (c *catalog) sealBy(declared *declaration) (wrong []error) {
	var err error
	if c.seal, err = seal.NewStates(declared.stateKeys...); err != nil {
		wrong = append(wrong, err)
		c.seal, _ = seal.NewStates() // a key of this process's own
	}
	if declared.sessionKeys == nil {
		return wrong
	}
	if c.sessions, err = seal.NewSessions(declared.sessionKeys[0], declared.sessionKeys[1:]...); err != nil {
		wrong = append(wrong, err)
	}
	return wrong
}

// unshared advises against keys that another replica would not have.
func (declared *declaration) unshared(addr string) []error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || visitor.IsLoopback(host) || declared.stateKeys != nil {
		return nil
	}
	asks := func(o *offer) bool { return o.asks }
	var names []string
	for _, t := range declared.tools {
		names = appendIf(names, asks(&t.offer), t.name)
	}
	for _, r := range declared.resources {
		names = appendIf(names, asks(&r.offer), r.name)
	}
	for _, p := range declared.prompts {
		names = appendIf(names, asks(&p.offer), p.name)
	}
	if len(names) == 0 {
		return nil
	}
	return []error{benzene.Finding{Check: "mcp-state-key", Advice: true, Message: fmt.Sprintf(
		"mcp: %s may ask for input, and what is remembered meanwhile is sealed with a key of this process alone, "+
			"which no other replica opens and no restart keeps; give all of them one by mcp.SealState", strings.Join(names, ", "))}}
}

func appendIf(names []string, yes bool, name string) []string {
	if yes {
		names = append(names, fmt.Sprintf("%q", name))
	}
	return names
}

// unserved says that nobody answers an offer.
func (o *offer) unserved() error {
	return finding("mcp-tool-topics", "%s %q is bound to topic %q, which has no handler; add one, or drop the %[1]s", o.kind, o.name, o.topic)
}

// attached fits o to what d serves.
func (o *offer) attached(d *benzene.Dispatcher) (benzene.Contract, []error) {
	wrong := o.pictured()
	if o.hollow {
		wrong = append(wrong, naming("%s %q has an option that is nil; leave it out", o.kind, o.name))
	}
	if o.own != nil && o.own.empty {
		return benzene.Contract{}, append(wrong, naming("%s %q has no function; give one", o.kind, o.name))
	}
	contract, err := o.bind(d)
	if err != nil {
		wrong = append(wrong, err)
	}
	return contract, wrong
}

// pictured is what is wrong with o's icons.
func (o *offer) pictured() (wrong []error) {
	for _, icon := range o.icons {
		if !strings.HasPrefix(icon.Src, "https:") && !strings.HasPrefix(icon.Src, "data:") {
			wrong = append(wrong, naming("%s %q has an icon at %q; clients show https: and data: URIs only", o.kind, o.name, icon.Src))
		}
		if !slices.Contains([]string{"", "light", "dark"}, icon.Theme) {
			wrong = append(wrong, naming("%s %q has an icon for the theme %q; there are \"light\" and \"dark\"", o.kind, o.name, icon.Theme))
		}
	}
	return wrong
}

func (t *tool) misnamed() (wrong []error) {
	if !isToolName(t.name) {
		wrong = append(wrong, naming(
			"tool name %q (topic %q) does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -", t.name, t.topic))
	}
	if strings.TrimSpace(t.description) == "" {
		wrong = append(wrong, naming(
			"tool %q (topic %q) has no description; say what it does and when to call it", t.name, t.topic))
	}
	return wrong
}

func isToolName(name string) bool {
	for _, c := range []byte(name) {
		if !ascii.IsAlphanumeric(c) && c != '_' && c != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func sameName(a, b *offer) error {
	if a.own == nil && b.own == nil && a.topic == b.topic {
		return naming("two %ss are named %q, both for %s; drop one", a.kind, a.name, a.answerer())
	}
	return naming("two %ss are named %q, one for %s and one for %s; rename one", a.kind, a.name, a.answerer(), b.answerer())
}

// answerer is who answers o, for people.
func (o *offer) answerer() string {
	if o.own != nil {
		return "a function"
	}
	return fmt.Sprintf("topic %q", o.topic)
}
