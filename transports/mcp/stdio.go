package mcp

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/guard"
)

// Stdio offers tools over standard input and output, to the program that
// started this one (MCP, stdio): one JSON-RPC message a line, both ways.
//
// While it is open nothing else reaches standard output: its descriptor leads
// to standard error, so that a print, a logger on os.Stdout and an os.Stdout
// kept from before come out there. Where descriptors cannot be exchanged
// (Windows, Plan 9, Solaris, WebAssembly) the variable os.Stdout is, which
// catches what reads it later. Both are undone when Serve ends. Nothing is
// written before the first message has come. A process has one such transport
// open at a time; Open fails for another.
//
// A client need not read standard error. When that is a pipe which has been full
// for half a second, what is written there is buffered until the client reads
// on, 256 KiB of it; whole lines beyond are dropped, and counted in a line that
// stands where they are missing. At the end the client has a second to read the
// rest; then standard error leads nowhere, for the program must not wait either.
// On Unix systems other than Linux everything written to a pipe is buffered from
// the beginning, so that what was written just before os.Exit may be lost; there
// the runtime writes crashes itself (debug.SetCrashOutput, which is set for as
// long). Where descriptors cannot be exchanged, a standard error that nobody
// reads holds up who writes there.
//
// A line is at most 4 MiB; a longer one is answered with an error and skipped.
// Calls run side by side, at most 64, and are answered as they finish; 1,024
// more may wait, of 64 MiB together, and beyond that a call is answered with an
// error at once. What no handler is needed for is answered in between. A client
// that does not read its answers makes the calls wait once 1 MiB of them has
// piled up.
//
// At the end of input the calls in hand are finished and answered, and Serve
// returns benzene.ErrFinished, as it does when the client has stopped reading
// for good. When ctx ends nothing more is read, and Serve returns nil after the
// same. Calls have 20 seconds for that; then their contexts end, and a second
// later Serve returns whatever they do.
//
// Bind returns the Findings of Surface.
func Stdio(parts ...Part) benzene.Transport {
	return &stdio{parts: parts, own: true, limit: drainLimit}
}

// StdioOn is Stdio over any pair of streams, such as both halves of a
// connection. To stop a Read that waits, it sets a deadline that has passed (a
// method SetReadDeadline) or else closes the stream, unless that is a file;
// where there is neither, that Read is left behind. A Write that the drain limit
// finds waiting is ended likewise.
func StdioOn(in io.Reader, out io.Writer, parts ...Part) benzene.Transport {
	return &stdio{parts: parts, in: in, out: out, limit: drainLimit}
}

const (
	drainLimit  = 20 * time.Second // for the calls in hand when there is no more input
	lastAnswers = time.Second      // for those whose contexts have ended then
)

// stdio is the transport of one conversation.
type stdio struct {
	parts   []Part
	own     bool // the streams are the process's, and Open claims them
	in      io.Reader
	out     io.Writer
	limit   time.Duration
	catalog *catalog
	as      *benzene.Principal // who calls; nil for nobody
	guard   *guard.Guard
}

// Bind fits the parts to what d serves.
func (s *stdio) Bind(d *benzene.Dispatcher) error {
	declared := declare(s.parts)
	c, wrong := declared.compile(d)
	s.catalog, s.as = c, declared.entry.as
	return errors.Join(wrong...)
}

// Open keeps standard output for the protocol, and prepares standard input.
func (s *stdio) Open(context.Context) (err error) {
	if !s.own {
		return nil
	}
	if s.guard, err = guard.Take(); err == nil {
		s.in, s.out = s.guard.In, s.guard.Out
	}
	return err
}

// Serve holds the conversation, and gives back the streams.
func (s *stdio) Serve(ctx context.Context) error {
	if s.guard != nil {
		defer s.guard.Release()
	}
	switch {
	case ctx.Err() != nil:
		return nil
	case s.catalog == nil || s.in == nil || s.out == nil:
		return errors.New("mcp: standard input and output are served after Bind and Open, and these have not been called")
	}
	return newConversation(ctx, s).serve(ctx)
}

// base is the context of all calls, which outlive ctx.
func (s *stdio) base(ctx context.Context) context.Context {
	ctx = context.WithoutCancel(ctx)
	if s.as != nil {
		ctx = benzene.WithPrincipal(ctx, *s.as)
	}
	return ctx
}
