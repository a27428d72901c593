package http_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// start opens and serves a bound server. stop ends it, and says what Serve
// returned.
func start(t testing.TB, s *http.Server) (base string, stop func() error) {
	t.Helper()
	if err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-served
	}
	t.Cleanup(func() { _ = stop() })
	return "http://" + s.Addr(), stop
}

// serving starts a bound server for the length of a test.
func serving(t testing.TB, s *http.Server) string {
	t.Helper()
	base, _ := start(t, s)
	t.Cleanup(nethttp.DefaultClient.CloseIdleConnections)
	return base
}

func bound(t testing.TB, s *http.Server, endpoints ...benzene.Endpoint) *http.Server {
	t.Helper()
	if err := s.Bind(dispatcher(t, endpoints...)); err != nil {
		t.Fatal(err)
	}
	return s
}

// a gate is an endpoint that says when it has a message, and waits.
type gate struct {
	entered chan context.Context
	leave   chan struct{}
}

func newGate() gate { return gate{make(chan context.Context, 1), make(chan struct{})} }

// endpoint answers when it may leave, or fails when its context ends.
func (g gate) endpoint() benzene.Endpoint {
	return benzene.Handle("gate", func(ctx context.Context, _ struct{}) (string, error) {
		g.entered <- ctx
		select {
		case <-g.leave:
			return "left", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	})
}

type answer struct {
	res *nethttp.Response
	err error
}

// get asks in the background.
func get(url string) <-chan answer {
	answers := make(chan answer, 1)
	go func() {
		client := &nethttp.Client{Transport: &nethttp.Transport{DisableKeepAlives: true}}
		res, err := client.Get(url)
		answers <- answer{res, err}
	}()
	return answers
}

func TestAServerServesUntilItsContextEnds(t *testing.T) {
	s := bound(t, http.Listen("127.0.0.1:0", http.Get("/a", "a")), say("a", "a"))
	if got := s.Addr(); got != "127.0.0.1:0" {
		t.Errorf("before it is open its address is %q", got)
	}
	base, stop := start(t, s)
	a := <-get(base + "/a")
	if a.err != nil {
		t.Fatal(a.err)
	}
	want(t, a.res, 200, `"a"`)
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	wantFree(t, s.Addr())
}

func wantFree(t testing.TB, addr string) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatalf("the port is not free: %v", err)
	}
	_ = l.Close()
}

func TestAMessageInHandIsFinishedBeforeTheServerStops(t *testing.T) {
	g := newGate()
	base, stop := start(t, bound(t, http.Listen("127.0.0.1:0", http.Get("/gate", "gate")), g.endpoint()))
	answers := get(base + "/gate")
	ctx := <-g.entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for refused := false; !refused; { // until it takes no more
		conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if refused = err != nil; !refused {
			_ = conn.Close()
		}
	}
	if ctx.Err() != nil {
		t.Errorf("the message's context ended with the server's: %v", ctx.Err())
	}
	close(g.leave)
	a := <-answers
	if a.err != nil {
		t.Fatal(a.err)
	}
	want(t, a.res, 200, `"left"`)
	if err := <-stopped; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

// A stream lasts until its caller goes, or the server is told to stop.
func stream(opened chan<- struct{}) http.Surface {
	return func(site http.Site) (nethttp.Handler, error) {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			_ = nethttp.NewResponseController(w).Flush()
			opened <- struct{}{}
			select {
			case <-site.Draining:
				_, _ = io.WriteString(w, "the end")
			case <-r.Context().Done():
			}
		}), nil
	}
}

