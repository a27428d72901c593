// Package seal knows how a server has its clients keep what it must not forget:
// session ids that nobody else can write, and states of requests that nobody
// else can read, on any replica that has the same secret. It does not know what
// a revision, a capability or an answer is.
package seal

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/benzene-go/framework/benzene"
)

// shortestSecret is how many bytes a secret must have.
const shortestSecret = 32

func tooShort(what string, secrets [][]byte) error {
	var wrong []error
	for i, secret := range secrets {
		if len(secret) < shortestSecret {
			wrong = append(wrong, benzene.Finding{Check: "mcp-seal-keys", Message: fmt.Sprintf(
				"mcp: key %d that seals %s has %d bytes; give it %d or more, all of them random", i+1, what, len(secret), shortestSecret)})
		}
	}
	return errors.Join(wrong...)
}

// derive makes a key of a secret, another one for each purpose, so that one
// secret may serve several (RFC 5869).
func derive(secret []byte, purpose string, length int) ([]byte, error) {
	return hkdf.Key(sha256.New, secret, nil, "benzene mcp "+purpose, length)
}
