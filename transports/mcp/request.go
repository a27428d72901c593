package mcp

import (
	"bytes"
	"errors"
	"io"
	nethttp "net/http"
	"strings"
)

// limit is how many bytes the body of a request may have.
const limit = 4 << 20

// A refusal is a fault of the HTTP request.
type refusal struct {
	status int
	fault  *fault
}

// refuse says what is wrong with r before its body is read; nil when nothing
// is.
func refuse(r *nethttp.Request) *refusal {
	switch {
	case !allowed(r):
		return refusing(nethttp.StatusForbidden, "pages and names of other sites may not call this server")
	case r.Method != nethttp.MethodPost:
		return refusing(nethttp.StatusMethodNotAllowed, "the method must be POST")
	case mediaType(only(r.Header["Content-Type"])) != "application/json":
		return refusing(nethttp.StatusUnsupportedMediaType, "the Content-Type must be application/json")
	case !plain(only(r.Header["Content-Encoding"])):
		return refusing(nethttp.StatusUnsupportedMediaType, "the body must have no Content-Encoding")
	case !takesJSON(r.Header["Accept"]):
		return refusing(nethttp.StatusNotAcceptable, "Accept must allow application/json, which every answer is")
	}
	return nil
}

func refusing(status int, text string) *refusal {
	return &refusal{status, &fault{code: invalidRequest, message: text}}
}

func plain(encoding string) bool {
	return encoding == "" || strings.EqualFold(encoding, "identity")
}

// takesJSON reports whether an Accept header, in any number of lines, allows
// application/json. Without one everything is allowed (RFC 9110, section
// 12.5.1).
func takesJSON(accept []string) bool {
	for _, line := range accept {
		for given := range strings.SplitSeq(line, ",") {
			switch mediaType(given) {
			case "application/json", "application/*", "*/*":
				if !never(given) {
					return true
				}
			}
		}
	}
	return len(accept) == 0
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

// read reads the body to its end: only then does net/http notice a caller that
// hangs up.
func read(r *nethttp.Request) ([]byte, *refusal) {
	if r.ContentLength > limit {
		return nil, tooLarge()
	}
	// What a caller announces is not believed beyond a first piece.
	body := make([]byte, 0, min(max(r.ContentLength, 0), 64<<10)+bytes.MinRead)
	for {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > limit:
			return nil, tooLarge()
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, broken(err)
		case len(body) == cap(body):
			body = append(body, 0)[:len(body)]
		}
	}
}

func tooLarge() *refusal {
	return refusing(nethttp.StatusRequestEntityTooLarge, "the body may have 4 MiB, got more")
}

// broken refuses a body whose end did not come, or that net/http middleware
// allows less of.
func broken(err error) *refusal {
	var more *nethttp.MaxBytesError
	if errors.As(err, &more) {
		return refusing(nethttp.StatusRequestEntityTooLarge, "the body is larger than this server allows")
	}
	return &refusal{nethttp.StatusBadRequest, &fault{code: parseError, message: "the body ended too early"}}
}

func isList(body []byte) bool {
	rest := bytes.TrimLeft(body, " \t\r\n")
	return len(rest) > 0 && rest[0] == '['
}
