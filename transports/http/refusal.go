package http

import (
	"cmp"
	"errors"
	"fmt"
	nethttp "net/http"
	"os"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A refusal is what is answered where a request makes no message.
type refusal struct {
	code int
	err  error // a *benzene.Error
}

func (f *refusal) write(w nethttp.ResponseWriter, r *nethttp.Request) {
	p := benzene.ProblemOf(f.err)
	p.Title = cmp.Or(p.Title, nethttp.StatusText(f.code))
	writeProblem(w, r, f.code, p, nil)
}

func nothingHere(r *nethttp.Request) *refusal {
	return &refusal{nethttp.StatusNotFound, benzene.NotFound.Errorf("no route answers %.16s %.200q", r.Method, r.URL.Path)}
}

func wrongMethod(r *nethttp.Request, allow string) *refusal {
	return &refusal{nethttp.StatusMethodNotAllowed, MethodNotAllowed.Errorf("this path takes %s, not %.16s", allow, r.Method)}
}

func tooLarge(limit int64) *refusal {
	return &refusal{nethttp.StatusRequestEntityTooLarge, ContentTooLarge.Errorf("the body must not be larger than %d bytes", limit)}
}

func wrongType(came []string) *refusal {
	what := fmt.Sprintf("it came as %.100q", came)
	if strings.Join(came, "") == "" {
		what = "it has no Content-Type; send application/json"
	}
	return &refusal{nethttp.StatusUnsupportedMediaType, UnsupportedMediaType.Errorf("the body must be application/json in UTF-8; %s", what)}
}

func wrongEncoding(came []string) *refusal {
	return &refusal{nethttp.StatusUnsupportedMediaType, UnsupportedMediaType.Errorf("the body must not be compressed; its Content-Encoding is %.100q", came)}
}

// unread says why a body could not be read to its end.
func unread(err error) *refusal {
	var over *nethttp.MaxBytesError
	switch {
	case errors.As(err, &over):
		return tooLarge(over.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &refusal{nethttp.StatusRequestTimeout, benzene.Timeout.Errorf("the body took too long to arrive")}
	default:
		return &refusal{nethttp.StatusBadRequest, benzene.BadRequest.Errorf("the body could not be read to its end")}
	}
}

func badQuery(format string, args ...any) *refusal {
	return &refusal{nethttp.StatusBadRequest, benzene.BadRequest.Errorf(format, args...)}
}
