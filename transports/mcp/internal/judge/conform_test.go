package judge_test

import (
	"bytes"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
	"github.com/benzene-go/framework/transports/mcp/internal/judge"
)

func document(text string) *judge.Document { return judge.Read([]byte(text)) }

func built(fields ...mcp.Field) *judge.Document { return document(mcp.Object(fields...).String()) }

func handWritten(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/handwritten.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func explain(d *judge.Document, value string) []benzene.Detail {
	return d.Explain(jsontext.Value(value))
}

func conforms(d *judge.Document, value string) []benzene.Detail {
	return d.Conforms(jsontext.Value(value))
}

// flaws are what makes d useless, and what only some clients do not read.
func flaws(d *judge.Document) (grave, light []string) {
	for _, f := range d.Flaws {
		if f.Readable {
			light = append(light, f.Sentence)
			continue
		}
		grave = append(grave, f.Sentence)
	}
	return grave, light
}

func flawless(t testing.TB, d *judge.Document) {
	t.Helper()
	if len(d.Flaws) > 0 {
		t.Errorf("flaws: %v", d.Flaws)
	}
}

// explains holds value against s; want is all sentences, "" for none.
func explains(t testing.TB, d *judge.Document, value, want string) {
	t.Helper()
	var messages []string
	for _, d := range explain(d, value) {
		messages = append(messages, d.Message)
	}
	if diff := cmp.Diff(want, strings.Join(messages, "; ")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", value, diff)
	}
}

// seat has a field of each kind.
func seat() *judge.Document {
	return built(
		mcp.ID("flight", "").Required(),
		mcp.Date("day", ""),
		mcp.Text("mail", "").Format("email"),
		mcp.Text("link", "").Format("uri"),
		mcp.Text("at", "").Format("date-time"),
		mcp.Text("note", "").Length(2, 4),
		mcp.Number("price", "").Min(0.1).Max(1000),
		mcp.Integer("count", "").Max(9007199254740992),
		mcp.Flag("window", ""),
		mcp.Choice("cabin", "", "economy", "business"),
		mcp.Choice("meal", "", "v", "m").Titles("Vegetarian", "Meat"),
		mcp.ListOf("extras", "", mcp.Choice("", "", "bag", "bike").Titles("Bag", "Bike")).Length(1, 2),
		mcp.ListOf("lines", "", mcp.ObjectOf("", "", mcp.Integer("qty", "").Required())),
	)
}

func TestAValueIsHeldAgainstASchema(t *testing.T) {
	s := seat()
	flawless(t, s)
	for value, want := range map[string]string{
		`{"flight":"LH400"}`: "",
		`{"flight":"LH400","day":"2024-02-29","mail":"a@b.example","link":"https://b.example/x?y","at":"2026-01-02T03:04:05.5+01:00","note":"éééé","price":0.1,` +
			`"count":9007199254740992,"window":false,"cabin":"business","meal":"m","extras":["bag","bike"],"lines":[{"qty":1},{"qty":2.0}]}`: "",
		`{"flight":"LH400","day":null,"window":null,"lines":null,"cabin":null,"meal":null}`: "",
		`{}`:                                                     "flight is required",
		`{"flight":null}`:                                        "flight is required",
		`{"flight":""}`:                                          "flight must have at least 1 character, got 0",
		`{"Flight":"LH400"}`:                                     "Flight is not known; known are flight, day, mail, link, at, note, price, count, window, cabin, meal, extras, lines; flight is required",
		`{"flight":7}`:                                           "flight must be text, got 7",
		`{"flight":"x","day":"2026-02-30"}`:                      `day must be a day of the calendar, written yyyy-MM-dd, got "2026-02-30"`,
		`{"flight":"x","mail":"nobody"}`:                         `mail must be an email address, got "nobody"`,
		`{"flight":"x","link":"/x"}`:                             `link must be an absolute URI, got "/x"`,
		`{"flight":"x","at":"yesterday"}`:                        `at must be a time, written as 2006-01-02T15:04:05Z, got "yesterday"`,
		`{"flight":"x","note":"ééééé"}`:                          `note must have at most 4 characters, got 5`,
		`{"flight":"x","price":0.09}`:                            `price must be at least 0.1, got 0.09`,
		`{"flight":"x","price":1e400}`:                           `price must be at most 1000, got 1e400`,
		`{"flight":"x","count":9007199254740993}`:                `count must be at most 9007199254740992, got 9007199254740993`,
		`{"flight":"x","count":1.5}`:                             `count must be a whole number, got 1.5`,
		`{"flight":"x","count":"1"}`:                             `count must be a whole number, got "1"`,
		`{"flight":"x","window":"true"}`:                         `window must be true or false, got "true"`,
		`{"flight":"x","cabin":"first"}`:                         `cabin must be one of economy, business, got "first"`,
		`{"flight":"x","cabin":1}`:                               `cabin must be text, got 1`,
		`{"flight":"x","meal":"Meat"}`:                           `meal must be one of v, m, got "Meat"`,
		`{"flight":"x","extras":[]}`:                             `extras must have at least 1 element, got 0`,
		`{"flight":"x","extras":["bag","car"]}`:                  `extras[1] must be one of bag, bike, got "car"`,
		`{"flight":"x","lines":"[{\"qty\":1}]"}`:                 `lines must be a list, got "[{\"qty\":1}]"`,
		`{"flight":"x","lines":[{"qty":1},{"qty":"two","n":1}]}`: `lines[1].qty must be a whole number, got "two"; lines[1].n is not known; known are qty`,
		`{"flight":"x","lines":[{}]}`:                            `lines[0].qty is required`,
		`[]`:                                                     `the value must be an object, got a list`,
		`null`:                                                   `the value must be an object, got null`,
		`{`:                                                      `the value must be JSON`,
		`{"flight":"x","flight":"y"}`:                            `flight must be given once, got it again`,
	} {
		explains(t, s, value, want)
	}
}

func TestADetailHasItsPathAndItsRule(t *testing.T) {
	got := explain(seat(), `{"flight":"x","lines":[{"qty":"two"}],"cabin":"first","`+strings.Repeat("n", 1000)+`":1}`)
	for i := range got {
		if len(got[i].Message) > 300 || len(got[i].Field) > 200 {
			t.Errorf("%d bytes of %.100s", len(got[i].Message), got[i].Message)
		}
		got[i].Message = ""
	}
	want := []benzene.Detail{
		{Field: "lines[0].qty", Code: "type"}, {Field: "cabin", Code: "enum"}, {Field: strings.Repeat("n", 64) + "…", Code: "additionalProperties"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoMoreIsToldThanCanBeMended(t *testing.T) {
	if got := len(explain(seat(), `{"flight":"x","lines":[`+strings.Repeat(`{},`, 99)+`{}]}`)); got != 10 {
		t.Errorf("got %d details", got)
	}
}

func TestOfAResultNullIsNull(t *testing.T) {
	s := built(mcp.ListOf("items", "", mcp.Text("", "")))
	got := conforms(s, `{"items":null}`)
	if want := []benzene.Detail{{Message: "items must be a list, got null", Field: "items", Code: "type"}}; !cmp.Equal(want, got) {
		t.Error(cmp.Diff(want, got))
	}
	if got := conforms(s, `{"items":[]}`); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestWhatIsNotJudgedIsLetThrough(t *testing.T) {
	s := document(handWritten(t))
	for value, want := range map[string]string{
		`{"name":"a","phone":"1","contactMethod":"phone"}`: "",
		`{"name":"a","email":"1","contactMethod":"phone"}`: "", // a condition
		`{"name":"a"}`: "the value must be one of the 2 forms that its schema has, got an object",
		`{"email":"1","address":{"city":7},"home":{"street":8}}`: "address.city must be text, got 7; home.street must be text, got 8",
		`{"email":"1","x":1}`: "x is not known; known are name, address, home, contactMethod, phone, email",
	} {
		explains(t, s, value, want)
	}
	explains(t, document(`{"type":"object","properties":{"a":{"pattern":"^b$","multipleOf":2,"format":"hostname"}},"patternProperties":{"^x":{}},"additionalProperties":false}`),
		`{"a":"c","x1":2}`, "")
	explains(t, document(`{"type":"object","properties":{"a":{"oneOf":[{"pattern":"^b"},{"pattern":"^c"}]}}}`), `{"a":"c"}`, "")
	explains(t, document(`{"type":"array"}`), `{"a":"c"}`, "")
	explains(t, document(`{"type":"object","properties":{"a":{"const":{"b":1}},"c":{"enum":[[1],2.50]}}}`), `{"a":{"b":2},"c":2.5}`, "")
}

func TestAlternativesOfAlternativesEnd(t *testing.T) {
	text := `{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`
	for i := range 40 {
		next := string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		text += `"d` + strings.TrimPrefix(string(rune('0'+i/10)), "0") + string(rune('0'+i%10)) + `":{"anyOf":[{"$ref":"#/$defs/d` + strings.TrimPrefix(next, "0") + `"},{"$ref":"#/$defs/d` + strings.TrimPrefix(next, "0") + `"}]},`
	}
	s := document(text + `"d40":{"type":"string"}}}`)
	flawless(t, s)
	explains(t, s, `{"a":"b"}`, "")
	_ = explain(s, `{"a":1}`) // ends
}

// The schemas that values of all kinds are held against, here and by an
// independent validator.
var judgedSchemas = []string{
	`{"type":"object","properties":{"a":{"type":"integer","minimum":-3,"exclusiveMaximum":1e2},"b":{"type":"number","exclusiveMinimum":0.5,"maximum":7.25},"c":{"type":"string","minLength":2,"maxLength":3}}}`,
	`{"type":"object","properties":{"a":{"enum":["x",1,null,true]},"b":{"const":1.0},"c":{"oneOf":[{"const":"x","title":"X"},{"const":"y"}]}},"required":["a"],"additionalProperties":{"type":"string"},"minProperties":1,"maxProperties":3}`,
	`{"type":"object","properties":{"a":{"type":"array","items":{"anyOf":[{"const":"x"},{"type":"integer"}]},"minItems":1,"maxItems":2},"b":{"allOf":[{"type":"string"},{"minLength":2}]},"c":{"not":{"type":"string"}}},"additionalProperties":false}`,
	`{"type":"object","properties":{"a":{"$ref":"#"},"b":{"type":["string","null"]},"c":true},"required":["b"]}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/definitions/n","minimum":5},"b":{"items":[{"type":"string"}]}}}`,
}

func TestBoundsAreExact(t *testing.T) {
	numbers := []string{"0", "-0", "0.0e9", "1", "-1", "1.0", "10e-1", "0.1", "0.10", "1e-30", "-1e-30", "9007199254740992", "9007199254740993", "9007199254740993.0",
		"9007199254740992.5", "1e21", "1000000000000000000001", "-1000000000000000000001", "99e19", "0.000123", "123e-6", "12.5", "12.05", "125e-1"}
	for _, bound := range numbers {
		s := document(`{"type":"object","properties":{"low":{"minimum":` + bound + `},"high":{"maximum":` + bound + `},"same":{"const":` + bound + `},"whole":{"type":"integer"}}}`)
		limit := exact(t, bound)
		for _, n := range numbers {
			value := exact(t, n)
			for member, takes := range map[string]bool{
				"low": value.Cmp(limit) >= 0, "high": value.Cmp(limit) <= 0, "same": value.Cmp(limit) == 0, "whole": value.IsInt(),
			} {
				if got := explain(s, `{"`+member+`":`+n+`}`); (got == nil) != takes {
					t.Errorf("%s beside %s as %s: %v", n, bound, member, got)
				}
			}
		}
	}
}

func exact(t testing.TB, number string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%s is no number", number)
	}
	return r
}

func TestALongListIsShortenedAndACallersNameQuoted(t *testing.T) {
	values := strings.Split("a b c d e f g h i j k l m n o p q r s t u v w", " ")
	explains(t, built(mcp.Choice("x", "", values...)), `{"x":"z"}`,
		`x must be one of a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t and 3 more, got "z"`)
	explains(t, built(), `{"a b\n":1}`, `"a b\n" is not known; there is nothing to be given`)
	explains(t, built(mcp.Choice("x", "", "a, b", "c")), `{"x":"z"}`, `x must be one of "a, b", c, got "z"`)
	deep := document(`{"type":"object","additionalProperties":{"$ref":"#"}}`)
	for _, d := range explain(deep, strings.Repeat(`{"`+strings.Repeat("n", 100)+`":`, 50)+`1`+strings.Repeat("}", 50)) {
		if len(d.Field) > 300 || len(d.Message) > 400 {
			t.Errorf("%d bytes: %s", len(d.Message), d.Message)
		}
	}
}

func TestAValueIsJudgedToSomeDepth(t *testing.T) {
	s := document(`{"type":"object","properties":{"a":{"$ref":"#"},"b":{"type":"string"}}}`)
	nested := func(n int) string { return strings.Repeat(`{"a":`, n) + `{"b":1}` + strings.Repeat(`}`, n) }
	if got := explain(s, nested(60)); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	if got := explain(s, nested(5000)); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestInDraft07AReferenceStandsForAllBesideIt(t *testing.T) {
	const schema = `"type":"object","properties":{"a":{"$ref":"#/definitions/n","minimum":5}},"definitions":{"n":{"type":"integer"}}}`
	explains(t, document(`{"$schema":"http://json-schema.org/draft-07/schema#",`+schema), `{"a":1}`, "")
	explains(t, document(`{`+schema), `{"a":1}`, "a must be at least 5, got 1")
}

// What an independent validator takes is never refused.
func FuzzExplain(f *testing.F) {
	values := []string{`{}`, `null`, `[]`, `{"a":1}`, `{"a":"x","b":1,"c":"y"}`, `{"a":["x",3],"b":"é","c":1}`, `{"a":{"a":{"b":null},"b":"s"},"b":null,"c":0}`,
		`{"a":9007199254740993.0,"b":0.5e0,"c":"ab"}`, `{"a":4,"b":["x",1]}`, `{"a":1e2,"b":7.25}`, `{"d":"e"}`, `{"a":1,"a":2}`, `{"a":-0}`, `{"a":99.99999999999999999999}`}
	for i := range len(judgedSchemas) + 1 {
		for _, v := range values {
			f.Add(i, v)
		}
	}
	var ours []*judge.Document
	var theirs []*jsonschema.Schema
	for _, text := range append(judgedSchemas, handWritten(f)) {
		ours = append(ours, document(text))
		theirs = append(theirs, independent(f, text))
	}
	f.Fuzz(func(t *testing.T, i int, value string) {
		if i < 0 || i >= len(ours) || len(value) > 1000 {
			t.Skip("no such schema")
		}
		for _, wrong := range [][]benzene.Detail{conforms(ours[i], value), explain(ours[i], value)} {
			if len(wrong) > 10 {
				t.Errorf("%d details", len(wrong))
			}
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
			if err == nil && theirs[i].Validate(v) == nil && len(wrong) > 0 && wrong[0].Code != "duplicate" && wrong[0].Message != "the value must be JSON" {
				t.Errorf("%s is valid, and yet: %v", value, wrong)
			}
		}
	})
}

func independent(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///schema", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
