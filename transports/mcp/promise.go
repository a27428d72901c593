package mcp

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// keeps is nil when value is what t's output schema says, as far as that is not
// so by its type; a nil value is none. Clients check results against the schema,
// so that nothing else may leave.
func (t *tool) keeps(value jsontext.Value) error {
	switch {
	case t.output == nil:
		return nil
	case len(value) == 0:
		return unlike("there is none")
	case t.object && value[0] != '{', value[0] == 'n' && !t.nullable:
		return unlike("it is " + phrase.Kind(value.Kind()))
	case t.given.output == nil:
		return nil
	}
	if wrong := t.given.output.document().Conforms(value); len(wrong) > 0 {
		return unlike(wrong[0].Message)
	}
	return nil
}

// unlike is the failure of a result that is not what the tool promised. Why is
// for operators: it may repeat what a handler kept from callers.
func unlike(why string) error {
	return benzene.UnexpectedError.Wrap(errors.New("mcp: "+why), "the result is not what the tool's output schema says")
}

// A promise is the codec of a message whose reply has to be what an output
// schema says, so that one that is not fails the message, whose scope then
// rolls back.
type promise struct {
	benzene.Codec
	tool *tool
}

// Encode writes value, if it keeps the promise.
func (p promise) Encode(value any) ([]byte, error) {
	body, err := p.Codec.Encode(value)
	if err != nil {
		return nil, err
	}
	return body, p.tool.keeps(body)
}
