package benzene_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/benzene-go/framework/benzene"
)

func TestADecodeErrorIsASentence(t *testing.T) {
	const date = "a date-time such as 2006-01-02T15:04:05Z"
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	for _, c := range []struct{ body, field, message string }{
		{`{"limit":"ten"}`, "limit", `limit must be a whole number, got "ten"`},
		{`{"limit":1.5}`, "limit", `limit must be a whole number, got 1.5`},
		{`{"limit":9223372036854775808}`, "limit", `limit must be a whole number from -9223372036854775808 to 9223372036854775807, got 9223372036854775808`},
		{`{"limit":[]}`, "limit", `limit must be a whole number, got a list`},
		{`{"age":256}`, "age", `age must be a whole number from 0 to 255, got 256`},
		{`{"age":-1}`, "age", `age must be a whole number from 0 to 255, got -1`},
		{`{"delta":128}`, "delta", `delta must be a whole number from -128 to 127, got 128`},
		{`{"urgent":"yes"}`, "urgent", `urgent must be true or false, got "yes"`},
		{`{"urgent":1}`, "urgent", `urgent must be true or false, got 1`},
		{`{"name":7}`, "name", `name must be text, got 7`},
		{`{"name":false}`, "name", `name must be text, got false`},
		{`{"name":{"a":1}}`, "name", `name must be text, got an object`},
		{`{"price":"cheap"}`, "price", `price must be a number, got "cheap"`},
		{`{"parts":{"sku":"a"}}`, "parts", `parts must be a list, got an object`},
		{`{"parts":"[{\"sku\":\"A\"}]"}`, "parts", `parts must be a list, got "[{\"sku\":\"A\"}]"`},
		{`{"parts":[{"sku":"A"},{"sku":"B","qty":"two"}]}`, "parts[1].qty", `parts[1].qty must be a whole number, got "two"`},
		{`{"parts":[{"next":{"next":{"sku":1}}}]}`, "parts[0].next.next.sku", `parts[0].next.next.sku must be text, got 1`},
		{`{"parts":[7]}`, "parts[0]", `parts[0] must be an object, got 7`},
		{`{"pair":[1,2,3]}`, "pair", `pair must be a list of 2, got a list of 3`},
		{`{"address":["x"]}`, "address", `address must be an object, got a list`},
		{`{"address":{"qty":"x"}}`, "address.qty", `address.qty must be a whole number, got "x"`},
		{`{"when":"yesterday"}`, "when", `when must be ` + date + `, got "yesterday"`},
		{`{"when":7}`, "when", `when must be ` + date + `, got 7`},
		{`{"stamp":"yesterday"}`, "stamp", `stamp must be ` + date + `, got "yesterday"`},
		{`{"colour":"blue"}`, "colour", `colour must be one of red, green, got "blue"`},
		{`{"size":7}`, "size", `size must be one of small, large, got 7`},
		{`{"counts":[]}`, "counts", `counts must be an object, got a list`},
		{`{"counts":{"a":1,"b":"two"}}`, "counts[b]", `counts[b] must be a whole number, got "two"`},
		{`{"byYear":{"now":"x"}}`, "byYear", `byYear must be an object whose names are each a whole number, got the name "now"`},
		{`{"bytes":"@"}`, "bytes", `bytes must be base64 text, got "@"`},
		{`{"bytes":[1,2]}`, "bytes", `bytes must be base64 text, got a list`},
		{`{"LIMIT":"ten"}`, "limit", `limit must be a whole number, got "ten"`},
		{`[]`, "", `the body must be an object, got a list`},
		{`7`, "", `the body must be an object, got 7`},
		{`"{}"`, "", `the body must be an object, got "{}"`},
		{`true`, "", `the body must be an object, got true`},
	} {
		t.Run(c.body, func(t *testing.T) {
			wantDetails(t, detailsOf(t, d, message("t", c.body)), benzene.Detail{Message: c.message, Field: c.field})
		})
	}
}

