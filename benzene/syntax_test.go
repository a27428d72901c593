package benzene_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestABodyThatIsNotOneJSONValueIsASentence(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	for _, c := range []struct{ body, field, message string }{
		{" \r\n\t", "", `the body must be JSON, got white space only`},
		{`{"limit":1`, "", `the body must be JSON, and it ends too early (at byte 10)`},
		{`{"limit":`, "", `the body must be JSON, and it ends too early (at byte 9)`},
		{`{'limit':1}`, "", `the body must be JSON, got something else (at byte 1)`},
		{`limit=1`, "", `the body must be JSON, got something else (at byte 0)`},
		{`{"limit":1,}`, "", `the body must be JSON, got something else (at byte 10)`},
		{`{"limit":01}`, "", `the body must be JSON, got something else (at byte 10)`},
		{`{"limit":NaN}`, "", `the body must be JSON, got something else (at byte 9)`},
		{`{"limit":1} {"limit":2}`, "", `the body must be one JSON value, got more after it (at byte 11)`},
		{`{}x`, "", `the body must be one JSON value, got more after it (at byte 2)`},
		{"{\"name\":\"\xff\"}", "", `the body must be UTF-8, got other bytes (at byte 9)`},
		{"\ufeff{}", "", `the body must be JSON, got something else (at byte 0)`},
		{`{"limit":1,"limit":2}`, "limit", `limit must be given once, got it again`},
		{`{"limit":1,"limit":"ten"}`, "limit", `limit must be given once, got it again`},
		{`{"other":1,"other":2}`, "other", `other must be given once, got it again`},
		{`{"parts":[{},{"qty":1,"qty":1}]}`, "parts[1].qty", `parts[1].qty must be given once, got it again`},
		{`{"counts":{"a":1,"a":1}}`, "counts[a]", `counts[a] must be given once, got it again`},
		{`{"loose":[{"7":{"a":1,"a":1}}]}`, "loose[0][7].a", `loose[0][7].a must be given once, got it again`},
		{`{"limit":1,"Limit":2}`, "limit", `limit must be given once, got "limit" and "Limit"`},
		{`{"parts":[{"qty":1,"QTY":1}]}`, "parts[0].qty", `parts[0].qty must be given once, got "qty" and "QTY"`},
	} {
		t.Run(c.body, func(t *testing.T) {
			wantDetails(t, detailsOf(t, d, message("t", c.body)), benzene.Detail{Message: c.message, Field: c.field})
		})
	}
}

func TestNothingAndNullAreTheZeroRequest(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]), benzene.Handle("none", echo[struct{}]))
	zero, err := d.Dispatch(t.Context(), message("t", `{}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{``, `null`, ` null `} {
		got, err := d.Dispatch(t.Context(), message("t", body))
		if err != nil {
			t.Errorf("%q: %v", body, err)
		}
		if diff := cmp.Diff(string(zero.Body), string(got.Body)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", body, diff)
		}
	}
	for _, body := range []string{``, `{}`, `null`, `{"anything":[1]}`} {
		if got, err := d.Dispatch(t.Context(), message("none", body)); err != nil || string(got.Body) != `{}` {
			t.Errorf("%q: %s, %v", body, got.Body, err)
		}
	}
}

func TestNullInAMemberIsItsZeroValue(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[part]))
	if got, err := d.Dispatch(t.Context(), message("t", `{"sku":null,"qty":null,"next":null}`)); err != nil || string(got.Body) != `{"sku":"","qty":0,"next":null}` {
		t.Errorf("got %s, %v", got.Body, err)
	}
}

func TestMembersMatchWithoutCaseButNotWithoutTheirDashes(t *testing.T) {
	type request struct {
		Customer string `json:"customer"`
	}
	d := serve(t, benzene.Handle("t", echo[request]))
	for body, want := range map[string]string{
		`{"CUSTOMER":"ada"}`:                     `{"customer":"ada"}`,
		`{"c-us_tomer":"ada"}`:                   `{"customer":""}`,
		`{"customer":"ada","cust-omer":"bob"}`:   `{"customer":"ada"}`,
		`{"unknown":{"customer":"bob"},"x":[1]}`: `{"customer":""}`,
	} {
		if got, err := d.Dispatch(t.Context(), message("t", body)); err != nil || string(got.Body) != want {
			t.Errorf("%s: got %s, %v; want %s", body, got.Body, err, want)
		}
	}
}
