package queue

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
	"unicode/utf8"

	"github.com/benzene-go/framework/benzene"
)

// terms are how often, and how soon, a message is tried again.
type terms struct {
	attempts    int
	first, most time.Duration
}

// verdict is the one place where an outcome becomes a settlement. ctx is what
// the message was handled on.
//
//	handled, or ignored                → Done
//	failed, and ctx has ended          → Release
//	transient, attempts left           → Again
//	transient, no attempt left         → DeadLetter
//	any other failure                  → DeadLetter
func (t terms) verdict(ctx context.Context, attempt int, reply benzene.Reply, outcome error) Verdict {
	if outcome == nil {
		return Verdict{Action: Done, Status: reply.Status}
	}
	status := benzene.StatusOf(outcome)
	switch {
	case status == benzene.Ignored:
		return Verdict{Action: Done, Status: status}
	case ctx.Err() != nil:
		return Verdict{Action: Release, Status: benzene.Cancelled}
	}
	reason := shortened(reply.Problem(outcome).String())
	switch {
	case status.Transient() && attempt < t.attempts:
		return Verdict{Action: Again, Delay: t.delay(attempt), Status: status, Reason: reason}
	case status.Transient():
		return Verdict{Action: DeadLetter, Status: status, Reason: fmt.Sprintf("%s, after %d attempts", reason, attempt)}
	default:
		return Verdict{Action: DeadLetter, Status: status, Reason: reason}
	}
}

// longestReason is how many bytes of a reason travel: it ends in a header of
// many brokers, and what a caller sent may be in it.
const longestReason = 1000

func shortened(reason string) string {
	if len(reason) <= longestReason {
		return reason
	}
	end := longestReason
	for !utf8.RuneStart(reason[end]) {
		end--
	}
	return reason[:end] + "…"
}

// delay doubles with each attempt up to most; chance takes up to half of it.
func (t terms) delay(attempt int) time.Duration {
	d := t.first
	for i := 1; i < attempt && d < t.most; i++ {
		d += min(d, t.most-d) // doubled, it might overflow
	}
	return d - rand.N(d/2+1)
}

// settle tells the source what becomes of h's delivery, once: it is false when
// somebody else has. A settlement that fails is not tried again: the broker may
// have it, and delivers the message anew where it has not.
func (s *shift) settle(h *hand, v Verdict) bool {
	if !h.close() {
		return false
	}
	if h.gone() {
		return true
	}
	if v.Action == DeadLetter {
		s.logger.WarnContext(s.settling, "queue: a message is a dead letter",
			"topic", shortened(h.topic.String()), "id", h.id, "attempts", h.attempt, "reason", v.Reason)
	}
	if err := guarded(func() error { return h.delivery.Settle(s.settling, v) }); err != nil {
		s.unsettled.Add(1)
		s.logger.ErrorContext(s.settling, "queue: settling failed; the broker may deliver the message again",
			"id", h.id, "action", v.Action.String(), "error", err)
	}
	return true
}
