package http

import (
	"errors"
	"io"
	"math"
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

// readBody reads the whole body of r, of at most limit bytes. It is nil when
// there is none, whatever type it is said to have.
func readBody(r *nethttp.Request, limit int64) ([]byte, *refusal) {
	if r.Body == nil || r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	wrong := unfit(r.Header)
	if r.ContentLength > 0 && wrong != nil {
		return nil, wrong
	}
	body, err := readAll(r.Body, r.ContentLength, limit)
	switch {
	case err != nil:
		return nil, unread(err)
	case int64(len(body)) > limit:
		return nil, tooLarge(limit)
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

// readAll reads as many bytes as were claimed, or to the end where nothing was
// (claimed is negative), but at most one more than limit.
func readAll(from io.Reader, claimed, limit int64) ([]byte, error) {
	most, first := claimed, min(claimed, trusted)
	if claimed < 0 {
		most, first = min(limit, math.MaxInt64-1)+1, 512
	}
	body := make([]byte, 0, first)
	for int64(len(body)) < most {
		if len(body) == cap(body) {
			body = slices.Grow(body, int(min(most-int64(len(body)), int64(len(body)))))
		}
		n, err := from.Read(body[len(body):min(int64(cap(body)), most)])
		body = body[:len(body)+n]
		switch {
		case err == nil:
		case errors.Is(err, io.EOF) && (claimed < 0 || int64(len(body)) == claimed):
			return body, nil
		default:
			return nil, err
		}
	}
	return body, nil
}
