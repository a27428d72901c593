package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A digest tells one JSON value from another, whoever wrote it down: white
// space, the order of an object's members and the escapes in a text do not
// matter; the digits of a number do.
type digest [sha256.Size]byte

// digestOf is the digest of a JSON value. An error means that it is none, or
// that an object has two members of one name.
func digestOf(value jsontext.Value) (digest, error) {
	d := digester{sums: []hash.Hash{sha256.New()}}
	if err := json.Unmarshal(value, &d, wire.OneByOne); err != nil {
		return digest{}, err
	}
	return d.sum(), nil
}

// A digester computes a digest in one pass. A value is summed as it comes,
// each part behind its kind, and its length where it has one. An object is the
// digests of its members in the order of their names' sums, for which it needs
// a sum of its own; thus the work is that of sorting, however deep the value
// is.
type digester struct {
	sums    []hash.Hash // by depth of objects; the first is the whole value's
	depth   int
	members []memberDigest // of the objects that are being read, the innermost last
	scratch []byte
}

// A memberDigest is what is kept of a member: 48 bytes, where the codec's own
// watch for a second member of one name keeps more than the name.
type memberDigest struct {
	name  [16]byte // a sum of it
	whole digest   // of name and value
}

var errTwice = errors.New("an object has two members of one name")

// UnmarshalJSONFrom adds the next value.
func (d *digester) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch kind := dec.PeekKind(); kind {
	case '{':
		return d.addObject(dec)
	case '[':
		return d.addList(dec)
	default:
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		d.add(kind, value)
		return nil
	}
}

func (d *digester) addObject(dec *jsontext.Decoder) error {
	first := len(d.members)
	d.enter()
	err := wire.Members(dec, func(name []byte) error { return d.addMember(dec, name) })
	d.depth--
	if err != nil {
		return err
	}
	own := d.members[first:]
	slices.SortFunc(own, func(a, b memberDigest) int { return bytes.Compare(a.name[:], b.name[:]) })
	d.addLength('{', len(own))
	for i := range own {
		if i > 0 && own[i].name == own[i-1].name {
			return errTwice
		}
		d.write(own[i].whole[:])
	}
	d.members = d.members[:first]
	return nil
}

func (d *digester) addMember(dec *jsontext.Decoder, name []byte) error {
	d.sums[d.depth].Reset()
	d.addCounted('"', name)
	var m memberDigest
	sum := d.sum()
	copy(m.name[:], sum[:])
	if err := d.UnmarshalJSONFrom(dec); err != nil {
		return err
	}
	m.whole = d.sum()
	d.members = append(d.members, m)
	return nil
}

func (d *digester) enter() {
	d.depth++
	if d.depth == len(d.sums) {
		d.sums = append(d.sums, sha256.New())
	}
}

func (d *digester) addList(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil { // [
		return err
	}
	d.addByte('[')
	for dec.PeekKind() != ']' {
		if err := d.UnmarshalJSONFrom(dec); err != nil {
			return err
		}
	}
	d.addByte(']')
	_, err := dec.ReadToken() // ]
	return err
}

func (d *digester) add(kind jsontext.Kind, value jsontext.Value) {
	switch kind {
	case '"':
		d.addCounted('"', wire.Unquoted(value))
	case '0':
		d.addCounted('0', value)
	default:
		d.addByte(byte(kind))
	}
}

func (d *digester) addCounted(kind byte, text []byte) {
	d.addLength(kind, len(text))
	d.write(text)
}

func (d *digester) addLength(kind byte, n int) {
	d.scratch = binary.AppendUvarint(append(d.scratch[:0], kind), uint64(n))
	d.write(d.scratch)
}

func (d *digester) addByte(kind byte) {
	d.scratch = append(d.scratch[:0], kind)
	d.write(d.scratch)
}

func (d *digester) write(b []byte) {
	_, _ = d.sums[d.depth].Write(b) // a hash never fails
}

func (d *digester) sum() digest {
	d.scratch = d.sums[d.depth].Sum(d.scratch[:0])
	return digest(d.scratch)
}
