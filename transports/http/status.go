package http

import (
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
)

// The statuses that this package answers of its own accord. They are no part of
// the vocabulary: a handler's error that carries one is answered 500 like any
// status of an application.
const (
	MethodNotAllowed     benzene.Status = "method-not-allowed"     // 405: the path is there, but not for this method
	ContentTooLarge      benzene.Status = "content-too-large"      // 413: the body is over the route's limit
	UnsupportedMediaType benzene.Status = "unsupported-media-type" // 415: the body is no JSON, or compressed
)

// CodeOf says which HTTP status code a message is answered with that ended in
// status. successful is whether its outcome was nil; it only decides about
// statuses outside the vocabulary, which are 200 or 500.
func CodeOf(status benzene.Status, successful bool) int {
	switch status {
	case benzene.OK, benzene.Ignored:
		return nethttp.StatusOK
	case benzene.Created:
		return nethttp.StatusCreated
	case benzene.Accepted:
		return nethttp.StatusAccepted
	case benzene.Updated, benzene.Deleted:
		return nethttp.StatusNoContent
	case benzene.BadRequest:
		return nethttp.StatusBadRequest
	case benzene.Unauthorized:
		return nethttp.StatusUnauthorized
	case benzene.Forbidden:
		return nethttp.StatusForbidden
	case benzene.NotFound:
		return nethttp.StatusNotFound
	case benzene.Conflict:
		return nethttp.StatusConflict
	case benzene.ValidationError:
		return nethttp.StatusUnprocessableEntity
	case benzene.TooManyRequests:
		return nethttp.StatusTooManyRequests
	case benzene.UnexpectedError:
		return nethttp.StatusInternalServerError
	case benzene.NotImplemented:
		return nethttp.StatusNotImplemented
	case benzene.ServiceUnavailable:
		return nethttp.StatusServiceUnavailable
	case benzene.Timeout:
		return nethttp.StatusGatewayTimeout
	}
	if successful {
		return nethttp.StatusOK
	}
	return nethttp.StatusInternalServerError
}

// StatusOf says what an HTTP status code means where the answer does not say so
// itself: UnexpectedError for a code that CodeOf never gives, but for 408
// (Timeout) and 502 (ServiceUnavailable). It is not CodeOf's inverse: 200 is OK
// and 204 is Deleted.
func StatusOf(code int) benzene.Status {
	switch code {
	case nethttp.StatusOK:
		return benzene.OK
	case nethttp.StatusCreated:
		return benzene.Created
	case nethttp.StatusAccepted:
		return benzene.Accepted
	case nethttp.StatusNoContent:
		return benzene.Deleted
	case nethttp.StatusBadRequest:
		return benzene.BadRequest
	case nethttp.StatusUnauthorized:
		return benzene.Unauthorized
	case nethttp.StatusForbidden:
		return benzene.Forbidden
	case nethttp.StatusNotFound:
		return benzene.NotFound
	case nethttp.StatusConflict:
		return benzene.Conflict
	case nethttp.StatusUnprocessableEntity:
		return benzene.ValidationError
	case nethttp.StatusTooManyRequests:
		return benzene.TooManyRequests
	case nethttp.StatusNotImplemented:
		return benzene.NotImplemented
	case nethttp.StatusBadGateway, nethttp.StatusServiceUnavailable:
		return benzene.ServiceUnavailable
	case nethttp.StatusRequestTimeout, nethttp.StatusGatewayTimeout:
		return benzene.Timeout
	default:
		return benzene.UnexpectedError
	}
}
