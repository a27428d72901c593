package seal

import (
	"encoding/base64"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The revisions of two sessions.
const (
	agreed  = "2025-11-25"
	earlier = "2025-03-26"
)

func TestASessionIdSaysWhatItWasMadeOf(t *testing.T) {
	for _, revision := range []string{earlier, agreed} {
		for can := range byte(0xFF) {
			before := time.Now().Truncate(time.Second)
			id := newSession(revision, can)
			s, ok := readSession(id)
			if !ok || s.ID != id || s.Revision != revision || s.Can != can || s.issued.Before(before) || time.Since(s.issued) > time.Minute {
				t.Fatalf("%s: got %+v, %v", id, s, ok)
			}
			if strings.ContainsFunc(id, func(r rune) bool { return r < '!' || r > '~' }) {
				t.Fatalf("%q cannot be sent", id)
			}
		}
	}
}

func TestNoTwoSessionsHaveOneId(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in one second
		seen := map[string]bool{}
		for range 100 {
			seen[newSession(agreed, 0x10)] = true
		}
		if len(seen) != 100 {
			t.Errorf("%d ids for 100 sessions", len(seen))
		}
	})
}

func TestAnOpenSessionHasNoAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		id := newSession(agreed, 0)
		time.Sleep(10 * 365 * 24 * time.Hour)
		if _, ok := readSession(id); !ok {
			t.Error("it aged")
		}
	})
}

func TestASessionIdIsSpelledInOneWay(t *testing.T) {
	id := newSession(agreed, 0x3F)
	for _, other := range []string{
		"", ".", "bz2.", "bz2..", id[:42], id + "A", id + "=", " " + id, id + "\n", id[:20] + "\n" + id[20:], id[:20] + "\r\n" + id[22:],
		id[:20] + "\n" + id[21:], id[:20] + "+" + id[21:], id[:20] + "/" + id[21:], id[:20] + "\x00" + id[21:], id[:20] + "é" + id[22:],
		"bz1" + id[3:], "BZ2" + id[3:], strings.Replace(id, agreed, "20260728", 1),
		strings.Replace(id, agreed, "", 1), strings.Replace(id, agreed+".", agreed+"-", 1), strings.Repeat(".", sessionLength),
		strings.Repeat("x", 1<<20), "bz1.2025-11-25.c2l4dGVlbiBieXRlcyBvaw",
	} {
		if s, ok := readSession(other); ok || s != (Session{}) {
			t.Errorf("%.60q was read as %+v", other, s)
		}
	}
}

// What is read as a session is written in the one way that there is.
func FuzzASessionId(f *testing.F) {
	for _, revision := range []string{earlier, agreed} {
		id := newSession(revision, 0x10)
		f.Add(id)
		f.Add(id[:sessionLength-1] + "\n")
		f.Add(strings.ToLower(id))
	}
	f.Add("")
	f.Add("bz2.2025-11-25")
	f.Add("bz2.2025-11-25.E2kVpQBjMmx0ZFZlbiBieXRlcyBv.E2kVpQBjMmx0ZFZlbiBieXRl")
	sealed, err := NewSessions(secretOf('a'))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if s, ok := sealed.Read(id, Principal{}); ok {
			t.Errorf("%q was read as sealed: %+v", id, s)
		}
		s, ok := readSession(id)
		if !ok {
			return
		}
		facts, err := base64.RawURLEncoding.DecodeString(id[sessionHead:])
		if want := sessionPrefix + s.Revision + "." + base64.RawURLEncoding.EncodeToString(facts); err != nil || id != want || s.ID != id {
			t.Errorf("%q is %q, too", id, want)
		}
	})
}

// newSession makes the id of a session that nothing seals.
func newSession(agreed string, can byte) string {
	return (*Sessions)(nil).Issue(agreed, can, Principal{})
}
