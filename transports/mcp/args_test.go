package mcp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func ExampleReadArgs() {
	args := mcp.ReadArgs(jsontext.Value(`{"amount":"£1,234.50","day":"31/12/2026","seats":2.5,"cabin":"first"}`))
	amount := args.Number("amount")
	args.Date("day")
	args.Integer("seats")
	args.Choice("cabin", "economy", "business")
	args.ID("customer")
	note := args.OptionalText("note", "none")
	fmt.Println(amount, note)

	var refusal *benzene.Error
	if errors.As(args.Err(), &refusal) {
		fmt.Println(refusal.Status)
		for _, d := range refusal.Details {
			fmt.Println("-", d.Message)
		}
	}
	// Output:
	// 1234.5 none
	// validation-error
	// - day must be a day of the calendar, written yyyy-MM-dd, got "31/12/2026"
	// - seats must be a whole number, got 2.5
	// - cabin must be one of economy, business, got "first"
	// - customer is required
}

// reading reads the argument x and renders what came of it.
type reading func(*mcp.Args) any

// readers are all the methods, with x and with nothing to fall back on.
var readers = map[string]struct{ required, optional reading }{
	"text": {func(a *mcp.Args) any { return a.Text("x") }, func(a *mcp.Args) any { return a.OptionalText("x", "other") }},
	"date": {func(a *mcp.Args) any { return a.Date("x").Format(time.RFC3339) },
		func(a *mcp.Args) any {
			return a.OptionalDate("x", time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).Format(time.RFC3339)
		}},
	"number":  {func(a *mcp.Args) any { return a.Number("x") }, func(a *mcp.Args) any { return a.OptionalNumber("x", 7.5) }},
	"integer": {func(a *mcp.Args) any { return a.Integer("x") }, func(a *mcp.Args) any { return a.OptionalInteger("x", 7) }},
	"flag":    {func(a *mcp.Args) any { return a.Flag("x") }, func(a *mcp.Args) any { return a.OptionalFlag("x", true) }},
	"id":      {func(a *mcp.Args) any { return a.ID("x") }, func(a *mcp.Args) any { return a.OptionalID("x", "other") }},
	"list":    {func(a *mcp.Args) any { return a.List("x") }, func(a *mcp.Args) any { return a.OptionalList("x", []string{"other"}) }},
	"choice": {func(a *mcp.Args) any { return a.Choice("x", "red", "blue") },
		func(a *mcp.Args) any { return a.OptionalChoice("x", "other", "red", "blue") }},
}

func TestAnArgumentOfItsFormIsRead(t *testing.T) {
	for _, c := range []struct {
		reader, value string
		want          any
	}{
		{"text", `""`, ""},
		{"text", `"{\"a\":1}"`, `{"a":1}`},
		{"text", `"caf\u00e9"`, "café"},
		{"date", `"2024-02-29"`, "2024-02-29T00:00:00Z"},
		{"number", `42`, 42.0},
		{"number", `-4.2e1`, -42.0},
		{"number", `"42"`, 42.0},
		{"number", `" -0.5 "`, -0.5},
		{"number", `"1,234"`, 1234.0},
		{"number", `"1,234.50"`, 1234.5},
		{"number", `"12,345,678.9"`, 12345678.9},
		{"number", `"£1,234.00"`, 1234.0},
		{"number", `"$ 12"`, 12.0},
		{"number", `"-€5"`, -5.0},
		{"number", `"€-5"`, -5.0},
		{"number", `"+5"`, 5.0},
		{"number", `"1e3"`, 1000.0},
		{"integer", `9007199254740993`, int64(9007199254740993)},
		{"integer", `"9,007,199,254,740,993"`, int64(9007199254740993)},
		{"integer", `-9223372036854775808`, int64(-9223372036854775808)},
		{"integer", `9223372036854775807.000`, int64(9223372036854775807)},
		{"integer", `42.0`, int64(42)},
		{"integer", `0.0042e4`, int64(42)},
		{"integer", `0e999999999999`, int64(0)},
		{"integer", `-0`, int64(0)},
		{"flag", `true`, true},
		{"flag", `"true"`, true},
		{"flag", `"false"`, false},
		{"id", `"A-17"`, "A-17"},
		{"id", `12345678901234567890`, "12345678901234567890"},
		{"list", `["a","b,c"]`, []string{"a", "b,c"}},
		{"list", `[]`, []string{}},
		{"list", `""`, []string{}},
		{"list", `"a"`, []string{"a"}},
		{"list", `"a, b ,c"`, []string{"a", "b", "c"}},
		{"choice", `"blue"`, "blue"},
	} {
		r := readers[c.reader]
		for _, read := range []reading{r.required, r.optional} {
			args := mcp.ReadArgs(jsontext.Value(`{"y":1,"x":` + c.value + `,"X":2}`))
			if diff := cmp.Diff(c.want, read(args)); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", c.reader, c.value, diff)
			}
			if err := args.Err(); err != nil {
				t.Errorf("%s %s: %v", c.reader, c.value, err)
			}
		}
	}
}

