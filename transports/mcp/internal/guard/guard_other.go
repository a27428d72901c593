//go:build !unix || solaris

package guard

import (
	"errors"
	"io"
	"os"
)

// A Guard keeps standard output for the protocol, as well as that goes where
// descriptors cannot be exchanged: whoever reads the variable os.Stdout gets
// standard error. Who writes there may have to wait for the client to read.
type Guard struct{ In, Out *os.File }

func take() (*Guard, error) {
	g := &Guard{In: os.Stdin, Out: os.Stdout}
	os.Stdout = os.Stderr
	return g, nil
}

func (g *Guard) release() { os.Stdout = g.Out }

// HungUp reports whether a write failed because nobody reads any more.
func HungUp(err error) bool { return errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed) }
