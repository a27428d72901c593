package mcp

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The codes of JSON-RPC 2.0, and the one that MCP adds for revisions that
// announce themselves in every request.
const (
	parseError         = -32700
	invalidRequest     = -32600
	methodNotFound     = -32601
	invalidParams      = -32602
	internalError      = -32603
	unsupportedVersion = -32022
)

// A fault is a JSON-RPC error object: somebody did not keep to the protocol, or
// a tool panicked.
type fault struct {
	code    int
	message string
	data    []byte // JSON; nil is left out
}

// append writes f as the error member's value.
func (f *fault) append(b []byte) []byte {
	b = append(b, `{"code":`...)
	b = strconv.AppendInt(b, int64(f.code), 10)
	b = append(b, `,"message":`...)
	b = appendText(b, f.message)
	if f.data != nil {
		b = append(b, `,"data":`...)
		b = append(b, f.data...)
	}
	return append(b, '}')
}

// answerable returns id when an answer can carry it, else nil.
func answerable(id jsontext.Value) jsontext.Value {
	if id.Kind() == '"' || id.Kind() == '0' && whole(id) {
		return id
	}
	return nil
}

// whole reports whether a JSON number has no fraction, however it is spelled:
// 7, 7.0 and 0.7e1 are whole. It never becomes a number here, so that none is
// too big.
func whole(number []byte) bool {
	mantissa, exponent := number, 0
	if at := bytes.IndexAny(number, "eE"); at >= 0 {
		var err error
		mantissa = number[:at]
		if exponent, err = strconv.Atoi(string(number[at+1:])); err != nil {
			return false // nobody counts that far
		}
	}
	before, after, _ := bytes.Cut(bytes.TrimPrefix(mantissa, []byte("-")), []byte("."))
	after = bytes.TrimRight(after, "0")
	if len(after) > 0 {
		return exponent >= len(after)
	}
	rest := bytes.TrimRight(before, "0")
	return len(rest) == 0 || len(before)-len(rest)+exponent >= 0
}

// unquoted is the text of a JSON string; nil when v is none.
func unquoted(v jsontext.Value) []byte {
	if len(v) < 2 || v[0] != '"' {
		return nil
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, v) // v has been read, so it is one
	return text
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a flag"
	case '"':
		return "text"
	case '0':
		return "a number"
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return "something else"
}

// longest is how many characters of a caller's text are repeated to them.
const longest = 64

// quoted repeats a caller's text to them: escaped, and no more than is needed
// to recognise it.
func quoted[Text ~string | ~[]byte](text Text) string {
	count := 0
	for at := range string(text) {
		if count == longest {
			return strconv.Quote(string(text[:at]) + "…")
		}
		count++
	}
	return strconv.Quote(string(text))
}

// appendText appends text as a JSON string.
func appendText[Text ~string | ~[]byte](b []byte, text Text) []byte {
	b, _ = jsontext.AppendQuote(b, text) // fails on invalid UTF-8 only, having replaced it
	return b
}
