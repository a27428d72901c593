package mcp

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
)

// What the binding asks of a schema, for the tests.

func (s *Schema) Problems() (refused, warned []string) { return s.problems() }

func (s *Schema) Elicitable() []string { return s.document().Elicitable() }

func (s *Schema) Question() string { return string(s.question()) }

func (s *Schema) Explain(value string) []benzene.Detail {
	return s.document().Explain(jsontext.Value(value))
}
