package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/guard"
	"github.com/benzene-go/framework/transports/mcp/internal/line"
)

// A conversation is what a client and the server say to each other over one
// pair of streams. Of its crew one leads: it reads. A call that comes alone the
// leader carries out itself, and another leads meanwhile: nobody has to wake up
// before the answer. Several calls it leaves to the others, and leads on.
type conversation struct {
	catalog *catalog
	in      io.Reader
	out     *line.Writer
	waits   waits
	halted  chan struct{} // closed when nobody is left to answer
	limit   time.Duration
	base    context.Context // of calls, which outlive the order to stop

	// The leader's.
	lines  *line.Reader
	client *client
	later  bool          // a message of the era without handshakes has come
	kept   *flight       // for the leader to carry out
	unread error         // why nothing more could be read
	ended  chan struct{} // closed when nobody leads any more

	queue chan *flight   // nil is the lead
	crew  sync.WaitGroup // without the leader while it reads

	mu      sync.Mutex
	flights map[string]*flight // that can be cancelled, by id as it came
	inHand  int                // flights in queue or carried out
	weight  int                // of their lines, in bytes
	workers int
	stopped bool
}

func newConversation(ctx context.Context, s *stdio) *conversation {
	c := &conversation{
		catalog: s.catalog,
		in:      s.in,
		limit:   s.limit,
		base:    s.base(ctx),
		client:  &client{},
		halted:  make(chan struct{}),
		lines:   line.NewReader(s.in, limit),
		ended:   make(chan struct{}),
		queue:   make(chan *flight, mostRunning+mostWaiting+1),
		flights: map[string]*flight{},
	}
	c.waits.closed = c.halted
	c.out = line.NewWriter(s.out, c.crowded)
	return c
}

// serve lasts until there is nothing more to read or nobody to write to, and
// until the calls in hand have ended or have had their time.
func (c *conversation) serve(ctx context.Context) error {
	var (
		err   error
		halts bool
	)
	c.embark()
	select {
	case <-c.ended:
		err = end(c.unread)
	case <-ctx.Done():
		halts = line.Halt(c.in)
	case <-c.out.Broken():
		halts = line.Halt(c.in)
		err = c.unwritten()
	}
	c.drain()
	if halts {
		c.awaitLeader()
	}
	return err
}

// awaitLeader gives the leader, whose Read has been ended, time to go.
func (c *conversation) awaitLeader() {
	soon := time.NewTimer(lastAnswers)
	defer soon.Stop()
	select {
	case <-c.ended:
	case <-soon.C: // it is held up where nothing can end it
	}
}

// unwritten is how Serve ends when writing has.
func (c *conversation) unwritten() error {
	err := c.out.Err()
	if guard.HungUp(err) {
		return benzene.ErrFinished
	}
	return fmt.Errorf("mcp: the output could not be written: %w", err)
}

// end is how Serve ends when reading has.
func end(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed) {
		return benzene.ErrFinished
	}
	return fmt.Errorf("mcp: the input could not be read: %w", err)
}

// flying is the request of an id that waits for its answer, or nil.
func (c *conversation) flying(id []byte) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.flights[string(id)]
}

// crowded reports whether more than one call is in hand.
func (c *conversation) crowded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inHand > 1
}

// forget lets the id of f be used again.
func (c *conversation) forget(f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flights[f.key] == f {
		delete(c.flights, f.key)
	}
}

// landed makes room for another call.
func (c *conversation) landed(f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inHand--
	c.weight -= len(f.body)
}

// drain waits for the calls in hand, as long as they are given.
func (c *conversation) drain() {
	c.stop()
	close(c.halted)
	done := make(chan struct{})
	go func() { c.crew.Wait(); close(done) }()
	limit := time.NewTimer(c.limit)
	defer limit.Stop()
	select {
	case <-done:
		return
	case <-c.out.Broken():
	case <-limit.C:
	}
	c.cancelAll()
	limit.Reset(lastAnswers)
	select {
	case <-done:
	case <-limit.C:
		c.out.Shut() // whoever writes is waiting for the client
	}
}

func (c *conversation) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	close(c.queue)
}

func (c *conversation) cancelAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.flights {
		f.cancel()
	}
}
