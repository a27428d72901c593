package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"fmt"
	"time"
)

// States seals states: it makes a text of one that nobody else can read or change: a
// byte of version, the key's id, a random nonce and what AES-256-GCM makes of
// the state, as base64url. It lasts 10 minutes, and tells nothing but its
// length. Nothing stops a client from using one twice.
type States struct {
	keys     []stateKey    // the first seals, all open
	lifetime time.Duration // of a state
}

type stateKey struct {
	id   stateKeyID
	aead cipher.AEAD // which chooses the nonces; good for 2^32 states
}

type stateKeyID [4]byte

const (
	stateVersion = 1
	stateHead    = 1 + len(stateKeyID{})

	// longestState is how many characters a sealed state may have.
	longestState = 64 << 10

	// clockSkew is how far the clocks of two replicas may be apart.
	clockSkew = time.Minute
)

// NewStates makes a seal of secrets that all replicas share, each of at
// least 32 random bytes; without any, of one that ends with this process. The
// error is a Finding for each secret that is too short.
func NewStates(secrets ...[]byte) (*States, error) {
	if len(secrets) == 0 {
		secret := make([]byte, shortestSecret)
		_, _ = rand.Read(secret) // never fails
		secrets = [][]byte{secret}
	}
	if err := tooShort("requestState", secrets); err != nil {
		return nil, err
	}
	s := &States{lifetime: 10 * time.Minute}
	for _, secret := range secrets {
		key, err := newStateKey(secret)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, key)
	}
	return s, nil
}

func newStateKey(secret []byte) (key stateKey, err error) {
	id, err := derive(secret, "requestState id", len(key.id))
	if err != nil {
		return key, err
	}
	derived, err := derive(secret, "requestState", 32)
	if err != nil {
		return key, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return key, err
	}
	key.id = stateKeyID(id)
	key.aead, err = cipher.NewGCMWithRandomNonce(block)
	return key, err
}

// Seal makes the requestState of a request. An error says, for us, that the
// state is too large, or that it or the request's arguments are not JSON.
func (s *States) Seal(of About, content State) (string, error) {
	plain, err := content.plain()
	if err != nil {
		return "", fmt.Errorf("mcp: sealing a requestState: %w", err)
	}
	key := s.keys[0]
	size := stateHead + len(plain) + key.aead.Overhead()
	if n := plainText.EncodedLen(size); n > longestState {
		return "", fmt.Errorf("mcp: a requestState would have %d characters, and may have %d; keep less in it", n, longestState)
	}
	sealed := append(append(make([]byte, 0, size), stateVersion), key.id[:]...)
	bound, err := of.bound(sealed)
	if err != nil {
		return "", fmt.Errorf("mcp: sealing a requestState: %w", err)
	}
	return plainText.EncodeToString(key.aead.Seal(sealed, nil, plain, bound)), nil
}

// Open reads a requestState that came with a request. The error is a badState.
func (s *States) Open(text string, of About, now time.Time) (State, error) {
	plain, err := s.unseal(text, of)
	if err != nil {
		return State{}, err
	}
	content, err := readState(plain)
	switch {
	case err != nil:
		return State{}, badState("it is sealed, but not a state")
	case now.Sub(content.Issued) > s.lifetime:
		return State{}, badState("it is too old")
	case content.Issued.Sub(now) > clockSkew:
		return State{}, badState("it was issued in the future")
	}
	return content, nil
}

func (s *States) unseal(text string, of About) ([]byte, error) {
	if len(text) > longestState {
		return nil, badState("it is longer than any")
	}
	sealed := make([]byte, plainText.DecodedLen(len(text)))
	if !readText(sealed, text) || len(sealed) < stateHead || sealed[0] != stateVersion {
		return nil, badState("it has not the form of one")
	}
	head, rest := sealed[:stateHead:stateHead], sealed[stateHead:]
	keys := s.named(stateKeyID(head[1:]))
	if len(keys) == 0 {
		return nil, badState("no key of ours sealed it")
	}
	bound, err := of.bound(head)
	if err != nil {
		return nil, badState("the request's arguments are not JSON")
	}
	for _, key := range keys {
		if plain, err := key.aead.Open(nil, nil, rest, bound); err == nil {
			return plain, nil
		}
	}
	return nil, badState("it was changed, or belongs to another request or principal")
}

// named are the keys of that id: one, as good as always.
func (s *States) named(id stateKeyID) (keys []stateKey) {
	for _, key := range s.keys {
		if key.id == id {
			keys = append(keys, key)
		}
	}
	return keys
}
