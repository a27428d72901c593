package mcp

import (
	"context"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/argument"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A completion proposes values for an argument of a prompt, or for a variable
// of a resource template.
type completion struct {
	offer
	owner    *offer
	argument string
}

// A CompletionOption belongs to a prompt or to a resource template.
type CompletionOption struct {
	argument, topic string
	fn              CompletionFunc
}

// Completes lets topic propose values for one argument of a prompt, or for one
// variable of a resource template. The topic takes a CompletionRequest, or a
// type that reads the same JSON, and answers a []string or a Completion.
func Completes(argument, topic string) CompletionOption {
	return CompletionOption{argument: argument, topic: topic}
}

// A CompletionFunc proposes values, the best first.
type CompletionFunc func(ctx context.Context, req CompletionRequest) (Completion, error)

// CompletesBy lets fn propose values, and no topic. It is to Completes what
// Func is to Tool; the message's topic is "benzene:mcp:completion:", the name
// of the prompt or the template, ":" and the argument.
func CompletesBy(argument string, fn CompletionFunc) CompletionOption {
	return CompletionOption{argument: argument, fn: fn}
}

// A CompletionRequest is a value that somebody has begun to write.
type CompletionRequest struct {
	Argument  string            `json:"argument" description:"The name of the argument."`
	Value     string            `json:"value" description:"What has been written so far."`
	Arguments map[string]string `json:"arguments,omitempty" description:"The values that other arguments have."`
}

// A Completion is what may be meant.
type Completion struct {
	Values  []string `json:"values"`           // the best first; what is beyond 100 is cut
	Total   int      `json:"total,omitzero"`   // how many there are; 0 when nobody knows
	HasMore bool     `json:"hasMore,omitzero"` // there are more than Values
}

func (o CompletionOption) prompt(p *prompt) { p.completions = append(p.completions, o.of(&p.offer)) }
func (o CompletionOption) resource(r *resource) {
	r.completions = append(r.completions, o.of(&r.offer))
}

func (o CompletionOption) of(owner *offer) completion {
	c := completion{owner: owner, argument: o.argument}
	c.offer = offer{kind: "completion", name: owner.name, want: benzene.WantValue, topic: benzene.Topic{ID: o.topic}}
	if o.topic == "" {
		e := benzene.Handle("benzene:mcp:completion:"+owner.name+":"+o.argument, o.fn)
		c.own, c.topic = newCustom(e, o.fn == nil), e.Contract().Topic
	}
	return c
}

func (o *completion) facts(_ *call, add func(key string, value any)) {
	if o.owner.kind == "prompt" {
		add("gen_ai.prompt.name", o.name)
	} else {
		add("mcp.resource.uri", o.name)
	}
}

// answer turns what Dispatch returned into what the caller gets.
func (o *completion) answer(c *call, reply benzene.Reply, err error) answer {
	if err != nil {
		return answer{fault: c.faultOf(reply, err)}
	}
	switch v := reply.Value.(type) {
	case *Completion:
		return v.answer()
	case *[]string:
		return Completion{Values: *v}.answer()
	}
	return answer{fault: c.faultOf(reply, benzene.UnexpectedError.Errorf("the topic of a completion must answer a []string or an mcp.Completion"))}
}

// most values that the protocol lets an answer have.
const mostValues = 100

func (p Completion) answer() answer {
	values, total, more := p.Values, p.Total, p.HasMore
	if len(values) > mostValues {
		total, more = max(total, len(values)), true
		values = values[:mostValues]
	}
	b := wire.AppendTexts([]byte(`{"completion":{"values":`), values)
	if total > 0 {
		b = strconv.AppendInt(append(b, `,"total":`...), int64(total), 10)
	}
	return answer{open: append(strconv.AppendBool(append(b, `,"hasMore":`...), more), '}')}
}

// complete answers completion/complete.
func (c *catalog) complete(request *call) answer {
	p := &request.params
	var ref struct {
		Type string `json:"type"`
		Name string `json:"name"`
		URI  string `json:"uri"`
	}
	var about struct {
		Name  *string `json:"name"`
		Value *string `json:"value"`
	}
	var context struct {
		Arguments jsontext.Value `json:"arguments"`
	}
	switch {
	case json.Unmarshal(p.ref, &ref) != nil || ref.Type != "ref/prompt" && ref.Type != "ref/resource":
		return invalid(`"ref" must be {"type": "ref/prompt", "name": text} or {"type": "ref/resource", "uri": text}`)
	case json.Unmarshal(p.argument, &about) != nil || about.Name == nil || about.Value == nil:
		return invalid(`"argument" must be {"name": text, "value": text}`)
	case p.context != nil && json.Unmarshal(p.context, &context) != nil:
		return invalid(`"context" must be {"arguments": an object of texts}`)
	}
	known, why := argument.ReadTexts(context.Arguments)
	if why != "" {
		return invalid(`"context" must be {"arguments": an object of texts}`)
	}
	own, ok := c.completed(ref.Type, ref.Name, ref.URI)
	switch {
	case !ok:
		return invalid("there is nothing that completes " + phrase.Quoted(ref.Name+ref.URI))
	case own[*about.Name] == nil:
		return Completion{}.answer()
	}
	body, err := json.Marshal(CompletionRequest{*about.Name, *about.Value, known.ByName()})
	if err != nil {
		return invalid(`"argument" must be {"name": text, "value": text}`)
	}
	request.public.Arguments = body
	return request.perform(own[*about.Name])
}

// completed finds the completions of a prompt, a template or a resource, which
// is meant also by the URI of one that a template is of. It is false when there
// is none of that name.
func (c *catalog) completed(kind, name, uri string) (map[string]*completion, bool) {
	if kind == "ref/prompt" {
		_, ok := c.prompts[name]
		return c.completions["prompt "+name], ok
	}
	if _, exact := c.resources[uri]; exact {
		return c.completions["resource "+uri], true
	}
	for _, r := range c.templates {
		if _, ok := r.template.Match(uri); ok || r.name == uri {
			return c.completions["resource "+r.name], true
		}
	}
	return nil, false
}
