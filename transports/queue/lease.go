package queue

import (
	"context"
	"time"
)

// leaseLimit is for how long a lease is extended. What takes longer is better
// handed to another worker than held for ever by one that hangs.
const leaseLimit = 30 * time.Minute

// leases extend, from one goroutine, the leases of all that is in hand.
type leases struct {
	ticker *time.Ticker // nil until a delivery has a lease
	period time.Duration
}

// watch sees to it that a lease of h is extended in time: looked at three
// times as often as it ends, the first look may come too early, and the second
// leaves a third of it.
func (s *shift) watch(h *hand) {
	if h.leased == nil {
		return
	}
	period := max(h.lease/3, time.Millisecond)
	switch {
	case s.leases.ticker == nil:
		s.leases = leases{time.NewTicker(period), period}
		ticker := s.leases.ticker
		s.helpers.Go(func() { s.renew(ticker) })
	case period < s.leases.period:
		s.leases.period = period
		s.leases.ticker.Reset(period)
	}
}

func (s *shift) renew(ticker *time.Ticker) {
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			for i := range s.hands {
				s.extend(&s.hands[i])
			}
		case <-s.settling.Done():
			return
		}
	}
}

// extend holds h's lock while it asks the broker, so that nothing is extended
// after it was settled.
func (s *shift) extend(h *hand) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if h.leased == nil || now.Sub(h.renewed) < h.lease/3 {
		return
	}
	if now.Sub(h.taken) > leaseLimit {
		h.leased = nil
		s.logger.WarnContext(s.settling, "queue: a message has been in hand for too long; its lease is not extended any more", "after", leaseLimit)
		return
	}
	ctx, cancel := context.WithTimeout(s.settling, min(h.lease/3, grace))
	defer cancel()
	if err := guarded(func() error { return h.leased.Extend(ctx) }); err != nil {
		s.logger.ErrorContext(s.settling, "queue: extending a lease failed", "error", err) // tried again at the next tick
		return
	}
	h.renewed = now
}