func TestAnArgumentOfAnotherFormIsRefused(t *testing.T) {
	const whole = "a whole number from -9223372036854775808 to 9223372036854775807"
	const day = "a day of the calendar, written yyyy-MM-dd"
	for _, c := range []struct{ reader, value, want, code string }{
		{"text", `7`, `x must be text, got 7`, "type"},
		{"text", `["a"]`, `x must be text, got a list`, "type"},
		{"date", `"2026-02-30"`, `x must be ` + day + `, got "2026-02-30"`, "format"},
		{"date", `"2026-2-3"`, `x must be ` + day + `, got "2026-2-3"`, "format"},
		{"date", `"2026-02-03T00:00:00Z"`, `x must be ` + day + `, got "2026-02-03T00:00:00Z"`, "format"},
		{"date", `20260203`, `x must be ` + day + `, got 20260203`, "format"},
		{"number", `"1.234,00"`, `x must be a number, got "1.234,00"`, "type"},
		{"number", `"1,23"`, `x must be a number, got "1,23"`, "type"},
		{"number", `"0,123"`, `x must be a number, got "0,123"`, "type"},
		{"number", `",123"`, `x must be a number, got ",123"`, "type"},
		{"number", `"1,234,5"`, `x must be a number, got "1,234,5"`, "type"},
		{"number", `"1,-23"`, `x must be a number, got "1,-23"`, "type"},
		{"number", `"1,234.5,6"`, `x must be a number, got "1,234.5,6"`, "type"},
		{"number", `"NaN"`, `x must be a number, got "NaN"`, "type"},
		{"number", `"Infinity"`, `x must be a number, got "Infinity"`, "type"},
		{"number", `"0x10"`, `x must be a number, got "0x10"`, "type"},
		{"number", `"007"`, `x must be a number, got "007"`, "type"},
		{"number", `"--5"`, `x must be a number, got "--5"`, "type"},
		{"number", `"- 5"`, `x must be a number, got "- 5"`, "type"},
		{"number", `"-£-5"`, `x must be a number, got "-£-5"`, "type"},
		{"number", `"$$5"`, `x must be a number, got "$$5"`, "type"},
		{"number", `"5%"`, `x must be a number, got "5%"`, "type"},
		{"number", `"1 2"`, `x must be a number, got "1 2"`, "type"},
		{"number", `"٤٢"`, `x must be a number, got "٤٢"`, "type"},
		{"number", `""`, `x must be a number, got ""`, "type"},
		{"number", `"true"`, `x must be a number, got "true"`, "type"},
		{"number", `"1e400"`, `x must be a number, got "1e400"`, "type"},
		{"number", `1e400`, `x must be a number, got 1e400`, "type"},
		{"number", `"1` + strings.Repeat("0", 70) + `"`, `x must be a number, got "1` + strings.Repeat("0", 63) + `…"`, "type"},
		{"integer", `1` + strings.Repeat("0", 70), `x must be ` + whole + `, got a number of 71 characters`, "type"},
		{"number", `true`, `x must be a number, got true`, "type"},
		{"integer", `42.5`, `x must be a whole number, got 42.5`, "type"},
		{"integer", `9223372036854775808`, `x must be ` + whole + `, got 9223372036854775808`, "type"},
		{"integer", `1e999999999999`, `x must be ` + whole + `, got 1e999999999999`, "type"},
		{"integer", `"£1.50"`, `x must be a whole number, got "£1.50"`, "type"},
		{"flag", `1`, `x must be true or false, got 1`, "type"},
		{"flag", `"yes"`, `x must be true or false, got "yes"`, "type"},
		{"flag", `"TRUE"`, `x must be true or false, got "TRUE"`, "type"},
		{"id", `" "`, `x must be an ID: text that is not blank, or a whole number, got " "`, "type"},
		{"id", `1e3`, `x must be an ID: text that is not blank, or a whole number, got 1e3`, "type"},
		{"id", `{"a":1}`, `x must be an ID: text that is not blank, or a whole number, got an object`, "type"},
		{"list", `["a",7]`, `x must be a list of texts, got 7 in it`, "type"},
		{"list", `"[\"a\"]"`, `x must be a list of texts, got "[\"a\"]"`, "type"},
		{"list", `"a,,b"`, `x must be a list of texts, got "a,,b"`, "type"},
		{"list", `{}`, `x must be a list of texts, got an object`, "type"},
		{"choice", `"Red"`, `x must be one of red, blue, got "Red"`, "enum"},
		{"choice", `1`, `x must be one of red, blue, got 1`, "enum"},
	} {
		r := readers[c.reader]
		zero := r.required(mcp.ReadArgs(nil))
		for _, read := range []reading{r.required, r.optional} {
			args := mcp.ReadArgs(jsontext.Value(`{"x":` + c.value + `}`))
			if diff := cmp.Diff(zero, read(args)); diff != "" {
				t.Errorf("%s %s: not the zero value (-want +got):\n%s", c.reader, c.value, diff)
			}
			want := []benzene.Detail{{Message: c.want, Field: "x", Code: c.code}}
			if diff := cmp.Diff(want, refusedArgs(t, args)); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", c.reader, c.value, diff)
			}
		}
	}
}

