package queue

import (
	"container/heap"
	"context"
	"errors"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// An entry is one delivery of a Memory. A message that is delivered again gets
// a new one, so that whoever kept the old one cannot settle it.
type entry struct {
	memory  *Memory
	msg     benzene.Message
	number  uint64 // in the order of publishing
	attempt int
	failed  *failure // nil until an attempt has failed

	settled bool   // guarded by the memory's lock, like next
	next    *entry // in a line
}

// A failure is what there is to say of the attempts that failed.
type failure struct {
	first, last time.Time
	verdict     Verdict // of the last
}

// due is when another attempt may be made.
func (f *failure) due() time.Time { return f.last.Add(f.verdict.Delay) }

// Message implements Delivery.
func (e *entry) Message() benzene.Message { return e.msg }

// Attempt implements Delivery.
func (e *entry) Attempt() int { return e.attempt }

var errSettled = errors.New("queue: the delivery was settled before")

// Settle implements Delivery. The error says that it was settled before.
func (e *entry) Settle(_ context.Context, v Verdict) error {
	m := e.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.settled {
		return errSettled
	}
	e.settled = true
	switch v.Action {
	case Done:
		m.pending--
	case Again:
		heap.Push(&m.delayed, e.anew(e.attempt+1, e.failed.and(v)))
		m.tell()
	case DeadLetter:
		m.pending--
		m.dead = append(m.dead, e.anew(e.attempt, e.failed.and(v)))
	default:
		m.waiting.restore(e.anew(e.attempt, e.failed))
		m.tell()
	}
	return nil
}

func (e *entry) anew(attempt int, failed *failure) *entry {
	return &entry{memory: e.memory, msg: e.msg, number: e.number, attempt: attempt, failed: failed}
}

// and adds a failure to those there were.
func (f *failure) and(v Verdict) *failure {
	now := time.Now()
	if f == nil {
		return &failure{now, now, v}
	}
	return &failure{f.first, now, v}
}
