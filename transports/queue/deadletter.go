package queue

import (
	"maps"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// A Letter is a message that was given up, and why. It is made to be shown.
type Letter struct {
	ID       string            `json:"id"` // its position in the source
	Topic    string            `json:"topic"`
	Version  string            `json:"version,omitzero"`
	Headers  benzene.HeaderMap `json:"headers"`
	Body     string            `json:"body"`     // the bytes as they were published
	Source   string            `json:"source"`   // where it waited: "memory"
	Status   benzene.Status    `json:"status"`   // how the last attempt ended
	Reason   string            `json:"reason"`   // the failure in a caller's words; a cause is found by the reference in it
	Attempts int               `json:"attempts"` // how often it was tried
	First    time.Time         `json:"first"`    // when it first failed
	Last     time.Time         `json:"last"`     // when it was given up
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
	l := Letter{
		ID: e.msg.ID, Topic: e.msg.Topic.ID, Version: e.msg.Topic.Version, Body: string(e.msg.Body),
		Source: "memory", Status: e.failed.verdict.Status, Reason: e.failed.verdict.Reason,
		Attempts: e.attempt, First: e.failed.first, Last: e.failed.last,
	}
	if e.msg.Headers != nil {
		l.Headers = maps.Collect(e.msg.Headers.All())
	}
	return l
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