// refusedArgs are the details of the refusal that args ends in.
func refusedArgs(t testing.TB, args *mcp.Args) []benzene.Detail {
	t.Helper()
	var refusal *benzene.Error
	if err := args.Err(); !errors.As(err, &refusal) || refusal.Status != benzene.ValidationError {
		t.Fatalf("not refused: %v", err)
	}
	return refusal.Details
}

func TestAbsentAndNullAreTheSame(t *testing.T) {
	for name, r := range readers {
		for _, body := range []string{``, `null`, `{}`, `{"x":null}`, `{"X":"a"}`} {
			args := mcp.ReadArgs(jsontext.Value(body))
			if args.Given("x") {
				t.Errorf("%s: %s gives x", name, body)
			}
			r.required(args)
			want := []benzene.Detail{{Message: "x is required", Field: "x", Code: "required"}}
			if diff := cmp.Diff(want, refusedArgs(t, args)); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", name, body, diff)
			}
			args = mcp.ReadArgs(jsontext.Value(body))
			if got := r.optional(args); cmp.Equal(got, r.required(mcp.ReadArgs(nil))) {
				t.Errorf("%s %s: got %v for what it means to leave it out", name, body, got)
			}
			if err := args.Err(); err != nil {
				t.Errorf("%s %s: %v", name, body, err)
			}
		}
	}
}

