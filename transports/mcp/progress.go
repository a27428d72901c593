package mcp

import (
	"context"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
)

// token is what a client wants to hear of progress under: text or a number, and
// nil for nothing.
func (m *meta) token() jsontext.Value {
	if kind := m.progressToken.Kind(); kind == '"' || kind == '0' {
		return m.progressToken
	}
	return nil
}

// withProgress is the context of a call's messages: where the client wants to
// hear of progress, benzene.Progress tells it.
func (c *call) withProgress() context.Context {
	if c.public.ProgressToken == nil {
		return c
	}
	p := &progress{call: c}
	return benzene.WithProgress(c, p.report)
}

// A progress goes on only: what is not beyond what was told is not told.
type progress struct {
	call *call

	mu   sync.Mutex
	told bool
	done float64
}

// report takes a total that is no number for one that nobody knows.
func (p *progress) report(done, total float64, note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !finite(done) || p.told && done <= p.done {
		return
	}
	p.told, p.done = true, done
	b := append([]byte(`{"progressToken":`), p.call.public.ProgressToken...)
	b = strconv.AppendFloat(append(b, `,"progress":`...), done, 'g', -1, 64)
	if total > 0 && finite(total) {
		b = strconv.AppendFloat(append(b, `,"total":`...), total, 'g', -1, 64)
	}
	if p.call.speaks.annotations() {
		b = appendOptional(b, "message", note)
	}
	p.call.tell("notifications/progress", append(b, '}'))
}

func finite(f float64) bool { return f-f == 0 }
