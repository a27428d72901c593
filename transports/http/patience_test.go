package http_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	nethttp "net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// dial opens a connection that has a second to see something happen.
func dial(t testing.TB, base string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(2 * time.Second))
	return conn
}

func TestALongCallIsAnsweredPastEveryLimit(t *testing.T) {
	e := benzene.Handle("long", func(ctx context.Context, _ item) (string, error) {
		select {
		case <-time.After(150 * time.Millisecond):
			return "done", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	})
	s := http.Listen("127.0.0.1:0", http.Post("/long", "long"), http.Get("/long", "long"))
	s.SetLimits(30*time.Millisecond, 30*time.Millisecond, 30*time.Millisecond)
	base := serving(t, bound(t, s, e))
	res, err := nethttp.Post(base+"/long", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	want(t, res, 200, `"done"`)
	res, err = nethttp.Get(base + "/long")
	if err != nil {
		t.Fatal(err)
	}
	want(t, res, 200, `"done"`)
}

func TestAHeaderThatTricklesIsHungUpOn(t *testing.T) {
	s := http.Listen("127.0.0.1:0")
	s.SetLimits(50*time.Millisecond, time.Minute, time.Minute)
	conn := dial(t, serving(t, bound(t, s)))
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nX-")
	if said, err := io.ReadAll(conn); err != nil || strings.Contains(string(said), "200") {
		t.Errorf("read %q, then %v", said, err)
	}
}

func TestABodyThatTricklesIsRefused(t *testing.T) {
	s := http.Listen("127.0.0.1:0", http.Post("/a", "a"))
	s.SetLimits(time.Minute, 50*time.Millisecond, time.Minute)
	base := serving(t, bound(t, s, say("a", "a")))
	for contentType, code := range map[string]int{"application/json": 408, "text/plain": 415} {
		conn := dial(t, base)
		_, _ = io.WriteString(conn, "POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: "+contentType+"\r\nContent-Length: 9\r\n\r\n{")
		said := bufio.NewReader(conn)
		res, err := nethttp.ReadResponse(said, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _ = text(t, res); res.StatusCode != code {
			t.Errorf("as %s: %d, want %d", contentType, res.StatusCode, code)
		}
		if _, err := said.ReadByte(); !errors.Is(err, io.EOF) {
			t.Errorf("as %s: the connection was kept", contentType)
		}
	}
}

func TestACallerThatTakesNothingIsHungUpOn(t *testing.T) {
	failed := make(chan error, 1)
	huge := func(http.Site) (nethttp.Handler, error) {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			_, err := w.Write(make([]byte, 32<<20))
			failed <- err
		}), nil
	}
	s := http.Listen("127.0.0.1:0", http.Mount("/huge", huge))
	s.SetLimits(time.Minute, time.Minute, 50*time.Millisecond)
	conn := dial(t, serving(t, bound(t, s)))
	_, _ = io.WriteString(conn, "GET /huge HTTP/1.1\r\nHost: x\r\n\r\n")
	if err := <-failed; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the write ended with %v", err)
	}
}

func TestADeadlineOfASurfaceCountsMoreThanOurs(t *testing.T) {
	failed := make(chan error, 1)
	hasty := func(http.Site) (nethttp.Handler, error) {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			if err := nethttp.NewResponseController(w).SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
				t.Error(err)
			}
			_, err := w.Write(make([]byte, 32<<20))
			failed <- err
		}), nil
	}
	conn := dial(t, serving(t, bound(t, http.Listen("127.0.0.1:0", http.Mount("/hasty", hasty)))))
	_, _ = io.WriteString(conn, "GET /hasty HTTP/1.1\r\nHost: x\r\n\r\n")
	if err := <-failed; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the write ended with %v", err)
	}
}

func TestAnUploadOverTheLimitIsRefusedBeforeItHasArrived(t *testing.T) {
	base := serving(t, bound(t, http.Listen("127.0.0.1:0", http.Post("/a", "a", http.Limit(9))), say("a", "a")))
	for _, upload := range []string{
		"Content-Length: 999999999\r\n\r\n",
		"Content-Length: 10\r\n\r\n",
		"Expect: 100-continue\r\nContent-Length: 10\r\n\r\n",
		"Transfer-Encoding: chunked\r\n\r\n6\r\naaaaaa\r\n6\r\naaaaaa\r\n0\r\n\r\n",
	} {
		conn := dial(t, base)
		_, _ = io.WriteString(conn, "POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+upload)
		if strings.Contains(upload, ": 10") && !strings.Contains(upload, "Expect") {
			_, _ = io.WriteString(conn, "0123456789")
		}
		res, err := nethttp.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		wantProblem(t, res, 413, "content-too-large", "9 bytes")
	}
	res, err := nethttp.Post(base+"/a", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	want(t, res, 200, `"a"`)
}

func TestAHeaderOver64KiBIsRefused(t *testing.T) {
	base := serving(t, bound(t, http.Listen("127.0.0.1:0", http.Get("/a", "a")), say("a", "a")))
	r, _ := nethttp.NewRequest("GET", base+"/a", nil)
	r.Header.Set("X-Long", strings.Repeat("a", 80<<10))
	res, err := nethttp.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _ = text(t, res); res.StatusCode != 431 {
		t.Errorf("got %d", res.StatusCode)
	}
}
