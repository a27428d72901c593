package mcp

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// pages are a list, written for one revision, by the cursors that lead to its
// parts; "" leads to the first. A cursor says which list it is of, so that any
// replica with the same catalog follows it and none follows an old one.
type pages map[string][]byte

// PageSize is how many entries a page of a list has: 1,000 unless named. Less
// than 1 is a Finding of "mcp-limits".
func PageSize(entries int) Part {
	return func(d *declaration) { d.pageSize = entries }
}

// newPages writes a list. member is the result's, such as "tools".
func newPages(member string, entries [][]byte, size int, closing []byte) pages {
	digest := sha256.New()
	for _, e := range entries {
		_, _ = digest.Write(e) // never fails
	}
	name := base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:9])
	cursor := func(at int) string {
		if at == 0 {
			return ""
		}
		return name + strconv.Itoa(at)
	}
	p := pages{}
	for at := 0; at == 0 || at < len(entries); at += size {
		end := min(at+size, len(entries))
		b := append(append([]byte(`{"`), member...), `":[`...)
		for i, e := range entries[at:end] {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, e...)
		}
		b = append(b, ']')
		if end < len(entries) {
			b = appendOptional(b, "nextCursor", cursor(end))
		}
		p[cursor(at)] = append(b, closing...)
	}
	return p
}

// answer gives the page that a cursor leads to; nil leads to the first.
func (p pages) answer(cursor jsontext.Value) answer {
	if cursor == nil || cursor.Kind() == 'n' {
		return answer{whole: p[""]}
	}
	text := wire.Unquoted(cursor)
	if page := p[string(text)]; page != nil && len(text) > 0 {
		return answer{whole: page}
	}
	return invalid(`"cursor" is none that this list gives out; begin again without one`)
}
