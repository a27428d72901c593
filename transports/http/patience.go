package http

import (
	"errors"
	"io"
	"net"
	nethttp "net/http"
	"sync/atomic"
	"time"
)

// A patient handler gives the body of a request a time limit, and takes it away
// with the last byte: nethttp.Server.ReadTimeout would cancel a handler that
// works for longer. A body that nobody reads keeps it, for net/http reads on.
type patient struct {
	next  nethttp.Handler
	limit time.Duration
}

func (p patient) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	d, ok := w.(readDeadline)
	if !ok || r.ContentLength == 0 {
		p.next.ServeHTTP(w, r)
		return
	}
	_ = d.SetReadDeadline(time.Now().Add(p.limit)) // reading fails anyway where this does
	own := r.WithContext(r.Context())              // net/http looks at r.Body again
	own.Body = &slowBody{r.Body, d}
	p.next.ServeHTTP(w, own)
	r.MultipartForm = own.MultipartForm // so that net/http removes its files
}

type readDeadline interface{ SetReadDeadline(time.Time) error }

type slowBody struct {
	io.ReadCloser
	conn readDeadline
}

func (b *slowBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}

// watched is a listener whose connections give up on a peer that takes nothing.
type watched struct {
	net.Listener
	limit time.Duration
}

func (l watched) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: conn, limit: l.limit}, nil
}

// piece is how much a peer has to take within the limit.
const piece = 64 << 10

type watchedConn struct {
	net.Conn
	limit time.Duration
	given atomic.Bool // somebody set a write deadline, which then counts
}

func (c *watchedConn) SetWriteDeadline(t time.Time) error {
	c.given.Store(!t.IsZero())
	return c.Conn.SetWriteDeadline(t)
}

func (c *watchedConn) SetDeadline(t time.Time) error {
	c.given.Store(!t.IsZero())
	return c.Conn.SetDeadline(t)
}

func (c *watchedConn) Write(p []byte) (written int, err error) {
	for {
		if !c.given.Load() {
			_ = c.Conn.SetWriteDeadline(time.Now().Add(c.limit)) // writing fails anyway where this does
		}
		next := p[:min(len(p), piece)]
		n, err := c.Conn.Write(next)
		written += n
		if p = p[len(next):]; err != nil || len(p) == 0 {
			return written, err
		}
	}
}

// CloseWrite tells the peer that no more comes, which lets it read a refusal of
// what it is still sending.
func (c *watchedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
