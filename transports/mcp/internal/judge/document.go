// Package judge knows JSON Schema (draft 2020-12, and draft-07): it takes a
// schema apart, says what is wrong with it and what some clients do not read,
// and holds values against it, in sentences for whoever sent them. It never
// refuses what it cannot judge. Where a schema came from, and who sent the
// value, it does not know.
package judge

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

const (
	largestSchema = 256 << 10 // bytes; a model reads all of them
	deepestSchema = 64        // schemas within each other
	mostFlaws     = 20        // that are told of one schema
)

// A Document is a schema taken apart.
type Document struct {
	root    *node            // nil when it could not be read
	draft07 bool             // where a reference stands for all that is beside it
	places  map[string]*node // by JSON Pointer
	anchors map[string]*node
	order   []*node // all, as they are written
	Flaws   []Flaw
}

// A Flaw is something wrong with a schema, in one sentence that says where.
type Flaw struct {
	Sentence string
	Readable bool // it is JSON Schema; only some clients do not read it
}

// Read takes a schema apart. What is wrong with it are its Flaws.
func Read(text []byte) *Document {
	d := &Document{places: map[string]*node{}, anchors: map[string]*node{}}
	if sentence := illWritten(text); sentence != "" {
		d.flaw("%s", sentence)
		return d
	}
	d.root = d.node(text, "", 1)
	d.check()
	return d
}

// illWritten says why text is no JSON that a schema can be in, "" when it is.
func illWritten(text []byte) string {
	if len(text) > largestSchema {
		return fmt.Sprintf("it has %d bytes; a schema may have %d", len(text), largestSchema)
	}
	var value jsontext.Value
	err := json.Unmarshal(text, &value)
	wrong, syntactic := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !syntactic:
		return ""
	case errors.Is(err, jsontext.ErrDuplicateName):
		return place(string(wrong.JSONPointer)) + " is there twice; drop one"
	}
	return fmt.Sprintf("it is not JSON (from byte %d on)", wrong.ByteOffset)
}

func (d *Document) flaw(format string, args ...any) {
	d.add(Flaw{Sentence: fmt.Sprintf(format, args...)})
}

// unreadable notes what only some clients do not read.
func (d *Document) unreadable(format string, args ...any) {
	d.add(Flaw{Sentence: fmt.Sprintf(format, args...), Readable: true})
}

func (d *Document) add(f Flaw) {
	if len(d.Flaws) < mostFlaws {
		d.Flaws = append(d.Flaws, f)
	}
}

// place is a JSON Pointer in a sentence.
func place(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return phrase.Quoted(pointer)
}

// below is the pointer to what is under token at pointer.
func below(pointer, token string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
}
