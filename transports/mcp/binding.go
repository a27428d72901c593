package mcp

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/benzene/schema"
)

// bindTools fits tools to what is served, and keeps those that nothing is wrong
// with.
func (c *catalog) bindTools(declared []*tool) (wrong []error) {
	c.tools = map[string]*tool{}
	seen := map[string]*offer{}
	for _, t := range declared {
		findings := append(t.misnamed(), once(seen, &t.offer)...)
		if t.own == nil || len(findings) == 0 {
			findings = append(findings, c.fitTool(t)...)
		}
		if len(serious(findings)) == 0 {
			c.tools[t.name] = t
		}
		wrong = append(wrong, findings...)
	}
	return wrong
}

// fitTool finds who answers t, and what its schemas are.
func (c *catalog) fitTool(t *tool) []error {
	contract, wrong := t.attached(c.dispatcher)
	if t.sender == nil || len(wrong) > 0 {
		return wrong
	}
	return t.describe(contract)
}

// once finds a name that was used before.
func once(seen map[string]*offer, o *offer) []error {
	if first := seen[o.name]; first != nil {
		return []error{sameName(first, o)}
	}
	seen[o.name] = o
	return nil
}

// serious are the findings that are no mere advice.
func serious(findings []error) (stops []error) {
	for _, f := range findings {
		if own, ok := f.(benzene.Finding); !ok || !own.Advice { //nolint:errorlint // it is one of ours, unwrapped
			stops = append(stops, f)
		}
	}
	return stops
}

// answered finds an offer that the topic's handler says nothing to.
func (o *offer) answered(contract benzene.Contract) []error {
	if contract.Response != nil {
		return nil
	}
	return []error{finding("mcp-tool-topics", "%s %q is bound to topic %q, whose handler answers nothing; bind it to one that does", o.kind, o.name, o.topic)}
}

// unfilled are the members that a request has to have, and that nothing given
// fills.
func unfilled(request *schema.Schema, given []string) (lacking []string) {
	for _, name := range request.Required {
		if !slices.Contains(given, name) {
			lacking = append(lacking, name)
		}
	}
	return lacking
}

// bindCompletions fits what proposes values for the arguments of one prompt, or
// the variables of one template.
func (c *catalog) bindCompletions(declared []completion, owner *offer, arguments []string) (wrong []error) {
	bound, seen := map[string]*completion{}, map[string]bool{}
	for i := range declared {
		own := declared[i] // each endpoint binds its own
		findings := own.misplaced(arguments, seen[own.argument])
		seen[own.argument] = true
		if len(findings) == 0 {
			findings = own.fit(c.dispatcher)
		}
		if len(findings) == 0 {
			bound[own.argument] = &own
		}
		wrong = append(wrong, findings...)
	}
	if len(bound) > 0 {
		c.completions[owner.kind+" "+owner.name] = bound
	}
	return wrong
}

// misplaced finds out whether there is such an argument, for the first time.
func (o *completion) misplaced(arguments []string, again bool) []error {
	switch {
	case !slices.Contains(arguments, o.argument):
		return []error{naming("%s %q completes %q, which is none of its arguments (%s); correct the name",
			o.owner.kind, o.name, o.argument, cmp.Or(strings.Join(arguments, ", "), "it has none"))}
	case again:
		return []error{naming("%s %q completes %q twice; drop one", o.owner.kind, o.name, o.argument)}
	}
	return nil
}

// fit finds who answers, and checks that they answer values.
func (o *completion) fit(d *benzene.Dispatcher) []error {
	contract, wrong := o.attached(d)
	if wrong != nil {
		return wrong
	}
	switch contract.Response {
	case reflect.TypeFor[[]string](), reflect.TypeFor[Completion]():
		return nil
	}
	return []error{finding("mcp-tool-topics", "completion %q: topic %q answers %v; answer a []string or an mcp.Completion", o.name, o.topic, typeOf(contract))}
}

func typeOf(contract benzene.Contract) string {
	if contract.Response == nil {
		return "nothing"
	}
	return contract.Response.String()
}
