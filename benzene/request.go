package benzene

import (
	"errors"
	"reflect"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// read makes the request of a message: its value or its body, then its
// parameters, which win. Everything that does not fit is reported at once.
func (e *Endpoint) read(msg *Message) (any, error) {
	request, refusal := e.decode(msg)
	if request == nil {
		request = e.blank()
	}
	if details := e.fill(request, msg.Params); len(details) > 0 {
		if refusal == nil {
			refusal = &Error{Status: BadRequest}
		}
		refusal.Details = append(refusal.Details, details...)
		refusal.Details = refusal.Details[:min(len(refusal.Details), mostDetails)]
	}
	if refusal != nil {
		return nil, refusal
	}
	return request, nil
}

// decode returns nil for an empty body.
func (e *Endpoint) decode(msg *Message) (any, *Error) {
	body, codec := msg.Body, codecOf(msg.Codec)
	if msg.Value != nil {
		if own, ok := e.copied(msg.Value); ok {
			return own, nil
		}
		// Another module's type of the same shape: what both agree on is the wire.
		var err error
		if body, err = codec.Encode(msg.Value); err != nil {
			return nil, unreadable(err, "the request could not be written as "+codec.ContentType())
		}
	}
	if len(body) == 0 {
		return nil, nil
	}
	request := e.blank()
	err := e.decodeWith(codec, body, request)
	switch {
	case err == nil:
		return request, nil
	case codec.ContentType() == JSON.ContentType():
		return nil, &Error{Status: BadRequest, Details: explain(body, e.contract.Request, err)}
	}
	return nil, unreadable(err, "the body could not be read as "+codec.ContentType())
}

func (e *Endpoint) decodeWith(codec Codec, body []byte, request any) error {
	if codec == JSON {
		return decodeJSON(body, request, e.reading)
	}
	return codec.Decode(body, request)
}

func unreadable(cause error, message string) *Error {
	return &Error{Status: BadRequest, Details: []Detail{{Message: message}}, Cause: cause}
}

func (e *Endpoint) fill(request any, params []Param) (details []Detail) {
	if len(params) == 0 {
		return nil
	}
	into := reflect.ValueOf(request).Elem()
	filled := map[string]bool{}
	for _, p := range params {
		err := e.params.Set(into, p.Name, p.Value, !filled[p.Name])
		filled[p.Name] = true
		if m, misfits := errors.AsType[*bind.Mismatch](err); misfits {
			details = append(details, misfit(p.Name, m.Want, quoted(p.Value)))
		}
		if len(details) == mostDetails {
			break
		}
	}
	return details
}

// copyOf makes the handler's own copy of a request that came as a value.
func copyOf[Req any](value any) (any, bool) {
	switch v := value.(type) {
	case Req:
		return &v, true
	case *Req:
		if v == nil {
			return new(Req), true
		}
		own := *v
		return &own, true
	}
	return nil, false
}
