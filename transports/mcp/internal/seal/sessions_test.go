package seal

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func secretOf(letter byte) []byte { return bytes.Repeat([]byte{letter}, shortestSecret) }

func sessionSealOf(t *testing.T, key []byte, former ...[]byte) *Sessions {
	t.Helper()
	s, err := NewSessions(key, former...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	ada = Principal{subject: "ada", issuer: "https://id.example.org", known: true}
	bob = Principal{subject: "bob", issuer: "https://id.example.org", known: true}
)

func TestASealedSessionIsReadOnAnyReplicaForItsPrincipal(t *testing.T) {
	here, there := sessionSealOf(t, secretOf('a')), sessionSealOf(t, secretOf('a'))
	for _, by := range []Principal{ada, bob, {}, {known: true}} {
		id := here.Issue(earlier, 0x20, by)
		s, ok := there.Read(id, by)
		if !ok || s.ID != id || s.Revision != earlier || s.Can != 0x20 || time.Since(s.issued) > time.Minute {
			t.Errorf("got %+v, %v", s, ok)
		}
		if len(id) != 68 || strings.ContainsFunc(id, func(r rune) bool { return r < '!' || r > '~' }) {
			t.Errorf("%q is no header", id)
		}
	}
}

func TestASealedSessionIsNobodyElses(t *testing.T) {
	s := sessionSealOf(t, secretOf('a'))
	all := []Principal{
		{}, {known: true}, ada, bob,
		{subject: "ada", known: true}, {issuer: "ada", known: true}, {subject: "ada", issuer: "https://other.example.org", known: true},
		{subject: "ab", issuer: "c", known: true}, {subject: "a", issuer: "bc", known: true}, {subject: "abc", known: true},
	}
	for i, owner := range all {
		id := s.Issue(agreed, 0x10, owner)
		for j, other := range all {
			if _, ok := s.Read(id, other); ok != (i == j) {
				t.Errorf("the session of %+v for %+v: %v", owner, other, ok)
			}
		}
	}
}

func TestAnAlteredSessionIsFoundOut(t *testing.T) {
	s := sessionSealOf(t, secretOf('a'))
	id := s.Issue(agreed, 0x10, ada)
	for i := range id {
		for _, letter := range []byte("AB.\n\x00") {
			if altered := id[:i] + string(letter) + id[i+1:]; altered != id {
				if got, ok := s.Read(altered, ada); ok || got != (Session{}) {
					t.Errorf("%q was read", altered)
				}
			}
		}
		if _, ok := s.Read(id[:i], ada); ok {
			t.Errorf("%q was read", id[:i])
		}
	}
	twin := s.Issue(agreed, 0x10, ada)
	for _, other := range []string{
		id + "A", id + "=", id + "\n", id[:sessionLength], id[:sessionLength+1], id[:sessionLength] + twin[sessionLength:],
		strings.Replace(id, agreed, earlier, 1), newSession(agreed, 0x10), strings.Repeat("x", 1<<20),
		newSession(agreed, 0x10) + id[sessionLength:],
	} {
		if _, ok := s.Read(other, ada); ok {
			t.Errorf("%.80q was read", other)
		}
	}
}

func TestWithoutASealAnySessionIsRead(t *testing.T) {
	var none *Sessions
	id := none.Issue(earlier, 0x10, ada)
	if s, ok := none.Read(id, bob); !ok || s.ID != id || s.Revision != earlier || s.Can != 0x10 {
		t.Errorf("got %+v, %v", s, ok)
	}
	if _, ok := none.Read(sessionSealOf(t, secretOf('a')).Issue(earlier, 0x10, ada), ada); ok {
		t.Error("a sealed session was read without the seal")
	}
	if _, ok := sessionSealOf(t, secretOf('a')).Read(id, ada); ok {
		t.Error("an open session was read by a seal")
	}
}

func TestASessionOutlivesTheKeyThatSealedIt(t *testing.T) {
	first, second, third := secretOf('1'), secretOf('2'), secretOf('3')
	id := sessionSealOf(t, first).Issue(agreed, 0, ada)
	for _, c := range []struct {
		seal *Sessions
		want bool
	}{
		{sessionSealOf(t, second, first), true},
		{sessionSealOf(t, third, second, first), true},
		{sessionSealOf(t, third, second), false},
		{sessionSealOf(t, first, second), true},
	} {
		if _, ok := c.seal.Read(id, ada); ok != c.want {
			t.Errorf("got %v, want %v", ok, c.want)
		}
	}
	if _, ok := sessionSealOf(t, first).Read(sessionSealOf(t, second, first).Issue(agreed, 0, ada), ada); ok {
		t.Error("a former key sealed")
	}
}

func TestASealedSessionLastsThirtyDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sessionSealOf(t, secretOf('a'))
		id := s.Issue(agreed, 0, ada)
		time.Sleep(30 * 24 * time.Hour)
		if _, ok := s.Read(id, ada); !ok {
			t.Error("it was refused on the last day")
		}
		time.Sleep(time.Second)
		if _, ok := s.Read(id, ada); ok {
			t.Error("it was read when it was too old")
		}
	})
}

func TestAShortKeyIsAFinding(t *testing.T) {
	_, err := NewSessions(nil, secretOf('a'), secretOf('b')[1:])
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatal(err)
	}
	want := []error{
		benzene.Finding{Check: "mcp-seal-keys", Message: "mcp: key 1 that seals session ids has 0 bytes; give it 32 or more, all of them random"},
		benzene.Finding{Check: "mcp-seal-keys", Message: "mcp: key 3 that seals session ids has 31 bytes; give it 32 or more, all of them random"},
	}
	if diff := cmp.Diff(want, joined.Unwrap()); diff != "" {
		t.Error(diff)
	}
}

func TestAPrincipalIsWhoTheContextSays(t *testing.T) {
	if got := PrincipalOf(t.Context()); got != (Principal{}) {
		t.Errorf("nobody is %+v", got)
	}
	ctx := benzene.WithPrincipal(t.Context(), benzene.Principal{Subject: ada.subject, Issuer: ada.issuer, Scopes: []string{"orders"}})
	if got := PrincipalOf(ctx); got != ada {
		t.Errorf("ada is %+v", got)
	}
}
