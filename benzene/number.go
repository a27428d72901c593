package benzene

import (
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// decodeNumber keeps the numbers exact that land in an any; everything else it
// leaves to the codec.
func decodeNumber(dec *jsontext.Decoder, into *any) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*into = number(raw)
	return nil
}

func number(raw jsontext.Value) any {
	text := string(raw)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && !integral(text) {
		return f
	}
	return raw.Clone()
}

func integral(text string) bool {
	for _, c := range text {
		if c == '.' || c == 'e' || c == 'E' {
			return false
		}
	}
	return true
}
