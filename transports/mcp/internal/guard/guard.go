// Package guard takes a process's standard input and output for a protocol. It
// knows how to keep everybody else's prints out of it, and how to keep those
// from waiting for a client that does not read standard error; what is spoken,
// it does not know.
//
// Descriptors are the process's, whoever asks, so they are taken by one at a
// time: the package has one variable, which says whether they are.
package guard

import (
	"errors"
	"sync/atomic"
)

// taken says that a Guard has the streams.
var taken atomic.Bool

var errTaken = errors.New("mcp: standard input and output are taken already; a process serves them by one mcp.Stdio at a time")

// Take takes the streams, until Release. When it fails they are as they were.
func Take() (*Guard, error) {
	if !taken.CompareAndSwap(false, true) {
		return nil, errTaken
	}
	g, err := take()
	if err != nil {
		taken.Store(false)
	}
	return g, err
}

// Release gives the streams back as they were. It is called once.
func (g *Guard) Release() {
	g.release()
	taken.Store(false)
}
