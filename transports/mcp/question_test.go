package mcp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

func TestAFormHasFiveKindsOfDefaults(t *testing.T) {
	asks(t, mcp.Object(
		mcp.Text("name", "").Default("John Doe"),
		mcp.Integer("age", "").Default(30),
		mcp.Number("score", "").Default(95.5),
		mcp.Choice("status", "", "active", "inactive", "pending").Default("active"),
		mcp.Flag("verified", "").Default(true),
	), `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},`+
		`"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`)
}

func TestAFormHasFiveKindsOfChoices(t *testing.T) {
	asks(t, mcp.Object(
		mcp.Choice("untitledSingle", "", "a", "b"),
		mcp.Choice("titledSingle", "", "a", "b").Titles("A", "B"),
		mcp.Choice("legacyEnum", "", "a", "b").EnumNames("A", "B"),
		mcp.ListOf("untitledMulti", "", mcp.Choice("", "", "a", "b")).Length(1, 2).Default([]string{"a"}),
		mcp.ListOf("titledMulti", "", mcp.Choice("", "", "a", "b").Titles("A", "B")),
	), `{"type":"object","properties":{"untitledSingle":{"type":"string","enum":["a","b"]},`+
		`"titledSingle":{"type":"string","oneOf":[{"title":"A","const":"a"},{"title":"B","const":"b"}]},`+
		`"legacyEnum":{"type":"string","enum":["a","b"],"enumNames":["A","B"]},`+
		`"untitledMulti":{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2,"default":["a"]},`+
		`"titledMulti":{"type":"array","items":{"anyOf":[{"title":"A","const":"a"},{"title":"B","const":"b"}]}}}}`)
}

// asks checks that s is fit for a form, and how it is asked.
func asks(t testing.TB, s *mcp.Schema, want string) {
	t.Helper()
	unproblematic(t, s)
	if unfit := s.Elicitable(); unfit != nil {
		t.Errorf("unfit: %q", unfit)
	}
	if diff := cmp.Diff(want, s.Question()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
