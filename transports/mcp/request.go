package mcp

import (
	"bytes"
	"errors"
	"fmt"
	nethttp "net/http"
	"os"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// limit is how many bytes the body of a request may have.
const limit = 4 << 20

// A refusal is a fault of the HTTP request.
type refusal struct {
	status int
	fault  *fault
}

// unfit says what is wrong with r before its body is read; nil when nothing
// is.
func (h *handler) unfit(r *nethttp.Request) *refusal {
	contentType, encoding := only(r.Header["Content-Type"]), only(r.Header["Content-Encoding"])
	switch why := h.visitors.Foreign(r); {
	case why != "":
		return refusing(nethttp.StatusForbidden, why)
	case r.Method != nethttp.MethodPost:
		return refusing(nethttp.StatusMethodNotAllowed, "the method must be POST, got "+phrase.Quoted(r.Method))
	case mediaType(contentType) != "application/json":
		return refusing(nethttp.StatusUnsupportedMediaType, "the Content-Type must be application/json, got "+phrase.Quoted(contentType))
	case !plain(encoding):
		return refusing(nethttp.StatusUnsupportedMediaType, "the body must have no Content-Encoding, got "+phrase.Quoted(encoding))
	case !takesJSON(r.Header["Accept"]):
		return refusing(nethttp.StatusNotAcceptable, "Accept must allow application/json, which every answer is; got "+phrase.Quoted(only(r.Header["Accept"])))
	}
	return nil
}

func refusing(status int, text string) *refusal {
	return &refusal{status, &fault{code: invalidRequest, message: text}}
}

func plain(encoding string) bool {
	return encoding == "" || strings.EqualFold(encoding, "identity")
}

// takesEvents reports whether an Accept header allows a stream of events.
func takesEvents(accept []string) bool {
	return allows(accept, "text/event-stream", "text/*")
}

// takesJSON reports whether an Accept header, in any number of lines, allows
// application/json. Without one everything is allowed (RFC 9110, section
// 12.5.1).
func takesJSON(accept []string) bool {
	return len(accept) == 0 || allows(accept, "application/json", "application/*")
}

// allows reports whether an Accept header names a media type, the range of its
// kind, or the range of all.
func allows(accept []string, name, kind string) bool {
	for _, line := range accept {
		for given := range strings.SplitSeq(line, ",") {
			switch mediaType(given) {
			case name, kind, "*/*":
				if !never(given) {
					return true
				}
			}
		}
	}
	return false
}

// never reports whether a range of Accept has the weight nought.
func never(given string) bool {
	for parameter := range strings.SplitSeq(given, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(name, "q") {
			return strings.Trim(value, "0.") == ""
		}
	}
	return false
}

// mediaType is a media type in lower case, without its parameters.
func mediaType(text string) string {
	name, _, _ := strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// unread says why a body could not be read to its end.
func unread(err error) *refusal {
	var over *nethttp.MaxBytesError
	switch {
	case errors.As(err, &over):
		return refusing(nethttp.StatusRequestEntityTooLarge, fmt.Sprintf("the body must not be larger than %d bytes", over.Limit))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refusing(nethttp.StatusRequestTimeout, "the body took too long to arrive")
	}
	return &refusal{nethttp.StatusBadRequest, &fault{code: parseError, message: "the body ended too early"}}
}

func isList(body []byte) bool {
	rest := bytes.TrimLeft(body, " \t\r\n")
	return len(rest) > 0 && rest[0] == '['
}
