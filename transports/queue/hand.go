package queue

import (
	"context"
	"sync"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A hand holds one delivery from Receive to Settle. There are a fixed number of
// them, so nothing is made per message.
type hand struct {
	delivery Delivery
	key      string
	lost     context.Context // ends when the delivery is no longer ours; nil when that cannot happen
	attempt  int             // how often the message has been tried, this time included
	behind   *hand           // the next of the same key
	timer    *time.Timer     // set while it is held for another attempt

	mu      sync.Mutex    // guards what follows
	open    bool          // not settled
	topic   benzene.Topic // for the log, once it is known
	id      string        // likewise
	leased  Leased        // nil unless the lease is ours to extend
	lease   time.Duration
	taken   time.Time
	renewed time.Time
}

// fill puts d into an empty hand, and asks it once what it is. Where that
// panics, d is in hand all the same.
func (h *hand) fill(d Delivery) {
	h.begin(d)
	h.attempt = max(1, d.Attempt())
	if l, ok := d.(Losable); ok {
		h.lost = l.Lost()
	}
	if k, ok := d.(Keyed); ok {
		h.key = k.Key()
	}
	if l, ok := d.(Leased); ok {
		h.borrow(l, l.Lease())
	}
}

func (h *hand) begin(d Delivery) {
	h.delivery, h.key, h.lost, h.attempt = d, "", nil, 1
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open, h.topic, h.id, h.leased = true, benzene.Topic{}, "", nil
}

func (h *hand) borrow(l Leased, lease time.Duration) {
	if lease <= 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	h.leased, h.lease, h.taken, h.renewed = l, lease, now, now
}

// name remembers how the log calls the message.
func (h *hand) name(topic benzene.Topic, id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.topic, h.id = topic, id
}

// gone reports that the delivery is no longer ours.
func (h *hand) gone() bool { return h.lost != nil && h.lost.Err() != nil }

// close makes the caller the one who settles; it is false for everybody else.
func (h *hand) close() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.open
	h.open, h.leased = false, nil
	return was
}
