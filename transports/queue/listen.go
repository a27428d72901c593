package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// grace is how long cancelled handlers, and after them Close, may take.
const grace = 5 * time.Second

// An Option changes a default of Listen.
type Option func(*listener)

// Workers handles n messages at a time: 4 unless named. At most 2n are in hand,
// those included that wait for a worker.
func Workers(n int) Option { return func(l *listener) { l.workers = n } }

// Attempts makes a message a dead letter when it has failed n times in a way
// that may pass: 5 unless named.
func Attempts(n int) Option { return func(l *listener) { l.terms.attempts = n } }

// Backoff sets the delay before a second attempt, which doubles with each one
// up to most: one second and five minutes unless named. Chance takes up to half
// of each delay away, so that what failed together does not return together.
func Backoff(first, most time.Duration) Option {
	return func(l *listener) { l.terms.first, l.terms.most = first, most }
}

// Drain sets how long a stop waits for the handlers before it cancels their
// context: 20 seconds unless named. They then have five seconds to return.
func Drain(limit time.Duration) Option { return func(l *listener) { l.limit = limit } }

// Logger sets where failures to receive and to settle, and dead letters, are
// logged: slog's default unless named.
func Logger(logger *slog.Logger) Option { return func(l *listener) { l.logger = logger } }

// Listen makes a transport that handles what waits in source, and settles it by
// the table of this package's documentation.
//
// When Serve's ctx ends it takes no more. What is being handled finishes and is
// settled, also past the end of ctx; what was taken but not begun is released.
// Serve then returns nil, or an error when a handler ignores that its context
// has ended; that message is released as well.
//
// A failing Receive is called again, for ever, after 100 ms doubling to ten
// seconds; meanwhile the transport's Health fails and each failure is logged.
// At io.EOF Serve finishes what is in hand and returns benzene.ErrFinished.
//
// A lease is extended while the delivery is in hand, for half an hour at most.
func Listen(source Source, options ...Option) benzene.Transport {
	l := &listener{
		source:  source,
		name:    "queue",
		where:   "queue",
		workers: 4,
		terms:   terms{attempts: 5, first: time.Second, most: 5 * time.Minute},
		limit:   20 * time.Second,
	}
	if r, ok := source.(benzene.Reporter); ok {
		l.name = cmp.Or(r.Health().Name, l.name)
		l.where = "queue: " + l.name
	}
	for _, option := range options {
		option(l)
	}
	return l
}

// A listener is the transport of one source.
type listener struct {
	source  Source
	name    string // the source's own, for logs and health
	where   string // the beginning of errors
	workers int
	terms   terms
	limit   time.Duration
	logger  *slog.Logger

	dispatcher *benzene.Dispatcher
	names      benzene.Names

	outage    atomic.Pointer[outage] // set while Receive fails
	unsettled atomic.Int64           // settlements that failed
}

// Bind implements benzene.Transport. Queues bring whatever topic they bring, so
// there is none to look for.
func (l *listener) Bind(d *benzene.Dispatcher) error {
	l.dispatcher, l.names = d, d.Names()
	l.logger = cmp.Or(l.logger, slog.Default()).With("source", l.name)
	var wrong []error
	if l.workers < 1 {
		wrong = append(wrong, fmt.Errorf("%s: Workers(%d) handles nothing; name at least one", l.where, l.workers))
	}
	if l.terms.attempts < 1 {
		wrong = append(wrong, fmt.Errorf("%s: Attempts(%d) tries nothing; name at least one", l.where, l.terms.attempts))
	}
	if l.terms.first <= 0 || l.terms.most < l.terms.first {
		wrong = append(wrong, fmt.Errorf("%s: Backoff(%v, %v) does not grow; name a first delay above zero and a longest that is no shorter",
			l.where, l.terms.first, l.terms.most))
	}
	if l.limit < 0 {
		wrong = append(wrong, fmt.Errorf("%s: Drain(%v) ends before it begins; name zero or more", l.where, l.limit))
	}
	return errors.Join(wrong...)
}

// Open implements benzene.Transport.
func (l *listener) Open(ctx context.Context) error {
	if err := guarded(func() error { return l.source.Open(ctx) }); err != nil {
		return fmt.Errorf("%s: open: %w", l.where, err)
	}
	return nil
}

// Serve implements benzene.Transport.
func (l *listener) Serve(ctx context.Context) error {
	s := begin(ctx, l)
	ended := s.receive(ctx)
	if ended != nil {
		s.gather(ctx) // nobody has asked to stop: what is in hand has all the time
	}
	if err := s.drain(); err != nil {
		ended = err
	}
	if err := s.end(); err != nil {
		ended = errors.Join(ended, fmt.Errorf("%s: close: %w", l.where, err))
	}
	return ended
}
