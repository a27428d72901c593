package http

import (
	"errors"
	"io"
	"mime"
	nethttp "net/http"
	"slices"
	"strings"
)

const (
	defaultLimit = 1 << 20
	// trusted is how much memory a request gets for the length that it claims;
	// more only as the bytes arrive.
	trusted = 64 << 10
)

// ReadBody reads the body of r to its end, for a surface; no body is an empty
// one. The error is a *nethttp.MaxBytesError when it has more than limit bytes,
// or more than a middleware allows, and else why it could not be read. What is
// over by no more than another limit is read away, so that the connection serves
// the next request; net/http closes it under a caller that sends more.
func ReadBody(r *nethttp.Request, limit int64) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	if r.ContentLength > limit {
		return nil, excess(r, limit, limit)
	}
	// The length is a hint: a middleware that decompresses leaves it as it was.
	room := min(r.ContentLength+1, trusted)
	if r.ContentLength < 0 {
		room = 512
	}
	body := make([]byte, 0, room)
	for {
		if len(body) == cap(body) {
			body = slices.Grow(body, int(min(limit-int64(len(body))+1, int64(len(body)))))
		}
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > limit:
			return nil, excess(r, limit, 0)
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, err
		}
	}
}

// excess is why a body is refused that is too large; where it is so by little,
// the rest is read away. unread is how much of what the limit allows has still
// to come.
func excess(r *nethttp.Request, limit, unread int64) error {
	// Who waits to be told to continue had better hear at once that it is too much.
	waits := unread > 0 && r.Header.Get("Expect") != ""
	if !waits && r.ContentLength-limit <= limit {
		_, _ = io.CopyN(io.Discard, r.Body, unread+limit) // what cannot be read ends the connection anyway
	}
	return &nethttp.MaxBytesError{Limit: limit}
}

// readBody reads a body that has to be JSON. It is nil when there is none,
// whatever type it is said to have.
func readBody(r *nethttp.Request, limit int64) ([]byte, *refusal) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	wrong := unfit(r.Header)
	if r.ContentLength > 0 && wrong != nil {
		return nil, wrong
	}
	body, err := ReadBody(r, limit)
	switch {
	case err != nil:
		return nil, unread(err)
	case len(body) == 0:
		return nil, nil
	default:
		return body, wrong
	}
}

// unfit says what keeps a body with such headers from being read, or nil. A
// type that a web page can send without a CORS pre-flight never passes.
func unfit(h nethttp.Header) *refusal {
	if encoding := h["Content-Encoding"]; len(encoding) > 1 || len(encoding) == 1 && !strings.EqualFold(encoding[0], "identity") {
		return wrongEncoding(encoding)
	}
	if types := h["Content-Type"]; len(types) != 1 || !isJSON(types[0]) {
		return wrongType(types)
	}
	return nil
}

// isJSON reports whether a media type is JSON, or built on it (RFC 6839), in
// UTF-8.
func isJSON(value string) bool {
	if value == jsonType {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(value)
	if err != nil || mediaType != jsonType && !strings.HasSuffix(mediaType, "+json") {
		return false
	}
	charset, named := params["charset"]
	return !named || strings.EqualFold(charset, "utf-8")
}
