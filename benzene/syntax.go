package benzene

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// syntax finds what is wrong with body as JSON, whatever its type; nil when
// nothing is.
func syntax(body []byte) *Detail {
	if len(bytes.TrimSpace(body)) == 0 {
		return &Detail{Message: "the body must be JSON, got white space only"}
	}
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	if err := dec.SkipValue(); err != nil {
		return malformed(dec, body, err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return at("the body must be one JSON value, got more after it", dec.InputOffset())
	}
	return nil
}

func malformed(dec *jsontext.Decoder, body []byte, err error) *Detail {
	offset := dec.InputOffset()
	wrong, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		offset = wrong.ByteOffset
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		twice := givenTwice(fieldPath(wrong.JSONPointer))
		return &twice
	case !utf8.Valid(body):
		return at("the body must be UTF-8, got other bytes", offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return at("the body must be JSON, got the beginning of a value", offset)
	default:
		return at("the body must be JSON, got something else", offset)
	}
}

func givenTwice(field string) Detail {
	return Detail{Message: quotedPath(field) + " must be given once, got it again", Field: field}
}

func at(message string, offset int64) *Detail {
	return &Detail{Message: fmt.Sprintf("%s (at byte %d)", message, offset)}
}

// fieldPath writes a JSON Pointer as lines[0].qty; a caller's own names are
// bounded.
func fieldPath(p jsontext.Pointer) string {
	path, depth := "", 0
	for token := range p.Tokens() {
		if depth++; depth > deepest {
			return path + "…"
		}
		token = shortened(token, longestName)
		if _, err := strconv.ParseUint(token, 10, 31); err == nil && path != "" {
			path += "[" + token + "]"
		} else {
			path = member(path, token)
		}
	}
	return path
}

// member is the path of a member of the object at path.
func member(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
