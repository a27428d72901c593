package http_test

import (
	"bytes"
	"log/slog"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/benzene-go/framework/transports/http"
)

func TestAPanicOfAMiddlewareIsLoggedInOneLine(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	defer slog.SetDefault(before)
	panics := func(nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) { panic("oh\nlevel=ERROR msg=forged") })
	}
	base, stop := start(t, bound(t, http.Listen("127.0.0.1:0", http.Behind(panics, http.Get("/a", "a"))), say("a", "a")))
	if a := <-get(base + "/a"); a.err == nil {
		t.Errorf("it was answered %d", a.res.StatusCode)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if log := lines.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "oh") {
		t.Errorf("the log is %q", log)
	}
}
