package mcp

import (
	"context"
	"log/slog"
	"runtime/debug"

	"github.com/go-json-experiment/json/jsontext"
)

// A flight is one message on its way from its line to its answer.
type flight struct {
	call
	conversation *conversation
	client       *client
	parcel       *parcel // the batch that it came in; nil when it came alone
	key          string  // its id once it can be cancelled
	cancel       context.CancelFunc
	over         bool // nothing more is written for it; the writer guards this
}

var (
	notAText = &fault{code: parseError, message: "a line must be one JSON text in UTF-8"}
	sameID   = &fault{code: invalidRequest, message: `"id" is that of a request which is still being answered`}
	tooMany  = &fault{code: internalError, message: "too many calls are in flight; wait for answers"}
	stopping = &fault{code: internalError, message: "the server is stopping"}
	crashed  = &fault{code: internalError, message: "internal error"}
)

// run carries f out. It may not return: a handler can end the goroutine.
func (f *flight) run() {
	defer f.end()
	if f.Context.Err() != nil {
		f.refuse(stopping)
		return
	}
	a := f.conversation.catalog.answer(&f.call)
	if a.fault == nil {
		f.conversation.note(f)
	}
	f.conclude(a)
}

// end leaves nothing of f behind, and no caller without an answer.
func (f *flight) end() {
	if value := recover(); value != nil {
		slog.ErrorContext(f.Context, "mcp: a request panicked", "panic", value, "stack", string(debug.Stack()))
	}
	f.refuse(crashed) // unless it has been answered
	if f.key != "" {
		f.cancel()
		f.conversation.landed(f)
	}
	f.delivered()
}

// delivered tells f's batch, if it has one, that f will give it no more.
func (f *flight) delivered() {
	if f.parcel != nil {
		f.parcel.land(f.conversation.out)
	}
}

func (f *flight) refuse(why *fault) { f.conclude(answer{fault: why}) }

// conclude answers f, once. The id is free before the client can know it.
func (f *flight) conclude(a answer) {
	c := f.conversation
	if !c.out.Claim(&f.over) {
		return
	}
	if f.key != "" {
		c.forget(f)
	}
	if f.parcel != nil {
		f.parcel.add(a, f.id, c.catalog.closing(f.speaks))
		return
	}
	line := c.out.Borrow()
	*line = append(a.append(*line, f.id, c.catalog.closing(f.speaks)), '\n')
	c.out.WriteLine(*line, nil)
	c.out.GiveBack(line)
}

// late answers f when its goroutine does not live to do so.
func (f *flight) late(a answer) { f.conclude(a) }

// notify writes a notification that belongs to f. Once f is answered or
// cancelled it writes nothing.
func (f *flight) notify(method string, params []byte) {
	f.say(notification(method, params))
}

// ask sends the client a request, and waits for what it says to that as long as
// ctx lasts.
func (f *flight) ask(ctx context.Context, method string, params []byte) (jsontext.Value, error) {
	return f.conversation.waits.ask(ctx, partner{}, method, params, f.say)
}

// say writes a message that belongs to f. It is false when f is over.
func (f *flight) say(message []byte) bool {
	out := f.conversation.out
	line := out.Borrow()
	*line = append(append(*line, message...), '\n')
	sent := out.WriteLine(*line, &f.over)
	out.GiveBack(line)
	return sent
}

// remember keeps from which level on the client wants log messages.
func (f *flight) remember(level Level) {
	next := *f.conversation.client
	next.level = level
	f.conversation.client = &next
}
