package mcp

import (
	"reflect"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// bindPrompts fits prompts to what is served, and keeps those that nothing is
// wrong with.
func (c *catalog) bindPrompts(declared []*prompt) (wrong []error) {
	c.prompts = map[string]*prompt{}
	seen := map[string]*offer{}
	for _, p := range declared {
		if again := once(seen, &p.offer); again != nil {
			wrong = append(wrong, again...)
			continue
		}
		findings := p.misnamed()
		contract, more := p.attached(c.dispatcher)
		findings = append(findings, more...)
		if len(serious(findings)) == 0 {
			findings = append(findings, p.fit(contract)...)
		}
		if len(serious(findings)) == 0 {
			c.prompts[p.name] = p
			findings = append(findings, c.bindCompletions(p.completions, &p.offer, p.names())...)
		}
		wrong = append(wrong, findings...)
	}
	return wrong
}

// misnamed finds a prompt, or an argument of one, that cannot be asked for.
func (p *prompt) misnamed() (wrong []error) {
	if p.name == "" {
		wrong = append(wrong, naming("a prompt (topic %q) has no name; give it one", p.topic))
	}
	names := p.names()
	for i, name := range names {
		switch {
		case name == "":
			wrong = append(wrong, naming("prompt %q has an argument without a name; give it one", p.name))
		case slices.Contains(names[:i], name):
			wrong = append(wrong, naming("prompt %q has two arguments that are named %q; rename one", p.name, name))
		}
	}
	return wrong
}

func (p *prompt) names() []string {
	var names []string
	for _, a := range p.arguments {
		names = append(names, a.Name)
	}
	return names
}

// fit plans how the topic's answers become messages, and which arguments it
// takes.
func (p *prompt) fit(contract benzene.Contract) []error {
	if wrong := p.answered(contract); wrong != nil {
		return wrong
	}
	switch contract.Response {
	case reflect.TypeFor[string](), reflect.TypeFor[PromptResult](), reflect.TypeFor[*PromptResult](),
		reflect.TypeFor[PromptMessage](), reflect.TypeFor[[]PromptMessage]():
	default:
		p.want = benzene.WantBytes
	}
	if p.own != nil {
		return nil
	}
	return p.derive(contract)
}

// derive makes arguments of the fields of the topic's request that text can
// fill.
func (p *prompt) derive(contract benzene.Contract) []error {
	request, err := schema.Of(contract.Request, schema.Input)
	switch {
	case err != nil:
		return []error{finding("mcp-tool-schemas", "prompt %q: topic %q takes %v, which has no schema (%s); change the type",
			p.name, p.topic, contract.Request, phrase.OneLine(err))}
	case !request.IsObject():
		return []error{finding("mcp-tool-schemas", "prompt %q: topic %q takes %v, but the arguments of a prompt are always an object; take a struct",
			p.name, p.topic, contract.Request)}
	}
	for _, field := range request.Properties {
		if _, ok := contract.Param(field.Name); ok {
			p.arguments = append(p.arguments, PromptArgument{
				Name: field.Name, Description: field.Schema.Description, Required: slices.Contains(request.Required, field.Name),
			})
		}
	}
	if lacking := unfilled(request, p.names()); len(lacking) > 0 {
		return []error{finding("mcp-tool-schemas", "prompt %q: topic %q takes %v, which has to have %s, and that is nothing that text can fill; change the type",
			p.name, p.topic, contract.Request, strings.Join(lacking, ", "))}
	}
	return nil
}
