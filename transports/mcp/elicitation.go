package mcp

import (
	"crypto/rand"
	"net/url"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/capability"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/visitor"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// An InputRequest is a question that a handler has for the client: an
// Elicitation, a Sampling or Roots.
type InputRequest interface {
	method() string
	needs() capability.Set
	// unfit says what is wrong with the question; "" when nothing is.
	unfit() string
	appendParams(b []byte, r revision) []byte
	// answered reports whether what came under key is an answer to it.
	answered(in *Inputs, key string) bool
}

// An Elicitation asks the user, by a form or by a page to visit. It must not ask
// for passwords, keys or payment data by a form.
type Elicitation struct {
	Message string
	Form    *Schema // what to fill in: an Object of plain fields; nil for yes or no, or for a page
	URL     string  // of the page, by https, or http on the user's own machine; "" for a form
}

// Elicited is what a user answered.
type Elicited struct {
	Action  Action
	Content jsontext.Value // the form, filled in as its schema says; nil unless it was accepted
}

// An Action is what a user did with a question.
type Action string

// The three actions. Declining and cancelling are answers, not failures.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// Decode reads an accepted form into a value.
func (e Elicited) Decode(into any) error { return json.Unmarshal(e.Content, into) }

// Answer is what the user answered under key; it is false when there is no
// answer yet, or one that is not what was asked for. That a page was accepted
// only means that the user agreed to open it.
func (e Elicitation) Answer(in *Inputs, key string) (Elicited, bool) {
	var given struct {
		Action  Action         `json:"action"`
		Content jsontext.Value `json:"content"`
	}
	if json.Unmarshal(in.raw(key), &given) != nil || !slices.Contains([]Action{Accept, Decline, Cancel}, given.Action) {
		return Elicited{}, false
	}
	answer := Elicited{Action: given.Action}
	if given.Action != Accept || e.URL != "" {
		return answer, true
	}
	if given.Content == nil {
		given.Content = jsontext.Value("{}")
	}
	if len(e.form().document().Explain(given.Content)) > 0 {
		return Elicited{}, false
	}
	answer.Content = given.Content
	return answer, true
}

func (e Elicitation) answered(in *Inputs, key string) bool {
	_, ok := e.Answer(in, key)
	return ok
}

func (e Elicitation) method() string { return "elicitation/create" }

func (e Elicitation) needs() capability.Set {
	if e.URL != "" {
		return capability.URL
	}
	return capability.Form
}

func (e Elicitation) unfit() string {
	switch {
	case e.URL != "" && !isPage(e.URL):
		return "the URL " + phrase.Quoted(e.URL) + " is none by https"
	case e.URL != "" || e.Form == nil:
		return ""
	}
	refused, _ := e.Form.problems()
	if wrong := append(slices.Clone(refused), e.Form.document().Elicitable()...); len(wrong) > 0 {
		return wrong[0]
	}
	return ""
}

// isPage reports whether text is a URL that a user may be sent to.
func isPage(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && visitor.IsLoopback(u.Hostname()))
}

func (e Elicitation) appendParams(b []byte, r revision) []byte {
	if e.URL != "" {
		b = wire.AppendText(append(b, `{"mode":"url","message":`...), e.Message)
		b = wire.AppendText(append(b, `,"url":`...), e.URL)
		if !r.stateless() {
			b = wire.AppendText(append(b, `,"elicitationId":`...), rand.Text())
		}
		return append(b, '}')
	}
	b = wire.AppendText(append(b, `{"message":`...), e.Message)
	return append(append(append(b, `,"requestedSchema":`...), e.form().question()...), '}')
}

func (e Elicitation) form() *Schema {
	if e.Form == nil {
		return confirmation
	}
	return e.Form
}

// confirmation is a form without fields: yes or no.
var confirmation = Object()
