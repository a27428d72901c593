package http

import (
	"bytes"
	"context"
	"log"
	"log/slog"
)

// errorLog brings net/http's own remarks to slog: at Debug, for most are about
// a caller's connection, but a panic of a net/http middleware is an Error.
func errorLog() *log.Logger { return log.New(remarks{}, "", 0) }

type remarks struct{}

func (remarks) Write(line []byte) (int, error) {
	level := slog.LevelDebug
	if bytes.HasPrefix(line, []byte("http: panic")) {
		level = slog.LevelError
	}
	slog.Log(context.Background(), level, "http server", "remark", string(bytes.TrimSpace(line)))
	return len(line), nil
}
