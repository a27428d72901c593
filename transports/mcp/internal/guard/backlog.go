package guard

import (
	"bytes"
	"fmt"
	"sync"
)

// mostHeld is how many bytes a backlog holds; a line that was begun may go on
// for as many more.
const mostHeld = 256 << 10

// A backlog holds whole lines until somebody takes them. When it is full, it
// drops those that come, and says so in their place.
type backlog struct {
	mu      sync.Mutex
	more    sync.Cond
	lines   []byte
	open    bool // the last line has no end yet
	skips   bool // the line that is coming is dropped
	dropped int
	busy    bool // what was taken last is being passed on
	ended   bool
}

func newBacklog() *backlog {
	b := &backlog{}
	b.more.L = &b.mu
	return b
}

// add takes in what comes next.
func (b *backlog) add(text []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range bytes.Lines(text) {
		b.addLine(line)
	}
	b.more.Signal()
}

// addLine takes in a line, or a piece of one.
func (b *backlog) addLine(line []byte) {
	switch {
	case b.skips:
	case b.open && len(b.lines)+len(line) > 2*mostHeld:
		b.lines = append(b.lines, '\n')
		b.skips = true
	case !b.open && len(b.lines)+len(line) > mostHeld:
		b.skips = true
	case !b.open:
		b.report()
	}
	if b.skips {
		b.dropped += len(line)
	} else {
		b.lines = append(b.lines, line...)
	}
	whole := line[len(line)-1] == '\n'
	b.open = !b.skips && !whole
	b.skips = b.skips && !whole
}

// report says, between two lines, what is missing there.
func (b *backlog) report() {
	if b.dropped > 0 {
		b.lines = fmt.Appendf(b.lines, "mcp: %d bytes of standard error were dropped, because nobody read it\n", b.dropped)
		b.dropped = 0
	}
}

// take waits for more, and takes it all. It returns nil when there will be none.
func (b *backlog) take() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy = false
	for len(b.lines) == 0 && !b.ended {
		b.more.Wait()
	}
	if len(b.lines) == 0 {
		return nil
	}
	if !b.open {
		b.report()
	}
	lines := b.lines
	b.lines, b.busy = nil, true
	return lines
}

// lose counts what could not be passed on.
func (b *backlog) lose(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropped += n
}

// end says that no more will be added.
func (b *backlog) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	b.more.Signal()
}

// idle reports whether all was passed on that was added.
func (b *backlog) idle() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.lines) == 0 && !b.busy
}
