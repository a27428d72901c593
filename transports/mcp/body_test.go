package mcp_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

func TestABodyOverTheLimitIsRefused(t *testing.T) {
	d := newDesk(t)
	const limit = 4 << 20
	body := func(size int) string {
		frame := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""}}`
		return strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame))+`"`, 1)
	}
	if h := d.post(t, body(limit)); h.Code != 200 {
		t.Errorf("at the limit: %d", h.Code)
	}
	d.post(t, body(limit+1)).faulty(t, 413, -32600)
	r := request("")
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body(limit+1))), -1
	d.send(t, r).faulty(t, 413, -32600)
	r = request("")
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body(limit))), -1
	if h := d.send(t, r); h.Code != 200 {
		t.Errorf("at the limit, in chunks: %d", h.Code)
	}
	r = request("")
	r.Body = nethttp.MaxBytesReader(nil, io.NopCloser(strings.NewReader(body(1000))), 100)
	d.send(t, r).faulty(t, 413, -32600)
	r = request("")
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(ping[:10]), brokenPipe{}))
	d.send(t, r).faulty(t, 400, -32700)
}

func TestABodyThatTakesTooLongIsRefused(t *testing.T) {
	r := request("")
	r.Body, r.ContentLength = io.NopCloser(io.MultiReader(strings.NewReader(ping[:10]), late{})), int64(len(ping))
	newDesk(t).send(t, r).faulty(t, 408, -32600)
}

type late struct{}

func (late) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

type brokenPipe struct{}

func (brokenPipe) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// What is a little over the limit is refused, and nothing more.
func TestAConnectionOutlivesABodyThatIsALittleTooLarge(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	c := dial(t, server)
	for _, size := range []int64{4<<20 + 1, 6 << 20, 8 << 20} {
		for _, told := range []bool{true, false} {
			if got := c.post(t, io.LimitReader(zeros{}, size), size, told); got.StatusCode != 413 || got.Close {
				t.Fatalf("%d bytes (told before: %v): got %s, close %v", size, told, got.Status, got.Close)
			}
			if got := c.post(t, strings.NewReader(ping), int64(len(ping)), told); got.StatusCode != 200 {
				t.Fatalf("after %d bytes (told before: %v): got %s", size, told, got.Status)
			}
		}
	}
}

func TestAConnectionEndsUnderABodyThatIsFarTooLarge(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	for name, begin := range map[string]string{
		"told before":         "Content-Length: 999999999\r\n\r\n",
		"a little and waits":  "Expect: 100-continue\r\nContent-Length: 4194305\r\n\r\n",
		"one that never ends": "Transfer-Encoding: chunked\r\n\r\n900000\r\n" + strings.Repeat("\x00", 0x900000),
	} {
		c := dial(t, server)
		_, _ = io.WriteString(c, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+begin) // closed on, at worst
		response := c.heard(t)
		if response.StatusCode != 413 || !response.Close {
			t.Errorf("%s: got %s, close %v", name, response.Status, response.Close)
		}
		if _, err := c.reader.ReadByte(); err == nil {
			t.Errorf("%s: the connection goes on", name)
		}
	}
}

func TestTheServerAnswersAfterATooLargeBody(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	for _, c := range []struct {
		body   io.Reader
		status int
	}{
		{bytes.NewReader(make([]byte, 5<<20)), 413},
		{io.LimitReader(zeros{}, 5<<20), 413},
		{strings.NewReader(ping), 200},
	} {
		response, err := server.Client().Post(server.URL+path, "application/json", c.body)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != c.status {
			t.Errorf("got %d, want %d", response.StatusCode, c.status)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// A wired caller has one connection, which nothing opens again.
type wired struct {
	net.Conn
	reader *bufio.Reader
}

func dial(t *testing.T, server *httptest.Server) *wired {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second)) // a connection has one
	return &wired{conn, bufio.NewReader(conn)}
}

func (c *wired) post(t *testing.T, body io.Reader, size int64, told bool) *nethttp.Response {
	t.Helper()
	r, _ := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, "http://localhost"+path, body)
	r.Header.Set("Content-Type", "application/json")
	if r.ContentLength = -1; told {
		r.ContentLength = size
	}
	return c.send(t, r)
}

func (c *wired) send(t *testing.T, r *nethttp.Request) *nethttp.Response {
	t.Helper()
	r.Host, r.RequestURI = "localhost", ""
	if err := r.Write(c); err != nil {
		t.Fatal(err)
	}
	return c.heard(t)
}

func (c *wired) heard(t *testing.T) *nethttp.Response {
	t.Helper()
	response, err := nethttp.ReadResponse(c.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response
}
