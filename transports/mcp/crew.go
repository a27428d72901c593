package mcp

import (
	"context"
	"errors"

	"github.com/benzene-go/framework/transports/mcp/internal/line"
)

const (
	mostRunning = 64       // calls at the same time
	mostWaiting = 1024     // calls behind them
	mostBytes   = 64 << 20 // of all their lines
)

// embark has the first of the crew lead.
func (c *conversation) embark() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start()
	c.queue <- nil
}

// start adds one to the crew.
func (c *conversation) start() {
	c.workers++
	c.crew.Add(1)
	go c.work()
}

// work carries out calls, and leads when it is passed the lead. When a call ends
// the goroutine, another takes its place.
func (c *conversation) work() {
	over := false
	defer func() {
		if !over {
			go c.work()
		}
	}()
	for f := range c.queue {
		if f == nil {
			f = c.lead()
		}
		if f == nil {
			over = true // and has left the crew
			return
		}
		f.run()
	}
	over = true
	c.crew.Done()
}

// lead takes lines until one asks for a call that the leader is to carry out
// itself, having passed the lead on, or until there is nothing more to read.
func (c *conversation) lead() *flight {
	c.crew.Done() // a Read may outlast the crew
	for {
		text, err := c.lines.Next()
		if err != nil && !errors.Is(err, line.ErrTooLong) {
			c.unread = err
			break
		}
		if !c.enter() {
			break
		}
		c.take(text, err)
		if f := c.kept; f != nil {
			c.kept = nil
			c.pass()
			return f
		}
		c.crew.Done()
	}
	close(c.ended)
	return nil
}

// enter makes the leader one of the crew, unless the crew is leaving.
func (c *conversation) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped {
		c.crew.Add(1)
	}
	return !c.stopped
}

// pass has another of the crew lead.
func (c *conversation) pass() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		close(c.ended)
		return
	}
	c.queue <- nil
}

// board has a call carried out. The fault says why it cannot be.
func (c *conversation) board(f *flight) *fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.stopped:
		return stopping
	case c.flights[string(f.id)] != nil:
		return sameID
	case c.inHand == mostRunning+mostWaiting || c.inHand > 0 && c.weight+len(f.body) > mostBytes:
		return tooMany
	}
	f.key = string(f.id)
	f.Context, f.cancel = context.WithCancel(c.base)
	c.flights[f.key] = f
	c.inHand++
	c.weight += len(f.body)
	if c.inHand >= c.workers && c.workers <= mostRunning { // one leads
		c.start()
	}
	if c.inHand == 1 && f.parcel == nil && c.lines.Empty() {
		c.kept = f
	} else {
		c.queue <- f // it has room for all that are in hand
	}
	return nil
}