func TestAStreamThatEndsWithTheServerDoesNotHoldIt(t *testing.T) {
	opened := make(chan struct{}, 2)
	s := http.Listen("127.0.0.1:0", http.Mount("/open", stream(opened)), http.Behind(allowAll, http.Mount("/behind", stream(opened))))
	if err := s.Bind(dispatcher(t)); err != nil {
		t.Fatal(err)
	}
	base, stop := start(t, bound(t, s)) // bound again, it tells the new surfaces
	streams := []<-chan answer{get(base + "/open"), get(base + "/behind")}
	<-opened
	<-opened
	begun := time.Now()
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("the stop took %v", took)
	}
	for _, one := range streams {
		a := <-one
		if a.err != nil {
			t.Fatal(a.err)
		}
		want(t, a.res, 200, "the end")
	}
}

func TestNothingDrainsWhileTheServerServes(t *testing.T) {
	var site http.Site
	s := bound(t, http.Listen("127.0.0.1:0", http.Mount("/a", func(s http.Site) (nethttp.Handler, error) {
		site = s
		return plain(s)
	})))
	base, stop := start(t, s)
	if a := <-get(base + "/a"); a.err != nil {
		t.Fatal(a.err)
	} else {
		want(t, a.res, 200, "plain")
	}
	select {
	case <-site.Draining:
		t.Error("it drains")
	default:
	}
	_ = stop()
	<-site.Draining
}

func TestAMessageThatOutlastsTheDrainIsCancelledAndAnswered(t *testing.T) {
	g := newGate()
	s := bound(t, http.Listen("127.0.0.1:0", http.Get("/gate", "gate")), g.endpoint())
	s.SetDrain(20 * time.Millisecond)
	base, stop := start(t, s)
	answers := get(base + "/gate")
	<-g.entered
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	a := <-answers
	if a.err != nil {
		t.Fatal(a.err)
	}
	wantProblem(t, a.res, 503, "service-unavailable")
}

func TestAHandlerThatDoesNotListenIsLeftBehind(t *testing.T) {
	entered, done := make(chan struct{}), make(chan struct{})
	deaf := benzene.Handle("deaf", func(context.Context, struct{}) (string, error) {
		close(entered)
		<-done
		return "", nil
	})
	s := bound(t, http.Listen("127.0.0.1:0", http.Get("/deaf", "deaf")), deaf)
	s.SetDrain(time.Millisecond)
	base, stop := start(t, s)
	answers := get(base + "/deaf")
	<-entered
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	if a := <-answers; a.err == nil {
		t.Errorf("it was answered %d", a.res.StatusCode)
	}
	close(done)
}

func TestAHandlerLearnsThatItsCallerHasGone(t *testing.T) {
	g := newGate()
	base := serving(t, bound(t, http.Listen("127.0.0.1:0", http.Post("/gate", "gate")), g.endpoint()))
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(conn, "POST /gate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
	ctx := <-g.entered
	_ = conn.Close()
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		t.Error("the context did not end")
	}
}

func TestATakenPortIsNamedAndNothingStaysBehind(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	s := bound(t, http.Listen(l.Addr().String(), http.Get("/a", "a")), say("a", "a"))
	if err := s.Open(t.Context()); err == nil || !strings.Contains(err.Error(), l.Addr().String()) || !strings.Contains(err.Error(), "free the address") {
		t.Errorf("Open returned %v", err)
	}
}

func TestAnAddressThatIsNoneIsToldWhatOneIs(t *testing.T) {
	for _, addr := range []string{
		"nonsense", "localhost", "host:port:x", "http://localhost:8080", "::1", "127.0.0.1:no-such-port", "localhost:99999",
		"no host:0", "192.0.2.1:0", // a name that cannot be, and an address for documents (RFC 5737)
	} {
		s := bound(t, http.Listen(addr, http.Get("/a", "a")), say("a", "a"))
		err := s.Open(t.Context())
		if err == nil {
			t.Fatalf("%q was opened", addr)
		}
		text := err.Error()
		if !strings.Contains(text, strconv.Quote(addr)) || strings.Contains(text, "free the address") ||
			!strings.Contains(text, "an address is host:port, such as 127.0.0.1:8080") {
			t.Errorf("Open returned %v", err)
		}
	}
}

