package mcp

import (
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"
)

// A session id says all that is known of a session, so that any replica
// understands it and none keeps it: "bz1", the revision agreed on and 128
// random bits, such as
//
//	bz1.2025-11-25.c2l4dGVlbiBieXRlcyBvaw
//
// It grants nothing; it only tells one conversation from another.
const (
	sessionPrefix = "bz1."
	sessionLength = len(sessionPrefix) + len(handshakes) + 1 + 22
)

// randomText is how 128 bits are written: 22 characters, in one way only.
var randomText = base64.RawURLEncoding.Strict()

func newSession(revision string) string {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // never fails
	id := append(make([]byte, 0, sessionLength), sessionPrefix...)
	id = append(id, revision...)
	id = append(id, '.')
	return string(randomText.AppendEncode(id, bits[:]))
}

// sessionOf returns id when it is of our form, else "".
func sessionOf(id string) string {
	rest, ours := strings.CutPrefix(id, sessionPrefix)
	revision, random, _ := strings.Cut(rest, ".")
	if !ours || len(id) != sessionLength || !slices.Contains(revisions, revision) {
		return ""
	}
	var bits [16]byte
	if n, err := randomText.Decode(bits[:], []byte(random)); err != nil || n != len(bits) {
		return ""
	}
	return id
}

// spoken is the revision of a caller that does not name one: what its session
// agreed on, else the one that MCP says to assume.
func spoken(session string) string {
	if session == "" {
		return batches
	}
	return session[len(sessionPrefix):][:len(handshakes)]
}
