package mcp_test

import (
	"bytes"
	"log"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// A journal is everything that is logged, by whichever logger, during a test.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func newJournal(t *testing.T) *journal {
	t.Helper()
	j := &journal{}
	before, writer, flags := slog.Default(), log.Writer(), log.Flags()
	slog.SetDefault(slog.New(slog.NewTextHandler(j, nil))) // which takes what the package log writes too
	t.Cleanup(func() {
		slog.SetDefault(before)
		log.SetOutput(writer)
		log.SetFlags(flags)
	})
	return j
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

// isShort checks that there are no more than so many new lines, and none that
// is long or has a stack.
func (j *journal) isShort(t *testing.T, most int) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	text := j.text.String()
	j.text.Reset()
	if strings.Count(text, "\n") > most || len(text) > most*300 || strings.Contains(text, "stack=") {
		t.Errorf("got %q", text)
	}
}
