package benzene

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// syntax finds what is wrong with body as JSON; nil when nothing is. t is what
// it should be, and only tells how a path is written.
func syntax(body []byte, t reflect.Type) *Detail {
	if len(body) == 0 {
		return &Detail{Message: "the body must be JSON, got nothing"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return &Detail{Message: "the body must be JSON, got white space only"}
	}
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	if err := dec.SkipValue(); err != nil {
		return malformed(dec, body, t, err)
	}
	end := dec.InputOffset()
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return at("the body must be one JSON value, got more after it", end)
	}
	return nil
}

func malformed(dec *jsontext.Decoder, body []byte, t reflect.Type, err error) *Detail {
	offset := dec.InputOffset()
	wrong, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		offset = wrong.ByteOffset
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		twice := again(fieldPath(wrong.JSONPointer, t))
		return &twice
	case !utf8.Valid(body):
		return at("the body must be UTF-8, got other bytes", offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return at("the body must be JSON, and it ends too early", offset)
	default:
		return at("the body must be JSON, got something else", offset)
	}
}

func again(path string) Detail {
	return Detail{Message: quotedPath(path) + " must be given once, got it again", Field: path}
}

func at(message string, offset int64) *Detail {
	return &Detail{Message: fmt.Sprintf("%s (at byte %d)", message, offset)}
}