func TestEverythingThatDoesNotFitIsToldAtOnce(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	got := detailsOf(t, d, message("t", `{"limit":"ten","unknown":{"limit":"x"},"urgent":0,"parts":[{"qty":1},{"qty":"2"}]}`))
	wantDetails(t, got,
		benzene.Detail{Message: `limit must be a whole number, got "ten"`, Field: "limit"},
		benzene.Detail{Message: `urgent must be true or false, got 0`, Field: "urgent"},
		benzene.Detail{Message: `parts[1].qty must be a whole number, got "2"`, Field: "parts[1].qty"},
	)
}

func TestTenThingsAreEnoughForOneAnswer(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[[]int]))
	got := detailsOf(t, d, message("t", `["a","a","a","a","a","a","a","a","a","a","a","a"]`))
	if len(got) != 10 || got[9].Field != "[9]" {
		t.Errorf("details: %+v", got)
	}
}

func TestANumberInQuotesIsAskedForInQuotes(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	got := detailsOf(t, d, message("t", `{"exact":7}`))
	if len(got) != 1 || got[0].Field != "exact" || !strings.Contains(got[0].Message, "in quotes") {
		t.Errorf("details: %+v", got)
	}
	wantDetails(t, detailsOf(t, d, message("t", `{"exact":"7","limit":"ten"}`)),
		benzene.Detail{Message: `limit must be a whole number, got "ten"`, Field: "limit"})
}

func TestNoSentenceNamesAGoType(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	for _, value := range []string{`1`, `"x"`, `[]`, `[1]`, `{}`, `{"a":1}`, `true`, `1e99`, `-1`} {
		for _, field := range []string{"limit", "parts", "pair", "address", "when", "stamp", "colour", "size", "counts", "byYear", "bytes", "exact"} {
			_, err := d.Dispatch(t.Context(), message("t", fmt.Sprintf(`{%q:%s}`, field, value)))
			if err == nil {
				continue
			}
			told := benzene.ProblemOf(err).Detail
			for _, word := range []string{"int", "string", "struct", "[]", "map", "time.Time", "benzene", "Go", "Unmarshal", "everyKind"} {
				if strings.Contains(told, word) && !strings.Contains(told, "got") {
					t.Errorf("%s: %s", field, told)
				}
			}
		}
	}
}

func TestNamesOfTheCallersChoosingAreQuotedAndBounded(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[map[string]int]))
	long := strings.Repeat("n", 100_000)
	got := detailsOf(t, d, message("t", `{"`+long+`":"x"}`))
	if len(got) != 1 || len(got[0].Message) > 500 || len(got[0].Field) > 500 {
		t.Errorf("a message of %d and a field of %d bytes", len(got[0].Message), len(got[0].Field))
	}
	for _, name := range []string{`\u0007`, `\u007f`, `\uD800\uDC00`, `line\nbreak`, `é`, ``} {
		got := detailsOf(t, d, message("t", `{"`+name+`":"x"}`))
		if len(got) != 1 || !strings.HasSuffix(got[0].Message, ` must be a whole number, got "x"`) || !utf8.ValidString(got[0].Message) {
			t.Errorf("%s: %+v", name, got)
		}
		if strings.ContainsAny(got[0].Message, "\n\a\x7f") {
			t.Errorf("a control character in %q", got[0].Message)
		}
	}
}

func TestAFieldThatIsStrictAboutCaseIsExplainedAsItIsRead(t *testing.T) {
	type strict struct {
		ID    int `json:"id,case:strict"`
		Limit int `json:"limit"`
	}
	d := serve(t, benzene.Handle("t", echo[strict]))
	wantDetails(t, detailsOf(t, d, message("t", `{"ID":"not read","limit":"ten"}`)),
		benzene.Detail{Message: `limit must be a whole number, got "ten"`, Field: "limit"})
}

func TestEmbeddedMembersAreExplainedWhereTheyStand(t *testing.T) {
	type Page struct {
		Limit int `json:"limit"`
	}
	type query struct {
		*Page
		Rest map[string]int `json:",embed"`
	}
	d := serve(t, benzene.Handle("t", echo[query]))
	wantDetails(t, detailsOf(t, d, message("t", `{"limit":"ten"}`)),
		benzene.Detail{Message: `limit must be a whole number, got "ten"`, Field: "limit"})
	wantDetails(t, detailsOf(t, d, message("t", `{"other":"ten"}`)),
		benzene.Detail{Message: `other must be a whole number, got one that does not fit`, Field: "other"})
}
