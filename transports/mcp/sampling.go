package mcp

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/capability"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Sampling asks the client's model.
type Sampling struct {
	Messages     []PromptMessage
	MaxTokens    int // at least 1
	SystemPrompt string
	Options      jsontext.Value // further members of the request, as a JSON object; nil for none
}

// Sampled is what a model answered.
type Sampled struct {
	Role       Role
	Model      string
	StopReason string         // may be ""
	Content    jsontext.Value // a content block, or a list of them
}

// Text is the text of the answer's blocks, one after another.
func (s Sampled) Text() string {
	type block struct {
		Text string `json:"text"`
	}
	var several []block
	if s.Content.Kind() != '[' {
		several = make([]block, 1)
		_ = json.Unmarshal(s.Content, &several[0], wire.OneByOne) // a block without text has none
	} else {
		_ = json.Unmarshal(s.Content, &several, wire.OneByOne)
	}
	var text strings.Builder
	for _, b := range several {
		text.WriteString(b.Text)
	}
	return text.String()
}

// Answer is what the model answered under key; it is false when there is no
// answer yet, or none that can be read.
func (s Sampling) Answer(in *Inputs, key string) (Sampled, bool) {
	var given struct {
		Role       Role           `json:"role"`
		Model      string         `json:"model"`
		StopReason string         `json:"stopReason"`
		Content    jsontext.Value `json:"content"`
	}
	err := json.Unmarshal(in.raw(key), &given)
	kind := given.Content.Kind()
	if err != nil || given.Role != User && given.Role != Assistant || kind != '{' && kind != '[' {
		return Sampled{}, false
	}
	return Sampled(given), true
}

func (s Sampling) answered(in *Inputs, key string) bool {
	_, ok := s.Answer(in, key)
	return ok
}

func (s Sampling) method() string { return "sampling/createMessage" }

func (s Sampling) needs() capability.Set {
	needs := capability.Sampling
	var options struct {
		Tools          jsontext.Value `json:"tools"`
		ToolChoice     jsontext.Value `json:"toolChoice"`
		IncludeContext string         `json:"includeContext"`
	}
	_ = json.Unmarshal(s.Options, &options) // what cannot be read is unfit
	if options.Tools != nil || options.ToolChoice != nil {
		needs |= capability.SamplingTools
	}
	if options.IncludeContext != "" && options.IncludeContext != "none" {
		needs |= capability.SamplingContext
	}
	return needs
}

func (s Sampling) unfit() string {
	if len(s.Messages) == 0 || s.MaxTokens < 1 {
		return "it needs Messages, and MaxTokens of at least 1"
	}
	for _, m := range s.Messages {
		if m.Content == nil {
			return "it has a message without content"
		}
	}
	if s.Options != nil && !isPlainObject(s.Options) {
		return "its Options are no JSON object, or repeat a member"
	}
	return ""
}

// isPlainObject reports whether v is an object that adds to a Sampling.
func isPlainObject(v jsontext.Value) bool {
	var options map[string]jsontext.Value
	if v.Kind() != '{' || json.Unmarshal(v, &options) != nil {
		return false
	}
	for _, own := range []string{"messages", "maxTokens", "systemPrompt"} {
		if options[own] != nil {
			return false
		}
	}
	return true
}

func (s Sampling) appendParams(b []byte, r revision) []byte {
	b = append(b, `{"messages":[`...)
	for i, m := range s.Messages {
		if i > 0 {
			b = append(b, ',')
		}
		if m.Role == "" {
			m.Role = User
		}
		b = m.append(b, r)
	}
	b = strconv.AppendInt(append(b, `],"maxTokens":`...), int64(s.MaxTokens), 10)
	b = appendOptional(b, "systemPrompt", s.SystemPrompt)
	more := s.Options.Clone()
	_ = more.Compact() // it is an object: unfit has seen to that
	if len(more) > len(`{}`) {
		b = append(append(b, ','), more[1:len(more)-1]...)
	}
	return append(b, '}')
}
