package queue

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A Memory is a bounded queue in this process, and gone with it. It is the
// Source that Listen takes and the benzene.Sender that fills it, and may be
// shared by several of either. It delivers in the order of publishing; what is
// to be handled again takes its place at the end when its delay is over.
//
// Its capacity bounds all that it holds: what waits, what is in hand and the
// dead letters. So a dead letter always has a place, and is never dropped to
// make room: a queue full of them refuses to take more, and its Health says so.
type Memory struct {
	capacity int
	origin   uint64        // makes ids differ from those of another process's Memory
	news     chan struct{} // holds one token when a receiver may find something

	mu      sync.Mutex
	count   uint64 // how many were published
	pending int    // not settled: waiting, delayed or in hand
	waiting line
	delayed delayed
	dead    []*entry // in the order in which they died
}

// NewMemory makes a queue that holds up to capacity messages, one at least.
func NewMemory(capacity int) *Memory {
	return &Memory{capacity: max(1, capacity), origin: rand.Uint64(), news: make(chan struct{}, 1)}
}

// Dispatch implements benzene.Sender: it puts msg into the queue, with its
// topic, version and codec, and copies of its headers, parameters and body (the
// Value, when there is one, as the codec writes it). It does not wait. The
// reply is Accepted; the error is ServiceUnavailable when the queue is full,
// and UnexpectedError when the Value cannot be written.
func (m *Memory) Dispatch(_ context.Context, msg benzene.Message) (benzene.Reply, error) {
	headers, body, err := written(msg)
	if err != nil {
		return benzene.Reply{}, err
	}
	e := &entry{memory: m, attempt: 1, msg: benzene.Message{
		Topic: msg.Topic, Params: slices.Clone(msg.Params), Body: body, Codec: msg.Codec, Transport: "memory",
	}}
	if headers != nil {
		e.msg.Headers = headers
	}
	if err := m.publish(e); err != nil {
		return benzene.Reply{}, err
	}
	return benzene.Reply{Status: benzene.Accepted}, nil
}

func (m *Memory) publish(e *entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pending+len(m.dead) >= m.capacity {
		return benzene.ServiceUnavailable.Errorf("the queue is full: it holds %d messages, %d of them dead letters", m.capacity, len(m.dead))
	}
	m.count++
	m.pending++
	e.number = m.count
	e.msg.ID = strconv.FormatUint(m.origin+m.count, 36)
	m.waiting.push(e)
	m.tell()
	return nil
}

// tell wakes one receiver, which tells the next when there is more.
func (m *Memory) tell() {
	select {
	case m.news <- struct{}{}:
	default: // somebody is told already
	}
}

// Open implements Source; there is nothing to claim.
func (m *Memory) Open(context.Context) error { return nil }

// Close implements Source. The queue keeps what it holds, for whoever listens
// to it next.
func (m *Memory) Close(context.Context) error { return nil }

// Receive implements Source. Several goroutines may call it.
func (m *Memory) Receive(ctx context.Context) (Delivery, error) {
	for {
		e, pause := m.take()
		if e != nil {
			return e, nil
		}
		if err := m.await(ctx, pause); err != nil {
			m.tell() // what this receiver was told, another must hear
			return nil, err
		}
	}
}

// take returns the next message, or how long it takes until one is due: zero
// when none is delayed.
func (m *Memory) take() (e *entry, pause time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.delayed) > 0 {
		pause = m.promote(time.Now())
	}
	if e = m.waiting.pop(); e == nil {
		return nil, pause
	}
	if m.waiting.first != nil || len(m.delayed) > 0 {
		m.tell()
	}
	return e, 0
}

// promote lets what is due wait with the others, and returns how long it takes
// until the next is.
func (m *Memory) promote(now time.Time) time.Duration {
	for len(m.delayed) > 0 {
		if pause := m.delayed[0].failed.due().Sub(now); pause > 0 {
			return pause
		}
		m.waiting.push(heap.Pop(&m.delayed).(*entry))
	}
	return 0
}

func (m *Memory) await(ctx context.Context, pause time.Duration) error {
	var due <-chan time.Time
	if pause > 0 {
		t := time.NewTimer(pause)
		defer t.Stop()
		due = t.C
	}
	select {
	case <-m.news:
	case <-due:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Depth is how many messages are not settled: those that wait, those that wait
// for another attempt and those in hand. Dead letters do not count.
func (m *Memory) Depth() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pending
}

// Health implements benzene.Reporter. A full queue is a warning.
func (m *Memory) Health() benzene.Health {
	return benzene.Health{Name: "memory", Type: "Queue", Run: func(context.Context) (map[string]any, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		var full error
		if m.pending+len(m.dead) >= m.capacity {
			full = benzene.Warning("the queue is full and takes no more messages")
		}
		return map[string]any{"depth": m.pending, "deadLetters": len(m.dead), "capacity": m.capacity}, full
	}}
}