func TestArgumentsThatAreNoObjectAreRefusedOnce(t *testing.T) {
	for body, want := range map[string]benzene.Detail{
		`["a"]`:                   {Message: "the arguments must be an object, got a list", Code: "type"},
		`"{\"text\":\"a\"}"`:      {Message: "the arguments must be an object, got text", Code: "type"},
		`7`:                       {Message: "the arguments must be an object, got a number", Code: "type"},
		`{"a":`:                   {Message: "the arguments must be JSON", Code: "type"},
		`{} {}`:                   {Message: "the arguments must be JSON", Code: "type"},
		`{"x":1,"x":2}`:           {Message: "x must be given once, got it again", Field: "x", Code: "duplicate"},
		`{"x":1,"\u0078":2}`:      {Message: "x must be given once, got it again", Field: "x", Code: "duplicate"},
		`{"x":[0,{"y":1,"y":2}]}`: {Message: "x[1].y must be given once, got it again", Field: "x[1].y", Code: "duplicate"},
		`{"x":{"y":1,"y":2}}`:     {Message: "x.y must be given once, got it again", Field: "x.y", Code: "duplicate"},
	} {
		args := mcp.ReadArgs(jsontext.Value(body))
		args.Text("x")
		args.OptionalFlag("y", true)
		if diff := cmp.Diff([]benzene.Detail{want}, refusedArgs(t, args)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
}

func TestAnArgumentIsComplainedAboutOnce(t *testing.T) {
	args := mcp.ReadArgs(jsontext.Value(`{"b":7}`))
	args.Text("b")
	args.Text("a")
	args.Flag("b")
	want := []benzene.Detail{
		{Message: "b must be text, got 7", Field: "b", Code: "type"},
		{Message: "a is required", Field: "a", Code: "required"},
	}
	if diff := cmp.Diff(want, refusedArgs(t, args)); diff != "" {
		t.Error(diff)
	}
}

func TestAChoiceWithACommaIsQuoted(t *testing.T) {
	args := mcp.ReadArgs(jsontext.Value(`{"x":"a"}`))
	args.Choice("x", "a, b", "c")
	if got, want := refusedArgs(t, args)[0].Message, `x must be one of "a, b", c, got "a"`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestWhatCameIsRepeatedBrieflyAndEscaped(t *testing.T) {
	args := mcp.ReadArgs(jsontext.Value(`{"a":"\n\u001b` + strings.Repeat("é", 1000) + `","b":` + strings.Repeat("9", 1000) + `}`))
	args.Flag("a")
	args.Integer("b")
	for _, d := range refusedArgs(t, args) {
		if len(d.Message) > 250 || strings.ContainsAny(d.Message, "\n\x1b") {
			t.Errorf("%q", d.Message)
		}
	}
}

func TestACallHasSoManyArguments(t *testing.T) {
	var b strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&b, `,"a%d":"v"`, i)
	}
	args := mcp.ReadArgs(jsontext.Value("{" + b.String()[1:] + "}"))
	if got := args.Text("a1"); got != "" {
		t.Errorf("read %q", got)
	}
	want := []benzene.Detail{{Message: "there are too many arguments; a call may have 1000", Code: "maxProperties"}}
	if diff := cmp.Diff(want, refusedArgs(t, args)); diff != "" {
		t.Error(diff)
	}
}

// Whatever the arguments are, each reader gives a value or one sentence.
func FuzzArgs(f *testing.F) {
	for _, body := range []string{
		``, `null`, `{}`, `[]`, `{"x":1}`, `{"x":"£1,234.00"}`, `{"x":"1.234,00"}`, `{"x":9007199254740993}`, `{"x":1e400}`, `{"x":-0.0e-99999999999999999999}`,
		`{"x":"2026-02-30"}`, `{"x":"a, b"}`, `{"x":["a",1]}`, `{"x":1,"x":2}`, `{"x":"\ud83d\ude00"}`, `{"\u0078":null}`, `{"x":{"x":[[]]}}`, `{"x":"-"}`, `{"x":"£"}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for name, r := range readers {
			args := mcp.ReadArgs(jsontext.Value(body))
			got := r.required(args)
			if args.Err() == nil {
				continue
			}
			if details := refusedArgs(t, args); len(details) != 1 || len(details[0].Message) > 700 {
				t.Errorf("%s: %v", name, details)
			}
			if zero := r.required(mcp.ReadArgs(nil)); !cmp.Equal(got, zero) {
				t.Errorf("%s: refused, and yet %v", name, got)
			}
		}
	})
}
