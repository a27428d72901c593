package queue

import (
	"sync"
	"time"
)

// A hand holds one delivery from Receive to Settle. There are a fixed number of
// them, so nothing is made per message.
type hand struct {
	delivery Delivery
	key      string
	behind   *hand       // the next of the same key
	timer    *time.Timer // set while it is held for another attempt
	tries    int         // attempts made while in hand, beyond the delivery's own

	mu      sync.Mutex // guards what follows
	open    bool       // not settled
	leased  Leased     // nil unless the lease is ours to extend
	lease   time.Duration
	taken   time.Time
	renewed time.Time
}

// fill puts d into an empty hand.
func (h *hand) fill(d Delivery) {
	h.delivery, h.tries, h.key = d, 0, ""
	if k, ok := d.(Keyed); ok {
		h.key = k.Key()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open, h.leased = true, nil
	if l, ok := d.(Leased); ok && l.Lease() > 0 {
		now := time.Now()
		h.leased, h.lease, h.taken, h.renewed = l, l.Lease(), now, now
	}
}

// attempt is how often the message has been tried, this time included.
func (h *hand) attempt() int { return max(1, h.delivery.Attempt()) + h.tries }

// unsettled reports that nobody has begun to settle the delivery.
func (h *hand) unsettled() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open
}

// close makes the caller the one who settles; it is false for everybody else.
func (h *hand) close() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.open
	h.open, h.leased = false, nil
	return was
}
