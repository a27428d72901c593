package mcp

import (
	"context"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/argument"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A prompt is a declared prompt: messages that a person chooses to begin with.
type prompt struct {
	offer
	arguments   []PromptArgument
	completions []completion
}

func (p *prompt) part() Part {
	return func(d *declaration) {
		own := *p // each endpoint binds its own
		d.prompts = append(d.prompts, &own)
	}
}

// A PromptArgument is what a prompt has to be told. Its value is a text.
type PromptArgument struct {
	Name        string
	Title       string // may be "", as may Description
	Description string
	Required    bool
}

// Prompt offers what topic answers as a prompt. Its arguments are the fields of
// the topic's request that text can fill. A response that is a string is one
// message of the user; a PromptResult, a PromptMessage or a []PromptMessage is
// what it says; anything else is a text of JSON.
func Prompt(name, description, topic string, options ...PromptOption) Part {
	p := newPrompt(name, description, options)
	p.topic.ID = topic
	return p.part()
}

// A PromptHandler answers a custom prompt, whose arguments it reads by
// Call.Args.
type PromptHandler func(ctx context.Context, call *Call) (*PromptResult, error)

// PromptFunc offers a prompt that fn answers, and no topic. It is to Prompt what
// Func is to Tool; the message's topic is "benzene:mcp:prompt:" and the name.
func PromptFunc(name, description string, arguments []PromptArgument, fn PromptHandler, options ...PromptOption) Part {
	e := benzene.Handle("benzene:mcp:prompt:"+name, func(ctx context.Context, _ jsontext.Value) (*PromptResult, error) {
		call, _ := CallFrom(ctx)
		return fn(ctx, call)
	})
	p := newPrompt(name, description, options)
	p.own, p.topic, p.arguments = newCustom(e, fn == nil), e.Contract().Topic, slices.Clone(arguments)
	return p.part()
}

func newPrompt(name, description string, options []PromptOption) *prompt {
	p := &prompt{offer: offer{kind: "prompt", name: name, description: description, want: benzene.WantValue}}
	for _, option := range options {
		if option == nil {
			p.hollow = true
			continue
		}
		option.prompt(p)
	}
	return p
}

// A PromptOption adds to what a prompt says of itself.
type PromptOption interface{ prompt(*prompt) }

// A PromptResult is what a prompt consists of.
type PromptResult struct {
	Description string // may be ""
	Messages    []PromptMessage
}

// A PromptMessage is one message of a prompt.
type PromptMessage struct {
	Role    Role
	Content Content
}

// A Role is who says a message.
type Role string

// The two roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// append writes p as it is listed to clients of revision r.
func (p *prompt) append(b []byte, r revision) []byte {
	b = wire.AppendText(append(b, `{"name":`...), p.name)
	b = p.appendAbout(b, r)
	if len(p.arguments) > 0 {
		b = append(b, `,"arguments":[`...)
		for i, a := range p.arguments {
			if i > 0 {
				b = append(b, ',')
			}
			b = a.append(b, r)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

func (a PromptArgument) append(b []byte, r revision) []byte {
	b = wire.AppendText(append(b, `{"name":`...), a.Name)
	if r.titles() {
		b = appendOptional(b, "title", a.Title)
	}
	b = appendOptional(b, "description", a.Description)
	return append(strconv.AppendBool(append(b, `,"required":`...), a.Required), '}')
}

func (p *prompt) facts(_ *call, add func(key string, value any)) {
	add("gen_ai.prompt.name", p.name)
}

// answer turns what Dispatch returned into what the caller gets.
func (p *prompt) answer(c *call, reply benzene.Reply, err error) answer {
	if err != nil {
		return answer{fault: c.faultOf(reply, err)}
	}
	result, err := promptOf(reply)
	if err != nil {
		return answer{fault: c.faultOf(reply, err)}
	}
	return answer{open: result.append(nil, c.speaks)}
}

// append writes p, still open.
func (p PromptResult) append(b []byte, r revision) []byte {
	b = append(b, `{"messages":[`...)
	for i, m := range p.Messages {
		if i > 0 {
			b = append(b, ',')
		}
		b = m.append(b, r)
	}
	return appendOptional(append(b, ']'), "description", p.Description)
}

func (m PromptMessage) append(b []byte, r revision) []byte {
	b = wire.AppendText(append(b, `{"role":`...), m.Role)
	return append(m.Content.append(append(b, `,"content":`...), r), '}')
}

// promptOf makes a prompt of what a handler returned.
func promptOf(reply benzene.Reply) (*PromptResult, error) {
	switch v := reply.Value.(type) {
	case *string:
		return says(*v), nil
	case *PromptResult:
		return complete(v)
	case **PromptResult:
		return complete(*v)
	case *PromptMessage:
		return complete(&PromptResult{Messages: []PromptMessage{*v}})
	case *[]PromptMessage:
		return complete(&PromptResult{Messages: *v})
	}
	return says(string(reply.Body)), nil
}

func says(text string) *PromptResult {
	return &PromptResult{Messages: []PromptMessage{{User, TextContent{Text: text}}}}
}

// complete gives each message a role, and refuses one that says nothing.
func complete(given *PromptResult) (*PromptResult, error) {
	if given == nil {
		return &PromptResult{}, nil
	}
	result := PromptResult{Description: given.Description, Messages: slices.Clone(given.Messages)}
	for i := range result.Messages {
		m := &result.Messages[i]
		switch {
		case m.Content == nil:
			return nil, benzene.UnexpectedError.Errorf("the prompt has a message without content")
		case m.Role == "":
			m.Role = User
		case m.Role != User && m.Role != Assistant:
			return nil, benzene.UnexpectedError.Errorf("the prompt has a message of nobody that there is")
		}
	}
	return &result, nil
}

// take gives a call the prompt's arguments: each is a text, and those that are
// required are there.
func (p *prompt) take(c *call) *fault {
	given, why := argument.ReadTexts(c.public.Arguments)
	if why != "" {
		return &fault{code: invalidParams, message: why}
	}
	for _, a := range p.arguments {
		value, ok := given.Get(a.Name)
		switch {
		case ok && p.own == nil:
			c.values = append(c.values, benzene.Param{Name: a.Name, Value: value})
		case !ok && a.Required:
			return &fault{code: invalidParams, message: "the argument " + phrase.Quoted(a.Name) + " is required, and is missing"}
		}
	}
	return nil
}

// MarshalJSON writes p as it is sent.
func (p PromptResult) MarshalJSON() ([]byte, error) {
	return append(p.append(nil, stateless), '}'), nil
}

// MarshalJSON writes m as it is sent.
func (m PromptMessage) MarshalJSON() ([]byte, error) { return m.append(nil, stateless), nil }
