package queue

import (
	"sync"
	"time"
)

// lanes keep the deliveries of one key in order: the first is handled, and the
// others wait behind it without a worker.
type lanes struct {
	ready chan<- *hand // has room for every hand, so that no send waits

	mu     sync.Mutex
	last   map[string]*hand // the end of each key's line
	closed bool             // nothing is held for another attempt any more
}

// enter puts h at the end of its line, and lets it through when it is first.
func (l *lanes) enter(h *hand) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ahead := l.last[h.key]
	l.last[h.key] = h
	if ahead != nil {
		ahead.behind = h
		return
	}
	l.ready <- h
}

// leave takes h, the first of its line, out of it and lets the next one through.
func (l *lanes) leave(h *hand) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := h.behind
	h.behind = nil
	if next != nil {
		l.ready <- next
	} else {
		delete(l.last, h.key)
	}
}

// hold keeps h at the head of its line for another attempt after delay. It is
// false on the way out, when there will be none.
func (l *lanes) hold(h *hand, delay time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	h.attempt++
	h.timer = time.AfterFunc(delay, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.wake(h)
	})
	return true
}

func (l *lanes) wake(h *hand) {
	if h.timer != nil { // or somebody else was faster
		h.timer.Stop()
		h.timer = nil
		l.ready <- h
	}
}

// close lets everything that is held through, to be released.
func (l *lanes) close(hands []hand) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for i := range hands {
		l.wake(&hands[i])
	}
}

// sever forgets who waits behind whom: after it, leave lets nobody through.
func (l *lanes) sever(hands []hand) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range hands {
		hands[i].behind = nil
	}
}
