package http

import (
	"iter"
	"maps"
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// headers are a request's headers as a message has them. Of a header that
// repeats, the first value counts.
type headers nethttp.Header

// Get returns the first value of key in any case. Headers that only the
// framework may set are not there.
func (h headers) Get(key string) string {
	if benzene.TrustedHeader(key) {
		return ""
	}
	if values := h[canonical(key)]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// All gives the headers in order of their keys, which are lower case.
func (h headers) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, key := range slices.Sorted(maps.Keys(h)) {
			if benzene.TrustedHeader(key) || len(h[key]) == 0 {
				continue
			}
			if !yield(strings.ToLower(key), h[key][0]) {
				return
			}
		}
	}
}

// canonical is nethttp.CanonicalHeaderKey without an allocation for the names
// that messages are asked for.
func canonical(key string) string {
	switch key {
	case "benzene-version":
		return "Benzene-Version"
	case "version":
		return "Version"
	case "x-version":
		return "X-Version"
	case "traceparent":
		return "Traceparent"
	case "tracestate":
		return "Tracestate"
	case "baggage":
		return "Baggage"
	case "x-correlation-id":
		return "X-Correlation-Id"
	case "idempotency-key":
		return "Idempotency-Key"
	case "authorization":
		return "Authorization"
	case "content-type":
		return "Content-Type"
	}
	return nethttp.CanonicalHeaderKey(key)
}

// copyHeaders adds a reply's headers to a response. Those that frame or name
// the body are set elsewhere, and what would not be one header is dropped: a
// value may be a caller's own text.
func copyHeaders(to nethttp.Header, from benzene.HeaderMap) {
	for name, value := range from {
		if token(name) && visible(value) && !ours(name) {
			to.Set(name, value)
		}
	}
}

func ours(name string) bool {
	switch strings.ToLower(name) {
	case "connection", "content-length", "content-type", "keep-alive", "trailer", "transfer-encoding", "upgrade":
		return true
	}
	return false
}

// token reports whether text is a header's name (RFC 9110, section 5.6.2).
func token(text string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	for i := range len(text) {
		c := text[i]
		alphanumeric := '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		if !alphanumeric && strings.IndexByte(marks, c) < 0 {
			return false
		}
	}
	return text != ""
}

// visible reports whether text can be a header's value: no control characters
// but the tab.
func visible(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
