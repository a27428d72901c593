package benzene

import (
	"errors"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
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

// decodeDuration reads a duration as a person writes it.
func decodeDuration(dec *jsontext.Decoder, into *time.Duration) error {
	var text string
	if err := json.UnmarshalDecode(dec, &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	*into = d
	return err
}
