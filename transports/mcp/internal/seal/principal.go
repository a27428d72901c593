package seal

import (
	"context"
	"encoding/binary"

	"github.com/benzene-go/framework/benzene"
)

// A Principal is who a seal is for.
type Principal struct {
	subject, issuer string
	known           bool // somebody authenticated them
}

// PrincipalOf is who ctx says that a message is from.
func PrincipalOf(ctx context.Context) Principal {
	p, known := benzene.PrincipalFrom(ctx)
	return Principal{p.Subject, p.Issuer, known}
}

// append writes p so that no two principals are written alike.
func (p Principal) append(b []byte) []byte {
	if !p.known {
		return append(b, 0)
	}
	return appendField(appendField(append(b, 1), p.subject), p.issuer)
}

// appendField writes text with its length before it, so that fields in a row
// cannot be read in two ways.
func appendField(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}
