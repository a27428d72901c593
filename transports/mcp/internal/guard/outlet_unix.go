//go:build unix && !solaris

package guard

import (
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	patience  = 250 * time.Millisecond // twice so long standard error may be full
	lastWait  = time.Second            // for a client to read what has piled up, at the end
	lastWords = 250 * time.Millisecond // for children that still write, at the end
)

// An outlet keeps those who write to standard error from waiting for a client
// that does not read it: a logger would wait for ever, and with it each handler
// that logs.
//
// As long as the client reads, they write to it themselves, so that nothing is
// lost when the process exits or crashes. When it has been full for a while,
// both descriptors are led into a pump, and whoever waits is woken to begin
// again there. They lead back when the pump has caught up. What is written in
// between, and no more than the pump can hold, is lost with the process.
//
// Where nobody can be woken, a pump has to be there from the beginning. Then
// crashes are written to standard error by the runtime itself, beside what it
// writes into the pump, as far as the pump's pipe has room: nobody empties it any
// more. A crash file that the application has set is replaced.
type outlet struct {
	real     *os.File // standard error as it was
	watches  bool
	stop     chan struct{}
	watching sync.WaitGroup
	pump     *pump   // where the descriptors lead; nil for standard error
	pumps    []*pump // also those that children still write to
}

// newOutlet makes what standard error needs: nothing for a terminal or a file,
// which take everything by themselves.
func newOutlet() (*outlet, error) {
	if !isOf(syscall.Stderr, syscall.S_IFIFO, syscall.S_IFSOCK) {
		return nil, nil
	}
	fd, err := duplicate(syscall.Stderr)
	if err != nil {
		return nil, err
	}
	o := &outlet{real: os.NewFile(uintptr(fd), "standard error"), watches: canWake(fd), stop: make(chan struct{})}
	if o.watches {
		o.watching.Go(func() { o.watch(fd) })
		return o, nil
	}
	if err := o.divert(); err != nil {
		_ = o.real.Close() // it is a copy
		return nil, err
	}
	_ = debug.SetCrashOutput(o.real, debug.CrashOptions{}) // else crashes end in the pump
	return o, nil
}

func (o *outlet) watch(fd int) {
	tick := time.NewTicker(patience)
	defer tick.Stop()
	for full, was := false, false; ; was = full {
		select {
		case <-o.stop:
			return
		case <-tick.C:
		}
		full = isFull(fd)
		switch {
		case o.pump == nil && full && was && o.divert() == nil:
			wake()
		case o.pump != nil && !full && o.pump.idle():
			o.lead(fd)
		}
	}
}

// divert leads the descriptors into a pump.
func (o *outlet) divert() error {
	from, into, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = into.Close() }() // it has two more descriptors
	o.pumps = slices.DeleteFunc(o.pumps, (*pump).over)
	p := startPump(from, o.real)
	o.pumps = append(o.pumps, p)
	o.lead(int(into.Fd())) // Fd has writes wait, as everybody expects
	o.pump = p
	return nil
}

// lead has both descriptors lead where fd does, and no longer into a pump.
func (o *outlet) lead(fd int) {
	_ = redirect(fd, syscall.Stderr) // all are open, and nothing else can be wrong
	_ = redirect(fd, syscall.Stdout)
	o.pump = nil
}

// close leads standard error back, or to nowhere when the client does not read
// what has piled up: the program, which may want to say good-bye, must not wait
// for it. A pump's goroutine stays behind where a write to standard error
// waits: nothing can end that.
func (o *outlet) close() {
	if o == nil {
		return
	}
	close(o.stop)
	o.watching.Wait()
	fd := int(o.real.Fd())
	if o.flows(fd) {
		_ = redirect(fd, syscall.Stderr) // both are open
		o.finish(lastWords)
	} else {
		_ = silence(syscall.Stderr) // else it stays as it is
		wake()
		o.finish(0)
	}
	if !o.watches {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // nothing but closing can fail
	}
	_ = o.real.Close() // it is a copy
}

// flows reports whether all that has piled up was read in time.
func (o *outlet) flows(fd int) bool {
	for end := time.Now().Add(lastWait); isFull(fd) || o.pump != nil && !o.pump.idle(); {
		if time.Now().After(end) {
			return false
		}
		time.Sleep(5 * time.Millisecond)
	}
	return true
}

// finish gives the pumps time to end. A child that writes to one is not waited
// for: it finds that nobody reads, as it will when this process ends.
func (o *outlet) finish(within time.Duration) {
	for _, p := range o.pumps {
		p.endBy(time.Now().Add(within))
	}
	late := time.NewTimer(2 * within)
	defer late.Stop()
	for _, p := range o.pumps {
		select {
		case <-p.done:
		case <-late.C:
			return
		}
	}
}
