package queue

import (
	"maps"
	"slices"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A Letter is a message that was given up, and why.
type Letter struct {
	Message     benzene.Message // as it was published; its ID is its position in the source
	Source      string          // where it waited: "memory"
	Status      benzene.Status  // how the last attempt ended
	Reason      string          // the failure in a caller's words; a cause is found by the reference in it
	Attempts    int             // how often it was tried
	First, Last time.Time       // when it first failed, and when it was given up
}

// DeadLetters lists the messages that were given up, in the order in which
// that happened. They are copies.
func (m *Memory) DeadLetters() []Letter {
	m.mu.Lock()
	defer m.mu.Unlock()
	letters := make([]Letter, len(m.dead))
	for i, e := range m.dead {
		letters[i] = e.letter()
	}
	return letters
}

func (e *entry) letter() Letter {
	msg := e.msg
	msg.Body, msg.Params = slices.Clone(msg.Body), slices.Clone(msg.Params)
	if msg.Headers != nil {
		msg.Headers = benzene.HeaderMap(maps.Collect(msg.Headers.All()))
	}
	v := e.failed.verdict
	return Letter{msg, "memory", v.Status, v.Reason, e.attempt, e.failed.first, e.failed.last}
}

// Replay lets the dead letters with these ids wait again as if they had just
// been published, all of them when none is named. It returns how many.
func (m *Memory) Replay(ids ...string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	again := m.exhume(ids, len(ids) == 0)
	for _, e := range again {
		m.pending++
		m.waiting.push(e.anew(1, nil))
	}
	if len(again) > 0 {
		m.tell()
	}
	return len(again)
}

// Discard drops the dead letters with these ids for good. It returns how many.
func (m *Memory) Discard(ids ...string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.exhume(ids, false))
}

// exhume takes the dead letters with these ids out of the list, or all of them.
func (m *Memory) exhume(ids []string, all bool) (out []*entry) {
	wanted := make(map[string]bool, len(ids)) // a search for each would hold the lock for long
	for _, id := range ids {
		wanted[id] = true
	}
	var kept []*entry
	for _, e := range m.dead {
		if all || wanted[e.msg.ID] {
			out = append(out, e)
		} else {
			kept = append(kept, e)
		}
	}
	m.dead = kept
	return out
}
