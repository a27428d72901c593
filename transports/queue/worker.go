package queue

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A shift is one run of Serve: its workers, and what they have in hand.
type shift struct {
	*listener
	stop     context.Context // when it has ended nothing is begun any more
	handling context.Context // what messages are handled on
	settling context.Context // what settlements happen on; ends last

	cancelHandling, cancelSettling context.CancelFunc

	hands    []hand
	free     chan *hand // the empty ones
	ready    chan *hand // those to be handled next
	lanes    lanes
	leases   leases
	gathered int // how many hands gather has taken out of service

	workers sync.WaitGroup
	helpers sync.WaitGroup
}

// begin starts the workers.
func begin(ctx context.Context, l *listener) *shift {
	n := 2 * l.workers
	s := &shift{listener: l, stop: ctx, hands: make([]hand, n), free: make(chan *hand, n), ready: make(chan *hand, n)}
	s.lanes = lanes{ready: s.ready, last: map[string]*hand{}}
	s.settling, s.cancelSettling = context.WithCancel(context.WithoutCancel(ctx))
	s.handling, s.cancelHandling = context.WithCancel(s.settling)
	for i := range s.hands {
		s.free <- &s.hands[i]
	}
	for range l.workers {
		s.workers.Go(s.work)
	}
	return s
}

// take gives what is in h to the workers, or a place in the line of its key.
func (s *shift) take(h *hand) {
	s.watch(h)
	if h.key == "" {
		s.ready <- h
	} else {
		s.lanes.enter(h)
	}
}

// conclude settles h's delivery and empties the hand, or keeps it for another
// attempt where giving it back would break the order.
func (s *shift) conclude(h *hand, v Verdict) {
	if h.key != "" && v.Action == Again {
		if s.lanes.hold(h, v.Delay) {
			return
		}
		v = Verdict{Action: Release, Status: v.Status}
	}
	defer s.putDown(h) // also when Settle ends the goroutine
	if s.settle(h, v) {
		h.delivery = nil
	}
}

func (s *shift) putDown(h *hand) {
	if h.key != "" {
		s.lanes.leave(h)
	}
	s.free <- h
}

// drain waits for what is in hand, cancels it at the limit, and at last gives
// back what does not let go.
func (s *shift) drain() error {
	s.lanes.close(s.hands)
	limit, cancel := context.WithTimeout(s.settling, s.limit)
	defer cancel()
	if !s.gather(limit) {
		s.cancelHandling()
		last, cancel := context.WithTimeout(s.settling, grace)
		defer cancel()
		if !s.gather(last) {
			return s.abandon()
		}
	}
	close(s.ready)
	s.workers.Wait()
	return nil
}

// gather waits until every hand is empty, and takes it out of service; it is
// false when ctx ends first. It may be called again to go on.
func (s *shift) gather(ctx context.Context) bool {
	for ; s.gathered < len(s.hands); s.gathered++ {
		select {
		case <-s.free:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// abandon releases what is still in hand. Its handlers run on, and what they
// answer is not settled any more.
func (s *shift) abandon() error {
	s.lanes.sever(s.hands)
	last := time.AfterFunc(grace, s.cancelSettling)
	defer last.Stop()
	for i := range s.hands {
		s.settle(&s.hands[i], Verdict{Action: Release, Status: benzene.Cancelled})
	}
	close(s.ready)
	return fmt.Errorf("%s: handlers still run %v after their context ended, and their messages were given back; handlers have to return when ctx is done", s.where, grace)
}

// end closes the source, once nothing is settled any more.
func (s *shift) end() error {
	s.cancelHandling()
	s.cancelSettling()
	s.helpers.Wait()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.stop), grace)
	defer cancel()
	return guarded(func() error { return s.source.Close(ctx) })
}

// A worker handles one delivery at a time.
type worker struct {
	*shift
	hand  *hand           // at work on it; nil between two, and when it is settled
	ctx   context.Context // what it is handled on
	joint joint
	done  bool // there is no more to do

	abandoned func(benzene.Reply, error) // made once; remembers what follows
	reply     benzene.Reply              // of a handler that ended this goroutine
	outcome   error
}

func (s *shift) work() {
	w := &worker{shift: s, ctx: s.handling}
	w.abandoned = func(reply benzene.Reply, outcome error) { w.reply, w.outcome = reply, outcome }
	defer w.leave()
	for h := range s.ready {
		v := w.handle(h)
		w.hand = nil
		w.conclude(h, v)
	}
	w.done = true
}

func (w *worker) handle(h *hand) Verdict {
	w.hand = h
	if w.stop.Err() != nil || h.gone() {
		return Verdict{Action: Release, Status: benzene.Cancelled}
	}
	w.ctx = w.joint.of(w.handling, h.lost)
	msg := address(h.delivery, w.names)
	h.name(msg.Topic, msg.ID)
	msg.Abandoned = w.abandoned
	reply, err := w.dispatcher.Dispatch(w.ctx, msg)
	return w.terms.verdict(w.ctx, h.attempt, reply, err)
}

// leave ends a worker. One that is not done had its goroutine ended under it, by
// a handler or a source that called runtime.Goexit or by a delivery that
// panicked: another takes its place, and what it had in hand has failed.
func (w *worker) leave() {
	w.joint.close()
	if w.done {
		return
	}
	value := recover()
	if w.outcome == nil {
		w.outcome = benzene.ServiceUnavailable.Wrap(&benzene.Panic{Value: value, Stack: debug.Stack()}, "the message could not be taken or settled")
	}
	w.logger.ErrorContext(w.settling, "queue: a worker was replaced", "error", w.outcome, "reference", w.reply.Reference)
	w.workers.Go(w.shift.work)
	if w.hand != nil {
		w.conclude(w.hand, w.terms.verdict(w.ctx, w.hand.attempt, w.reply, w.outcome))
	}
}
