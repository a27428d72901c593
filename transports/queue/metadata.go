package queue

import (
	"iter"
	"maps"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// address makes of a delivery the message that is dispatched. Its topic is what
// the source says, else the metadata under the topic's name, else the broker's
// route, else what an envelope in the body says; else there is none. The
// version stays in its header, where the dispatcher looks for it.
func address(d Delivery, names benzene.Names) benzene.Message {
	msg := d.Message()
	msg.Want = benzene.WantNothing
	consumed := ""
	if msg.Topic.ID == "" && msg.Headers != nil {
		msg.Topic.ID, consumed = msg.Headers.Get(names.Topic), names.Topic
	}
	if r, ok := d.(Routed); ok && msg.Topic.ID == "" {
		msg.Topic.ID = r.Route()
	}
	if msg.Headers != nil {
		msg.Headers = metadata{msg.Headers, consumed}
	}
	if msg.Topic.ID == "" {
		open(&msg)
	}
	return msg
}

// open takes msg out of the envelope in its body, if that is one. What the
// envelope says wins over the metadata outside.
func open(msg *benzene.Message) {
	inner, err := benzene.ReadEnvelope(msg.Body)
	if err != nil || inner.Topic.ID == "" {
		return // a body like any other; that there is no topic is for the dispatcher to say
	}
	headers := benzene.HeaderMap{}
	if msg.Headers != nil {
		maps.Insert(headers, msg.Headers.All())
	}
	maps.Insert(headers, inner.Headers.All())
	msg.Topic, msg.Headers, msg.Body = inner.Topic, headers, inner.Body
}

// metadata is what a handler sees of the headers that came: not the key that
// named the topic, and nothing that only the framework may say.
type metadata struct {
	all   benzene.Headers
	topic string // the key that was consumed; "" when none was
}

func (m metadata) Get(key string) string {
	if m.hides(key) {
		return ""
	}
	return m.all.Get(key)
}

// All gives the keys in lower case.
func (m metadata) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, value := range m.all.All() {
			if !m.hides(key) && !yield(strings.ToLower(key), value) {
				return
			}
		}
	}
}

func (m metadata) hides(key string) bool {
	return m.topic != "" && strings.EqualFold(key, m.topic) || benzene.TrustedHeader(key)
}
