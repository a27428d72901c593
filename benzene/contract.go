package benzene

import (
	"reflect"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// A Contract is what an endpoint promises. Transports and documents are
// derived from it.
type Contract struct {
	Topic    Topic
	Summary  string       // one line for people and models
	Request  reflect.Type // what the handler takes
	Response reflect.Type // nil for an event, which nothing answers
	Success  Status       // the status of a handled message, unless its handler says otherwise
	Notes    []any        // typed values declared with the handler, such as what authorisation requires
}

// Param finds the request's field that name means, exactly or else without
// regard to case, and returns the spelling that a Param of it must have. It is
// false when there is none, or none that text can fill. For start-up: it walks
// the type.
func (c Contract) Param(name string) (spelling string, ok bool) {
	return bind.Of(c.Request).Spelling(name)
}

// Params lists the names of the request's fields that text can fill, as they
// are spelled. For start-up: it walks the type.
func (c Contract) Params() []string { return bind.Of(c.Request).Names() }
