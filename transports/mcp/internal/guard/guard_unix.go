//go:build unix && !solaris

package guard

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

// A Guard keeps standard output for the protocol. It has its own descriptors of
// the two streams; whoever writes to that of standard output reaches standard
// error.
type Guard struct {
	In, Out *os.File
	saved   int // the descriptor of Out
	unblock []int
	outlet  *outlet // nil where writers to standard error do not wait for long
}

func take() (*Guard, error) {
	g := &Guard{}
	// A deadline can be set for what does not block. A terminal is spared as
	// output: it is standard error as well, whose writers would lose lines.
	g.dontBlock(syscall.Stdin, os.Stdin, syscall.S_IFIFO, syscall.S_IFSOCK, syscall.S_IFCHR)
	g.dontBlock(syscall.Stdout, os.Stdout, syscall.S_IFIFO, syscall.S_IFSOCK)
	err := g.copyStreams()
	if err == nil {
		g.outlet, err = newOutlet()
	}
	if err == nil {
		err = divert()
	}
	if err != nil {
		g.giveBack()
		return nil, fmt.Errorf("mcp: standard input and output could not be taken: %w", err)
	}
	return g, nil
}

// dontBlock has reads or writes of a descriptor that is of one of the kinds
// return at once when they would wait.
func (g *Guard) dontBlock(fd int, file *os.File, kinds ...uint32) {
	if file.SetDeadline(time.Time{}) == nil {
		return // it is so already
	}
	if isOf(fd, kinds...) && syscall.SetNonblock(fd, true) == nil {
		g.unblock = append(g.unblock, fd)
	}
}

// isOf reports whether a descriptor is open and of one of the kinds.
func isOf(fd int, kinds ...uint32) bool {
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) != nil {
		return false
	}
	for _, kind := range kinds {
		if uint32(stat.Mode)&syscall.S_IFMT == kind { //nolint:unconvert // it has 16 bits on other systems
			return true
		}
	}
	return false
}

func (g *Guard) copyStreams() error {
	in, err := duplicate(syscall.Stdin)
	if err != nil {
		return err
	}
	g.In = os.NewFile(uintptr(in), "standard input")
	if g.saved, err = duplicate(syscall.Stdout); err == nil {
		g.Out = os.NewFile(uintptr(g.saved), "standard output")
	}
	return err
}

// duplicate makes another descriptor, which no child inherits.
func duplicate(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	copied, err := syscall.Dup(fd)
	if err == nil {
		syscall.CloseOnExec(copied)
	}
	return copied, err
}

// divert leads standard output to standard error, or to nowhere without one.
func divert() error {
	if redirect(syscall.Stderr, syscall.Stdout) == nil {
		return nil
	}
	return silence(syscall.Stdout)
}

// silence leads a descriptor to nowhere.
func silence(fd int) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = null.Close() }() // it has a second descriptor
	return redirect(int(null.Fd()), fd)
}

func (g *Guard) release() {
	_ = redirect(g.saved, syscall.Stdout) // both are open, and nothing else can be wrong
	g.giveBack()
}

func (g *Guard) giveBack() {
	g.outlet.close()
	for _, fd := range g.unblock {
		_ = syscall.SetNonblock(fd, false) // as it was
	}
	for _, file := range []*os.File{g.In, g.Out} {
		if file != nil {
			_ = file.Close() // it is a copy
		}
	}
}

// HungUp reports whether a write failed because nobody reads any more.
func HungUp(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrClosedPipe)
}
