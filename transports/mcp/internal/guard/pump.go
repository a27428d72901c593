package guard

import (
	"os"
	"time"
)

// A pump passes on what comes out of a pipe, whose writers never wait for long:
// what is not taken off it in time, it drops.
type pump struct {
	from, to *os.File
	backlog  *backlog
	done     chan struct{}
}

// startPump has a pump work until from ends.
func startPump(from, to *os.File) *pump {
	p := &pump{from: from, to: to, backlog: newBacklog(), done: make(chan struct{})}
	go p.fill()
	go p.empty()
	return p
}

func (p *pump) fill() {
	defer p.backlog.end()
	defer func() { _ = p.from.Close() }() // all of it was read
	some := make([]byte, 32<<10)
	for {
		n, err := p.from.Read(some)
		p.backlog.add(some[:n])
		if err != nil {
			return
		}
	}
}

func (p *pump) empty() {
	defer close(p.done) // fill has ended before
	for lines := p.backlog.take(); lines != nil; lines = p.backlog.take() {
		n, err := p.to.Write(lines)
		if err != nil {
			p.backlog.lose(len(lines) - n)
		}
	}
}

// idle reports whether everything has been passed on, as far as it was read.
func (p *pump) idle() bool { return p.backlog.idle() }

// over reports whether the pump has ended.
func (p *pump) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// endBy has the pump take what comes until then, and pass that on.
func (p *pump) endBy(end time.Time) {
	_ = p.from.SetReadDeadline(end) // when it is closed the pump has ended
}
