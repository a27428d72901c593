// Package wire knows the text of JSON: its objects and lists read piece by
// piece, its strings with and without their quotes, its numbers as the digits
// that they are. It reads what a decoder has read before, so it has no errors
// of its own; what the text means it does not know.
package wire

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// OneByOne leaves members that come twice to whoever reads them, and to the
// codec, which refuses those in arguments and says where.
var OneByOne = jsontext.AllowDuplicateNames(true)

// Members reads an object and calls member with each name, exactly as it is
// spelled; member has to read the value.
func Members(dec *jsontext.Decoder, member func(name []byte) error) error {
	if _, err := dec.ReadToken(); err != nil { // {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := member(Unquoted(name)); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken() // }
	return err
}

// Part is the value that dec has just read, as it stands in body: what dec
// returns does not last.
func Part(body []byte, dec *jsontext.Decoder, value jsontext.Value) jsontext.Value {
	end := dec.InputOffset()
	return body[end-int64(len(value)) : end : end]
}

// Entries are the members of the object in v, which is known to be JSON.
func Entries(v jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		dec := opened(v)
		for dec.PeekKind() == '"' {
			name, _ := dec.ReadValue()
			text := string(Unquoted(name))
			value, err := dec.ReadValue()
			if err != nil || !yield(text, value.Clone()) {
				return
			}
		}
	}
}

// Elements are those of the list in v, which is known to be JSON.
func Elements(v jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		dec := opened(v)
		for kind := dec.PeekKind(); kind != ']' && kind != jsontext.KindInvalid; kind = dec.PeekKind() {
			value, err := dec.ReadValue()
			if err != nil || !yield(value.Clone()) {
				return
			}
		}
	}
}

func opened(v jsontext.Value) *jsontext.Decoder {
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true)) // of which there are none
	_, _ = dec.ReadToken()                                                             // { or [
	return dec
}
