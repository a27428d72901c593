package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"hash"
	"sync"
	"time"
)

// Sessions closes session ids: a closed one ends in 24 characters that
// only who has the key can write, for one principal. So an id that was altered,
// made up or taken from somebody else is found out. A nil seal leaves ids open.
type Sessions struct {
	keys []*sessionKey // the first writes, all read
}

const (
	sealBytes    = 18 // 144 bits of HMAC-SHA256
	sealedLength = sessionLength + len(".") + sealBytes*4/3

	// sealedAge is how long a closed id is good for; its client then begins
	// anew. An open one has no age, for anybody could write another.
	sealedAge = 30 * 24 * time.Hour
)

// NewSessions makes a seal of secrets that all replicas share, each of at
// least 32 random bytes. Ids closed by a former key are still read. The error
// is a Finding for each secret that is too short.
func NewSessions(key []byte, former ...[]byte) (*Sessions, error) {
	secrets := append([][]byte{key}, former...)
	if err := tooShort("session ids", secrets); err != nil {
		return nil, err
	}
	s := &Sessions{}
	for _, secret := range secrets {
		derived, err := derive(secret, "session id", sha256.Size)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, newSessionKey(derived))
	}
	return s, nil
}

// Issue makes the id of a session that begins now.
func (s *Sessions) Issue(agreed string, can byte, by Principal) string {
	id := appendSession(make([]byte, 0, sealedLength), agreed, can)
	if s == nil {
		return string(id)
	}
	mark := s.keys[0].mark(string(id), by)
	return string(plainText.AppendEncode(append(id, '.'), mark[:]))
}

// Read reads an id that by brings. It is false when this seal did not issue it
// to them within the last 30 days; a nil seal is content with the form.
func (s *Sessions) Read(id string, by Principal) (Session, bool) {
	if s == nil {
		return readSession(id)
	}
	if len(id) != sealedLength || id[sessionLength] != '.' {
		return Session{}, false
	}
	read, ok := readSession(id[:sessionLength])
	var given [sealBytes]byte
	if !ok || !readText(given[:], id[sessionLength+1:]) || !s.wrote(given, read.ID, by) || time.Since(read.issued) > sealedAge {
		return Session{}, false
	}
	read.ID = id
	return read, true
}

func (s *Sessions) wrote(given [sealBytes]byte, id string, by Principal) bool {
	for _, key := range s.keys {
		if mark := key.mark(id, by); hmac.Equal(given[:], mark[:]) {
			return true
		}
	}
	return false
}

// A sessionKey marks ids.
type sessionKey struct {
	markers sync.Pool // of *marker
}

// A marker is what it takes to compute one mark.
type marker struct {
	hash.Hash
	scratch []byte
}

func newSessionKey(key []byte) *sessionKey {
	return &sessionKey{markers: sync.Pool{New: func() any { return &marker{Hash: hmac.New(sha256.New, key)} }}}
}

func (k *sessionKey) mark(id string, by Principal) (mark [sealBytes]byte) {
	m, _ := k.markers.Get().(*marker)
	m.Reset()
	m.scratch = by.append(appendField(m.scratch[:0], id))
	_, _ = m.Write(m.scratch) // a hash never fails
	m.scratch = m.Sum(m.scratch[:0])
	copy(mark[:], m.scratch)
	k.markers.Put(m)
	return mark
}
