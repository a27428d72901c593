package mcp_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

func ExampleObject() {
	fmt.Println(mcp.Object(
		mcp.ID("flight", "Flight number, such as LH400.").Required(),
		mcp.Date("day", "Day of departure.").Required(),
		mcp.Integer("seats", "How many seats to hold.").Min(1).Max(9).Default(1),
		mcp.Choice("cabin", "", "economy", "business"),
		mcp.ListOf("extras", "What to add.", mcp.Text("", "")),
	))
	// Output:
	// {"type":"object","properties":{"flight":{"type":"string","description":"Flight number, such as LH400.","minLength":1},"day":{"type":"string","description":"Day of departure. Written yyyy-MM-dd.","format":"date"},"seats":{"type":"integer","description":"How many seats to hold.","minimum":1,"maximum":9,"default":1},"cabin":{"type":"string","enum":["economy","business"]},"extras":{"type":"array","description":"What to add.","items":{"type":"string"}}},"required":["flight","day"],"additionalProperties":false}
}

func TestASchemaIsBuiltOfFields(t *testing.T) {
	for _, c := range []struct {
		built *mcp.Schema
		want  string
	}{
		{mcp.Object(), `{"type":"object","properties":{},"additionalProperties":false}`},
		{mcp.Object(mcp.Text("b", "B."), mcp.Text("a", "").Required()),
			`{"type":"object","properties":{"b":{"type":"string","description":"B."},"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
		{mcp.Object(mcp.Date("d", "")),
			`{"type":"object","properties":{"d":{"type":"string","description":"Written yyyy-MM-dd.","format":"date"}},"additionalProperties":false}`},
		{mcp.Object(mcp.Text("t", "").Length(2, 5).Format("email").Title("T").Header("Tenant")),
			`{"type":"object","properties":{"t":{"type":"string","title":"T","format":"email","minLength":2,"maxLength":5,"x-mcp-header":"Tenant"}},"additionalProperties":false}`},
		{mcp.Object(mcp.Number("n", "").Min(-0.5).Max(1e21)),
			`{"type":"object","properties":{"n":{"type":"number","minimum":-0.5,"maximum":1000000000000000000000}},"additionalProperties":false}`},
		{mcp.Object(mcp.ListOf("lines", "", mcp.ObjectOf("", "One.", mcp.ID("sku", "").Required(), mcp.Flag("gift", ""))).Length(0, 3)),
			`{"type":"object","properties":{"lines":{"type":"array","items":{"type":"object","description":"One.","properties":{"sku":{"type":"string","minLength":1},"gift":{"type":"boolean"}},"required":["sku"],"additionalProperties":false},"maxItems":3}},"additionalProperties":false}`},
	} {
		if diff := cmp.Diff(c.want, c.built.String()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		unproblematic(t, c.built)
	}
}

func unproblematic(t testing.TB, s *mcp.Schema) {
	t.Helper()
	if refused, warned := s.Problems(); refused != nil || warned != nil {
		t.Errorf("%s: refused %q, warned %q", s, refused, warned)
	}
}

func TestAFieldIsNotChangedByItsCopies(t *testing.T) {
	base := mcp.Integer("n", "")
	_ = base.Required().Min(1).Title("N").Default(4).Header("N")
	if got, want := mcp.Object(base).String(), mcp.Object(mcp.Integer("n", "")).String(); got != want {
		t.Errorf("got %s", got)
	}
}

func TestWhatMakesNoSenseInAFieldIsRefused(t *testing.T) {
	for want, field := range map[string]mcp.Field{
		`a field has no name; give it one`:                                                               mcp.Text("", "x"),
		`field "x": only a text or a list has a length`:                                                  mcp.Integer("x", "").Length(1, 2),
		`field "x": a length of 3 to 2 cannot be kept`:                                                   mcp.Text("x", "").Length(3, 2),
		`field "x": a length of -1 to 0 cannot be kept`:                                                  mcp.Text("x", "").Length(-1, 0),
		`field "x": only a number has a least and a most`:                                                mcp.Text("x", "").Min(1),
		`field "x": NaN bounds nothing`:                                                                  mcp.Number("x", "").Max(math.NaN()),
		`field "x": only a text has a format`:                                                            mcp.Flag("x", "").Format("uri"),
		`field "x": its default is nothing that JSON has`:                                                mcp.Number("x", "").Default(math.Inf(1)),
		`field "x": a choice without values cannot be made; name some`:                                   mcp.Choice("x", ""),
		`field "x": the choice has "a" twice; drop one`:                                                  mcp.Choice("x", "", "a", "b", "a"),
		`field "x": 1 titles do not fit 2 values; write one for each`:                                    mcp.Choice("x", "", "a", "b").Titles("A"),
		`field "x": 3 names do not fit 2 values; write one for each`:                                     mcp.Choice("x", "", "a", "b").EnumNames("A", "B", "C"),
		`field "x": field "y": only a text has a format`:                                                 mcp.ListOf("x", "", mcp.ObjectOf("", "", mcp.Flag("y", "").Format("uri"))),
		`"/properties/x" has a default that it does not take: the value must be a whole number, got "1"`: mcp.Integer("x", "").Default("1"),
	} {
		refused, warned := mcp.Object(field).Problems()
		if diff := cmp.Diff([]string{want}, refused); diff != "" || warned != nil {
			t.Errorf("(-want +got):\n%s\nwarned: %q", diff, warned)
		}
	}
	refused, _ := mcp.Object(mcp.Text("a", ""), mcp.Flag("a", ""), mcp.Text("b", ""), mcp.Text("b", "")).Problems()
	if diff := cmp.Diff([]string{`two fields are named "a"; rename one`, `two fields are named "b"; rename one`}, refused); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type stay struct {
	Guest  string            `json:"guest" validate:"required" description:"who stays"`
	Nights int               `json:"nights" validate:"min=1,max=30"`
	With   []stay            `json:"with,omitempty" validate:"dive"`
	Notes  map[string]string `json:"notes,omitempty"`
}

func TestASchemaIsDerivedFromAType(t *testing.T) {
	s := mcp.SchemaFor[stay]()
	unproblematic(t, s)
	for _, part := range []string{`{"type":"object","properties":{"guest":{"type":"string","description":"who stays","minLength":1}`, `"$ref":"#/$defs/stay"`} {
		if !strings.Contains(s.String(), part) {
			t.Errorf("no %s in %s", part, s)
		}
	}
	for value, want := range map[string]string{
		`{"guest":"Ada","nights":2}`:                                    "",
		`{"guest":"Ada","nights":2,"with":null}`:                        "",
		`{"guest":"Ada","nights":2,"with":[{"guest":"Bo","nights":0}]}`: "with[0].nights must be at least 1, got 0",
		`{"guest":"Ada","nights":2,"notes":{"a":1}}`:                    "notes.a must be text, got 1",
	} {
		if got := s.Explain(value); len(got) > 1 || len(got) == 1 && got[0].Message != want || len(got) == 0 && want != "" {
			t.Errorf("%s: got %v", value, got)
		}
	}
}

func TestATypeWithoutASchemaIsRefused(t *testing.T) {
	for s, want := range map[*mcp.Schema]string{
		mcp.SchemaFor[int]():                  "int is no object in JSON; take a struct",
		mcp.SchemaFor[map[string]string]():    "",
		mcp.SchemaFor[struct{}]():             "",
		mcp.SchemaFor[struct{ C chan int }](): "it cannot be derived (",
		nil:                                   "there is none; without arguments write mcp.Object()",
	} {
		refused, _ := s.Problems()
		if want == "" && refused == nil && strings.HasPrefix(s.String(), `{"type":"object","properties":{}`) {
			continue
		}
		if len(refused) != 1 || want == "" || !strings.Contains(refused[0], want) || s.String() != "" {
			t.Errorf("want %q, got %q", want, refused)
		}
	}
}

func TestASchemaWrittenByHandIsPassedOnAsItIs(t *testing.T) {
	text, err := os.ReadFile("internal/judge/testdata/handwritten.json")
	if err != nil {
		t.Fatal(err)
	}
	handWritten := string(text)
	s := mcp.SchemaText(handWritten)
	unproblematic(t, s)
	if squeeze(s.String()) != squeeze(handWritten) || strings.Contains(s.String(), "\n") {
		t.Errorf("got %s", s)
	}
	for _, part := range []string{`"x-vendor":1.50,"example":"a  b"`, `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":`} {
		if !strings.Contains(s.String(), part) {
			t.Errorf("no %s in %s", part, s)
		}
	}
}

func TestAFlawOfASchemaWrittenByHandMayBeAWarning(t *testing.T) {
	s := mcp.SchemaText(`{"type":"object","properties":{"a":{"type":"array"}}}`)
	const loose = `"/properties/a" is a list without items, which some clients do not read; say what is in it`
	if refused, warned := s.Problems(); refused != nil || !slices.Equal(warned, []string{loose}) {
		t.Errorf("refused %q, warned %q", refused, warned)
	}
	s = mcp.SchemaText(`{"type":`)
	if refused, warned := s.Problems(); warned != nil || !slices.Equal(refused, []string{"it is not JSON (from byte 8 on)"}) || s.String() != "" {
		t.Errorf("refused %q, warned %q", refused, warned)
	}
}

func squeeze(text string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(text) }

func TestAQuestionHasNoRuleForOtherMembers(t *testing.T) {
	s := mcp.Object(mcp.Text("name", "").Required())
	if got, want := s.Question(), `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`; got != want {
		t.Errorf("got %s", got)
	}
	if !strings.Contains(s.String(), `"additionalProperties":false`) {
		t.Errorf("the schema itself has lost it: %s", s)
	}
	if byHand := mcp.SchemaText(`{"type":"object","additionalProperties":false}`); byHand.Question() != byHand.String() {
		t.Errorf("got %s", byHand.Question())
	}
}
