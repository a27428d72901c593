package line

import (
	"io"
	"runtime"
	"sync"
	"time"
)

const (
	mostUnread = 1 << 20  // bytes that wait for a write; beyond, their writers wait
	keptBuffer = 64 << 10 // is kept for the next lines; a longer one is the exception
)

// A Writer writes whole lines. Those that come while one is being written wait
// together, and go out in the next write.
type Writer struct {
	out     io.Writer
	crowded func() bool
	buffers sync.Pool // of *[]byte
	broken  chan struct{}

	mu      sync.Mutex
	room    sync.Cond
	waiting []byte
	spare   []byte
	busy    bool
	err     error
}

// NewWriter writes to out. Where crowded says that more lines may come any moment,
// it lets them come before it writes.
func NewWriter(out io.Writer, crowded func() bool) *Writer {
	w := &Writer{out: out, crowded: crowded, broken: make(chan struct{})}
	w.room.L = &w.mu
	return w
}

// Claim reports whether nothing ended what *over tells of before, and ends it.
func (w *Writer) Claim(over *bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	was := *over
	*over = true
	return !was
}

// Borrow gives an empty buffer for a line, until GiveBack.
func (w *Writer) Borrow() *[]byte {
	buffer, _ := w.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	*buffer = (*buffer)[:0]
	return buffer
}

// GiveBack takes a buffer that is no longer used.
func (w *Writer) GiveBack(buffer *[]byte) {
	if cap(*buffer) <= keptBuffer {
		w.buffers.Put(buffer)
	}
}

// WriteLine writes a line, or leaves it to whoever is writing. It reports false
// when the line is dropped: *over says that its time has passed (nil for
// never), or nothing can be written any more.
func (w *Writer) WriteLine(line []byte, over *bool) bool {
	crowded := w.crowded()
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.busy && len(w.waiting) > mostUnread && w.err == nil {
		w.room.Wait()
	}
	switch {
	case w.err != nil || over != nil && *over:
		return false
	case w.busy:
		w.waiting = append(w.waiting, line...)
		return true
	}
	w.busy = true
	if crowded {
		line = w.gather(line)
	}
	for len(line) > 0 && w.err == nil {
		w.flush(line)
		line = w.next()
	}
	w.busy = false
	return true
}

// gather lets those who are about to write do so. It waits for nobody.
func (w *Writer) gather(line []byte) []byte {
	w.waiting = append(w.waiting, line...)
	w.mu.Unlock()
	runtime.Gosched()
	w.mu.Lock()
	return w.next()
}

// next takes what waits. The buffer comes back with the call after it.
func (w *Writer) next() []byte {
	line := w.waiting
	w.waiting, w.spare = w.spare[:0], line
	if cap(line) > keptBuffer {
		w.spare = nil
	}
	w.room.Broadcast()
	return line
}

func (w *Writer) flush(lines []byte) {
	w.mu.Unlock()
	n, err := w.out.Write(lines)
	w.mu.Lock()
	if err == nil && n < len(lines) {
		err = io.ErrShortWrite
	}
	w.fail(err)
}

func (w *Writer) fail(err error) {
	if err == nil || w.err != nil {
		return
	}
	w.err = err
	close(w.broken)
	w.room.Broadcast()
}

// Broken is closed when nothing can be written any more.
func (w *Writer) Broken() <-chan struct{} { return w.broken }

// Err is why writing has ended.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Shut ends the writing, also a Write that waits where it can be ended.
func (w *Writer) Shut() {
	w.mu.Lock()
	w.fail(io.ErrClosedPipe)
	w.mu.Unlock()
	if limited, ok := w.out.(interface{ SetWriteDeadline(time.Time) error }); ok && limited.SetWriteDeadline(time.Unix(1, 0)) == nil {
		return
	}
	shut(w.out)
}
