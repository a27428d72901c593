package main

import (
	"bytes"
	nethttp "net/http"
)

// A recorder is a response writer that is used again and again, so that it
// adds little to what it records.
type recorder struct {
	header nethttp.Header
	code   int
	body   bytes.Buffer
}

func (r *recorder) Header() nethttp.Header { return r.header }

func (r *recorder) WriteHeader(code int) { r.code = code }

func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *recorder) reset() {
	clear(r.header)
	r.code = nethttp.StatusOK
	r.body.Reset()
}

// A rereader is a request body that can be read again.
type rereader struct{ bytes.Reader }

func (*rereader) Close() error { return nil }

// posting makes a loop that posts one body to a handler, and the recorder that
// has the last answer.
func posting(h nethttp.Handler, path, body string, header nethttp.Header) (func(n int), *recorder) {
	r, err := nethttp.NewRequest(nethttp.MethodPost, "http://127.0.0.1"+path, nil)
	if err != nil {
		panic(err) // the path is a constant
	}
	r.Header = header
	r.ContentLength = int64(len(body))
	w := &recorder{header: nethttp.Header{}}
	source := &rereader{}
	return func(n int) {
		for range n {
			w.reset()
			source.Reset([]byte(body))
			r.Body = source
			r.Pattern = ""
			h.ServeHTTP(w, r)
		}
	}, w
}
