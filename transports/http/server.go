package http

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	nethttp "net/http"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// The limits of a server that Listen makes. Handlers have none: how long a
// message may take is for middleware to say.
const (
	headerLimit = 10 * time.Second  // for the header of a request to arrive
	bodyLimit   = 30 * time.Second  // for its body
	writeLimit  = 30 * time.Second  // for a caller to take a piece of the answer
	idleLimit   = 120 * time.Second // between two requests of a connection
	headerBytes = 64 << 10
	drainLimit  = 20 * time.Second // for messages in hand, when the server stops
	lastWords   = time.Second      // after that, for those that were cancelled to answer
)

// A Server is routes at an address: a benzene.Transport. Listen and Serve make
// one.
type Server struct {
	http     *nethttp.Server
	routes   []Route
	body     time.Duration   // for a request's body to arrive; 0 for as long as it takes
	write    time.Duration   // for a caller to take a piece of an answer; likewise
	drain    time.Duration   // for messages in hand, when the server stops
	handler  nethttp.Handler // nil until bound
	listener net.Listener    // nil until open
	draining chan struct{}   // closed when the server is told to stop
	begin    func()          // closes draining, once
}

// Listen serves routes at addr, such as "localhost:8080" or ":8080", by plain
// HTTP/1.1. A request's header has to arrive within 10 s and have at most 64
// KiB, its body within 30 s; an idle connection is closed after 120 s, and one
// whose caller takes nothing of an answer for 30 s. For other limits, TLS or
// HTTP/2 there is Serve.
func Listen(addr string, routes ...Route) *Server {
	server := &nethttp.Server{
		Addr:              addr,
		ReadHeaderTimeout: headerLimit,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          errorLog(),
	}
	s := Serve(server, routes...)
	s.body, s.write = bodyLimit, writeLimit
	return s
}

// Serve serves routes by server, at its Addr and with all of its settings and
// none of ours; its Handler must be nil. With a TLSConfig, which then brings
// the certificates, it speaks TLS.
func Serve(server *nethttp.Server, routes ...Route) *Server {
	draining := make(chan struct{})
	begin := sync.OnceFunc(func() { close(draining) })
	return &Server{http: server, routes: routes, drain: drainLimit, draining: draining, begin: begin}
}

// Addr is where the server listens, once it is open: "127.0.0.1:40123" for
// "localhost:0". Before that it is the address as it was configured.
func (s *Server) Addr() string {
	if s.listener == nil {
		return s.http.Addr
	}
	return s.listener.Addr().String()
}

// Bind compiles the routes against what d serves. The error is everything that
// is wrong with them: benzene.Findings of the check "http-routes", and what
// surfaces report. Where that is only warned about, a route that cannot be
// served answers not-found.
func (s *Server) Bind(d *benzene.Dispatcher) error {
	addr := cmp.Or(s.http.Addr, ":0") // which is what Open makes of none
	h, err := compile(Site{Dispatcher: d, Addr: addr, Draining: s.draining}, s.routes)
	if s.http.Handler != nil {
		err = errors.Join(err, errors.New("http: the server given to http.Serve has a Handler already; mount it among the routes with http.Mount"))
	}
	if c := s.http.TLSConfig; c != nil && !certified(c) {
		err = errors.Join(err, errors.New("http: the TLSConfig of the server given to http.Serve brings no certificate; set its Certificates or GetCertificate"))
	}
	s.handler = h
	if s.body > 0 {
		s.handler = patient{h, s.body}
	}
	return err
}

func certified(c *tls.Config) bool {
	return len(c.Certificates) > 0 || c.GetCertificate != nil || c.GetConfigForClient != nil
}

// Open claims the address. The error names it, why it cannot be had, and what to
// do about it.
func (s *Server) Open(ctx context.Context) error {
	switch {
	case s.handler == nil:
		return errors.New("http: the server was opened before it was bound")
	case s.listener != nil:
		return fmt.Errorf("http: the server is open already, at %s", s.Addr())
	}
	s.http.Handler = s.handler
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", s.http.Addr)
	if err != nil {
		return fmt.Errorf("http: cannot listen at %q: %w; %s", s.http.Addr, err, advice(err))
	}
	if s.write > 0 {
		listener = watched{listener, s.write}
	}
	s.listener = listener
	return nil
}

// Serve answers requests until ctx ends. Then it tells surfaces by their
// Site.Draining and takes no more, and messages in hand have 20 s to finish
// before they are cancelled. Whatever else stops it is the error.
func (s *Server) Serve(ctx context.Context) error {
	if s.listener == nil {
		return errors.New("http: the server was started before it was opened")
	}
	defer s.begin() // also where nothing is drained
	if ctx.Err() != nil {
		return s.listener.Close()
	}
	cancel := s.detach(ctx)
	defer cancel()
	served := make(chan error, 1)
	var accepting sync.WaitGroup
	accepting.Go(func() { served <- s.accept() })
	defer accepting.Wait()
	select {
	case err := <-served:
		_ = errors.Join(s.http.Close(), s.listener.Close()) // the reason is err
		return fmt.Errorf("http: serving %s: %w", s.Addr(), err)
	case <-ctx.Done():
		s.begin()
		s.stop(cancel)
		return nil
	}
}

// detach makes requests outlive ctx. They end with the returned function.
func (s *Server) detach(ctx context.Context) context.CancelFunc {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	given := s.http.BaseContext
	s.http.BaseContext = func(l net.Listener) context.Context {
		if given == nil {
			return base
		}
		own, end := context.WithCancel(given(l))
		context.AfterFunc(base, end)
		return own
	}
	return cancel
}

func (s *Server) accept() error {
	if s.http.TLSConfig != nil {
		return s.http.ServeTLS(s.listener, "", "")
	}
	return s.http.Serve(s.listener)
}

// stop drains the server: first nothing is cancelled, then everything is.
func (s *Server) stop(cancel context.CancelFunc) {
	if s.shutdown(s.drain) == nil {
		return
	}
	cancel()
	if s.shutdown(lastWords) != nil {
		_ = s.http.Close() // what is still open does not listen to its context
	}
}

func (s *Server) shutdown(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return s.http.Shutdown(ctx)
}

var _ benzene.Transport = (*Server)(nil)
