package mcp

import (
	"maps"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/uritemplate"
)

// bindResources fits resources and templates to what is served, and keeps those
// that nothing is wrong with.
func (c *catalog) bindResources(declared []*resource) (wrong []error) {
	c.resources, c.completions = map[string]*resource{}, map[string]map[string]*completion{}
	seen := map[string]*offer{}
	for _, r := range declared {
		if again := once(seen, &r.offer); again != nil {
			wrong = append(wrong, again...)
			continue
		}
		findings := r.located()
		contract, more := r.attached(c.dispatcher)
		findings = append(findings, more...)
		if len(serious(findings)) == 0 {
			findings = append(findings, r.fit(contract)...)
		}
		if len(serious(findings)) == 0 {
			c.keepResource(r)
			findings = append(findings, c.bindCompletions(r.completions, &r.offer, r.variables())...)
		}
		wrong = append(wrong, findings...)
	}
	return wrong
}

func (c *catalog) keepResource(r *resource) {
	if r.template != nil {
		c.templates = append(c.templates, r)
		return
	}
	c.resources[r.name] = r
}

// located finds out whether r is one resource or a template of many.
func (r *resource) located() []error {
	var wrong []error
	if r.label == "" {
		wrong = append(wrong, naming("resource %q (topic %q) has no name; give it one", r.name, r.topic))
	}
	if uritemplate.IsURI(r.name) {
		return wrong
	}
	t, err := uritemplate.Parse(r.name)
	if err != nil {
		return append(wrong, naming("a resource is neither a URI nor a template of URIs: %v", err))
	}
	r.template = t
	return wrong
}

func (r *resource) variables() []string {
	if r.template == nil {
		return nil
	}
	return r.template.Variables()
}

// fit plans how the topic's answers become contents, and checks that a
// template's variables are what it takes.
func (r *resource) fit(contract benzene.Contract) (wrong []error) {
	if wrong := r.answered(contract); wrong != nil {
		return wrong
	}
	mimeType := mimeTypeOf(contract.Response)
	if mimeType == "application/json" {
		r.want = benzene.WantBytes
	}
	if r.mimeType == "" {
		r.mimeType = mimeType
	}
	if r.own != nil {
		return nil
	}
	if wrong := r.fill(contract); wrong != nil {
		return wrong
	}
	return r.sufficient(contract)
}

// fill finds the fields of the topic's request that a template's variables fill.
func (r *resource) fill(contract benzene.Contract) (wrong []error) {
	r.spelling = map[string]string{}
	for _, name := range r.variables() {
		spelling, ok := contract.Param(name)
		if !ok {
			wrong = append(wrong, finding("mcp-tool-topics",
				"resource %q has the variable %q, but topic %q takes %v, which has no field of that name that text can fill; add one, or rename the variable",
				r.name, name, r.topic, contract.Request))
			continue
		}
		r.spelling[name] = spelling
	}
	return wrong
}

// sufficient finds what the topic has to be told, and is not by the URI.
func (r *resource) sufficient(contract benzene.Contract) []error {
	request, err := schema.Of(contract.Request, schema.Input)
	if err != nil {
		return nil // nobody is shown it
	}
	lacking := unfilled(request, slices.Collect(maps.Values(r.spelling)))
	if len(lacking) == 0 {
		return nil
	}
	return []error{finding("mcp-tool-topics", "resource %q has no variable for %s, without which topic %q does nothing; make it a template that has",
		r.name, strings.Join(lacking, ", "), r.topic)}
}
