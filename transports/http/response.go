package http

import (
	nethttp "net/http"
	"strconv"

	"github.com/benzene-go/framework/benzene"
)

const (
	jsonType    = "application/json"
	problemType = "application/problem+json" // RFC 9457
)

// answer answers r with what Dispatch returned for it.
func answer(w nethttp.ResponseWriter, r *nethttp.Request, reply benzene.Reply, outcome error) {
	code := codeOf(reply, outcome)
	if outcome != nil {
		writeProblem(w, r, code, reply.Problem(outcome), reply.Headers)
		return
	}
	contentType := reply.Headers["content-type"]
	if contentType == "" || !visible(contentType) {
		contentType = jsonType
	}
	write(w, r, code, contentType, reply.Body, reply.Headers)
}

// codeOf makes no success of an error, whatever status it carries.
func codeOf(reply benzene.Reply, outcome error) int {
	if outcome == nil {
		return CodeOf(reply.Status, true)
	}
	code := CodeOf(benzene.StatusOf(outcome), false)
	if code < nethttp.StatusBadRequest {
		return nethttp.StatusInternalServerError
	}
	return code
}

// writeProblem answers r with the document of a failure.
func writeProblem(w nethttp.ResponseWriter, r *nethttp.Request, code int, p benzene.Problem, headers benzene.HeaderMap) {
	p.Status = code
	body, _ := benzene.JSON.Encode(p) // a problem can always be written
	write(w, r, code, problemType, body, headers)
}

// write answers r in one write, with its length. A 204 has no body.
func write(w nethttp.ResponseWriter, r *nethttp.Request, code int, contentType string, body []byte, headers benzene.HeaderMap) {
	to := w.Header()
	copyHeaders(to, headers)
	if code == nethttp.StatusNoContent {
		w.WriteHeader(code)
		return
	}
	values := []string{strconv.Itoa(len(body)), contentType}
	to["Content-Length"] = values[:1:1]
	if len(body) > 0 {
		to["Content-Type"] = values[1:]
	}
	w.WriteHeader(code)
	if r.Method != nethttp.MethodHead {
		_, _ = w.Write(body) // the caller has gone; nobody is left to tell
	}
}
