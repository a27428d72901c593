package seal

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"
)

// A Session is what an id says of it, so that any replica understands the id
// and none keeps anything: "bz2", the revision agreed on, and in 28 characters
// what the client can do, when the session began, and 128 random bits, such as
//
//	bz2.2025-11-25.E2kVpQBjMmx0ZFZlbiBieXRlcyBv
//
// It grants nothing; it only tells one conversation from another. Anybody can
// write one, unless Sessions close it.
type Session struct {
	ID       string    // as it came, to be echoed
	Revision string    // agreed on
	Can      byte      // the client's capabilities
	issued   time.Time // to the second
}

const (
	sessionPrefix = "bz2."
	sessionHead   = len(sessionPrefix) + len(time.DateOnly) + len(".")
	sessionFacts  = 1 + 4 + 16 // bytes: capabilities, seconds since 1970 (until 2106), random
	sessionLength = sessionHead + sessionFacts*4/3
)

func appendSession(b []byte, agreed string, can byte) []byte {
	facts := make([]byte, sessionFacts)
	facts[0] = can
	binary.BigEndian.PutUint32(facts[1:], uint32(time.Now().Unix()))
	_, _ = rand.Read(facts[5:]) // never fails
	b = append(b, sessionPrefix...)
	b = append(b, agreed...)
	b = append(b, '.')
	return plainText.AppendEncode(b, facts)
}

// readSession reads an id that no seal closes. It is false when id is none of
// ours.
func readSession(id string) (Session, bool) {
	rest, ours := strings.CutPrefix(id, sessionPrefix)
	agreed, text, _ := strings.Cut(rest, ".")
	var facts [sessionFacts]byte
	if !ours || len(id) != sessionLength || !readText(facts[:], text) {
		return Session{}, false
	}
	began := time.Unix(int64(binary.BigEndian.Uint32(facts[1:])), 0)
	return Session{ID: id, Revision: agreed, Can: facts[0], issued: began}, true
}

// plainText is how bytes are written where only letters, digits, - and _ may
// stand.
var plainText = base64.RawURLEncoding.Strict()

// readText fills bytes from text. It is false for all but the one text that
// plainText writes for them: the decoder by itself skips line breaks.
func readText(bytes []byte, text string) bool {
	if len(text) != plainText.EncodedLen(len(bytes)) {
		return false
	}
	n, err := plainText.Decode(bytes, []byte(text))
	return err == nil && n == len(bytes)
}
