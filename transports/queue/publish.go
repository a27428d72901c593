package queue

import (
	"slices"

	"github.com/benzene-go/framework/benzene"
)

// written makes of msg what can wait when its sender has moved on: a body and
// headers of its own, which the sender cannot change any more. Headers that
// only the framework may set do not travel.
func written(msg benzene.Message) (benzene.HeaderMap, []byte, error) {
	body, err := bodyOf(msg)
	if err != nil {
		return nil, nil, benzene.UnexpectedError.Wrap(err, "the message could not be written")
	}
	if msg.Headers == nil {
		return nil, body, nil
	}
	headers := benzene.HeaderMap{}
	for key, value := range msg.Headers.All() {
		if !benzene.TrustedHeader(key) {
			headers.Set(key, value)
		}
	}
	return headers, body, nil
}

func bodyOf(msg benzene.Message) ([]byte, error) {
	switch {
	case msg.Value == nil:
		return slices.Clone(msg.Body), nil
	case msg.Codec == nil:
		return benzene.JSON.Encode(msg.Value)
	default:
		return msg.Codec.Encode(msg.Value)
	}
}
