package mcp

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/judge"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// A Schema is a JSON Schema (draft 2020-12): of a tool's arguments, of its
// result, or of the answer to a question. It is made by [Object], [SchemaFor]
// or [SchemaText] and does not change. What is wrong with it is told when the
// service starts.
type Schema struct {
	written []byte         // one line of JSON; nil when there is none
	built   *schema.Schema // nil when written by hand
	broken  string         // what was written by hand instead, and is no JSON
	wrong   []string       // found while it was made
	once    sync.Once
	read    *judge.Document
}

// Object is the schema of an object with these members, in this order, and no
// others. Without fields it is the schema of a tool that takes no arguments.
func Object(fields ...Field) *Schema {
	o := objectOf(fields)
	return &Schema{written: o.schema.Append(nil), built: &o.schema, wrong: o.wrong}
}

// SchemaFor derives the schema of what a caller may send for a T, as the schema
// of a topic's request is derived: from its json, validate and description
// tags. T is a struct, or a map with string keys.
func SchemaFor[T any]() *Schema {
	return schemaOf(reflect.TypeFor[T](), schema.Input)
}

func schemaOf(t reflect.Type, d schema.Direction) *Schema {
	s, err := schema.Of(t, d)
	if err != nil {
		return &Schema{wrong: []string{fmt.Sprintf("it cannot be derived (%s); change the type", phrase.OneLine(err))}}
	}
	if !s.IsObject() {
		return &Schema{wrong: []string{fmt.Sprintf("%v is no object in JSON; take a struct", t)}}
	}
	return &Schema{written: objectSchema(s), built: s}
}

// SchemaText is a schema written by hand as JSON. It is passed on as it is, all
// keywords in their order, without the white space between them. References
// stay within it ("#/$defs/address", "#anchor"); nothing is ever fetched. What
// only some clients do not read is a warning at the start, no failure. It has at
// most 256 KiB, and 64 schemas within each other.
func SchemaText(text string) *Schema {
	written := jsontext.Value(text)
	if written.Compact() != nil {
		return &Schema{broken: text}
	}
	return &Schema{written: written}
}

// String is the schema on one line of JSON, "" when it has none.
func (s *Schema) String() string { return string(s.text()) }

// text is the schema on one line of JSON, nil when there is none: problems says
// why.
func (s *Schema) text() []byte {
	if s == nil {
		return nil
	}
	return s.written
}

// question is the schema as a form has it, which names no rule for members that
// nobody can enter.
func (s *Schema) question() []byte {
	if s == nil || s.built == nil || !s.built.Closed {
		return s.text()
	}
	open := *s.built
	open.Closed = false
	return open.Append(nil)
}

// document is the schema taken apart, once.
func (s *Schema) document() *judge.Document {
	if s == nil {
		return &judge.Document{}
	}
	s.once.Do(func() {
		if s.written == nil {
			s.read = judge.Read([]byte(s.broken))
			return
		}
		s.read = judge.Read(s.written)
	})
	return s.read
}

// problems are what is wrong with the schema, a sentence each. With one that is
// refused a tool cannot be offered; what is warned of may cost it some clients.
func (s *Schema) problems() (refused, warned []string) {
	if s == nil {
		return []string{"there is none; without arguments write mcp.Object()"}, nil
	}
	if len(s.wrong) > 0 {
		return s.wrong, nil
	}
	byHand := s.built == nil
	for _, f := range s.document().Flaws {
		if byHand && f.Readable {
			warned = append(warned, f.Sentence)
			continue
		}
		refused = append(refused, f.Sentence)
	}
	return refused, warned
}
