package http

import (
	nethttp "net/http"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// Envelope answers POST /benzene/invoke, where other services look for it, by
// Invoke.
func Envelope() Route { return Mount("/benzene/invoke", Invoke) }

// Invoke is the surface of the wire envelope: any topic, named in the body. Put
// it behind something that authenticates. The envelope in the answer is what
// counts; the HTTP status code is its status mapped by CodeOf, but 200 where
// that would be 204, which has no body. A body may have 1 MiB.
func Invoke(site Site) (nethttp.Handler, error) {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.Method != nethttp.MethodPost {
			w.Header().Set("Allow", nethttp.MethodPost)
			wrongMethod(r, nethttp.MethodPost).write(w, r)
			return
		}
		invoke(site.Dispatcher, w, r)
	}), nil
}

func invoke(d *benzene.Dispatcher, w nethttp.ResponseWriter, r *nethttp.Request) {
	body, refused := readBody(r, defaultLimit)
	if refused != nil {
		writeEnvelope(w, r, refused.code, benzene.Reply{}, refused.err)
		return
	}
	x := &exchange{w, r, pathOf(r.Pattern), answerEnvelope}
	msg, err := benzene.ReadEnvelope(body)
	if err != nil {
		x.answer(benzene.Reply{}, err)
		return
	}
	msg.Transport = "benzene"
	msg.Facts = x
	msg.Abandoned = x.abandoned
	x.answer(d.Dispatch(r.Context(), msg))
}

// pathOf is a mux's pattern without its method and host.
func pathOf(pattern string) string {
	return pattern[max(strings.IndexByte(pattern, '/'), 0):]
}

func answerEnvelope(w nethttp.ResponseWriter, r *nethttp.Request, reply benzene.Reply, outcome error) {
	code := codeOf(reply, outcome)
	if code == nethttp.StatusNoContent {
		code = nethttp.StatusOK
	}
	writeEnvelope(w, r, code, reply, outcome)
}

func writeEnvelope(w nethttp.ResponseWriter, r *nethttp.Request, code int, reply benzene.Reply, outcome error) {
	body, _ := benzene.WriteReplyEnvelope(reply, outcome, nil) // text alone
	write(w, r, code, jsonType, body, nil)
}
