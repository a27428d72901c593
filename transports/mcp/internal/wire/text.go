package wire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Unquoted is the text of a JSON string; nil when v is none.
func Unquoted(v jsontext.Value) []byte {
	if len(v) < 2 || v[0] != '"' {
		return nil
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, v) // v has been read, so it is one
	return text
}

// AppendText appends text as a JSON string.
func AppendText[Text ~string | ~[]byte](b []byte, text Text) []byte {
	b, _ = jsontext.AppendQuote(b, text) // fails on invalid UTF-8 only, having replaced it
	return b
}

// AppendTexts appends a list of texts, which is never null.
func AppendTexts[Text ~string](b []byte, texts []Text) []byte {
	b = append(b, '[')
	for i, text := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendText(b, text)
	}
	return append(b, ']')
}