func TestAServerThatNeverServesGivesItsPortBack(t *testing.T) {
	s := bound(t, http.Listen("127.0.0.1:0", http.Get("/a", "a")), say("a", "a"))
	if err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Serve(ended); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	wantFree(t, s.Addr())
}

func TestTheMomentsComeInTheirOrder(t *testing.T) {
	s := http.Listen("127.0.0.1:0")
	if err := s.Open(t.Context()); err == nil {
		t.Error("it opened before it was bound")
	}
	if err := bound(t, s).Serve(t.Context()); err == nil {
		t.Error("it served before it was open")
	}
	_, stop := start(t, bound(t, s)) // nothing is claimed by binding, so that it may be bound again
	addr := s.Addr()
	if err := s.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "open already") || s.Addr() != addr {
		t.Errorf("it opened twice, at %s and %s: %v", addr, s.Addr(), err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	wantFree(t, addr)
}

func TestAServerWithoutACertificateIsNotBound(t *testing.T) {
	for _, c := range []struct {
		tls   *tls.Config
		wrong bool
	}{
		{nil, false},
		{&tls.Config{MinVersion: tls.VersionTLS13}, true},
		{&tls.Config{Certificates: make([]tls.Certificate, 1)}, false},
		{&tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, nil }}, false},
		{&tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, nil }}, false},
	} {
		err := http.Serve(&nethttp.Server{TLSConfig: c.tls}).Bind(dispatcher(t))
		if (err != nil) != c.wrong || c.wrong && !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%+v: %v", c.tls, err)
		}
	}
}

func TestAServerThatCannotServeGivesItsPortBack(t *testing.T) {
	s := bound(t, http.Serve(&nethttp.Server{Addr: "127.0.0.1:0", TLSConfig: &tls.Config{
		Certificates: make([]tls.Certificate, 1),
		CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA}, // HTTP/2 wants another one
	}}))
	if err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(t.Context()); err == nil || !strings.Contains(err.Error(), s.Addr()) {
		t.Errorf("Serve returned %v", err)
	}
	wantFree(t, s.Addr())
}

func TestAListenerThatFailsIsTheErrorOfServe(t *testing.T) {
	broken := &nethttp.Server{Addr: "127.0.0.1:0"}
	s := bound(t, http.Serve(broken))
	if err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	go func() { _ = broken.Close() }() // by somebody else
	if err := s.Serve(t.Context()); !errors.Is(err, nethttp.ErrServerClosed) || !strings.Contains(err.Error(), s.Addr()) {
		t.Errorf("Serve returned %v", err)
	}
}

func TestAServerOfOnesOwnKeepsItsSettings(t *testing.T) {
	type key struct{}
	withTLS := httptest.NewUnstartedServer(nil)
	withTLS.StartTLS()
	withTLS.Close()
	server := &nethttp.Server{
		Addr:        "127.0.0.1:0",
		TLSConfig:   withTLS.TLS,
		BaseContext: func(net.Listener) context.Context { return context.WithValue(t.Context(), key{}, "mine") },
	}
	var seen any
	e := benzene.Handle("a", func(ctx context.Context, _ struct{}) (string, error) {
		seen = ctx.Value(key{})
		return "a", nil
	})
	s := bound(t, http.Serve(server, http.Get("/a", "a")), e)
	_, stop := start(t, s)
	client := withTLS.Client()
	res, err := client.Get("https://" + s.Addr() + "/a")
	if err != nil {
		t.Fatal(err)
	}
	want(t, res, 200, `"a"`)
	client.CloseIdleConnections()
	if err := stop(); err != nil || seen != "mine" {
		t.Errorf("Serve returned %v; the handler saw %v", err, seen)
	}
	if err := http.Serve(&nethttp.Server{Handler: nethttp.NotFoundHandler()}).Bind(dispatcher(t)); err == nil || !strings.Contains(err.Error(), "Handler") {
		t.Errorf("a server with a handler was bound: %v", err)
	}
}
