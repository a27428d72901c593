package benzene_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

func TestIntegersNeverPassThroughFloats(t *testing.T) {
	type request struct {
		N     int64            `json:"n"`
		U     uint64           `json:"u"`
		Loose any              `json:"loose"`
		More  map[string]any   `json:"more"`
		Deep  []map[string]any `json:"deep"`
	}
	d := serve(t, benzene.Handle("t", echo[request]))
	body := `{"n":9007199254740993,"u":18446744073709551615,"loose":9007199254740993,` +
		`"more":{"a":-9223372036854775808,"b":18446744073709551615},"deep":[{"list":[9007199254740993,1.5,123456789012345678901234567890]}]}`
	reply, err := d.Dispatch(t.Context(), message("t", body))
	if err != nil || string(reply.Body) != body {
		t.Errorf("got  %s, %v\nwant %s", reply.Body, err, body)
	}
	wantDetails(t, detailsOf(t, d, message("t", `{"n":9223372036854775808}`)), benzene.Detail{
		Message: `n must be a whole number from -9223372036854775808 to 9223372036854775807, got 9223372036854775808`, Field: "n",
	})
}

func TestANumberInAnAnyIsOfTheSmallestTypeThatHoldsIt(t *testing.T) {
	for text, want := range map[string]string{
		"0":                    "int64 0",
		"-0":                   "int64 0",
		"9223372036854775807":  "int64 9223372036854775807",
		"9223372036854775808":  "uint64 9223372036854775808",
		"18446744073709551616": "jsontext.Value 18446744073709551616",
		"1.0":                  "float64 1",
		"1e3":                  "float64 1000",
		"-1.5":                 "float64 -1.5",
		"1e999":                "jsontext.Value 1e999",
	} {
		var got any
		if err := benzene.JSON.Decode([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if told := fmt.Sprintf("%T %v", got, got); told != want {
			t.Errorf("%s is %s, want %s", text, told, want)
		}
		if back, err := benzene.JSON.Encode(got); err != nil || len(text) > 4 && string(back) != text {
			t.Errorf("%s goes back as %s, %v", text, back, err)
		}
	}
}

func TestOtherValuesInAnAnyAreWhatTheCodecMakesOfThem(t *testing.T) {
	var got any
	if err := benzene.JSON.Decode([]byte(`{"a":[true,null,"x",{"b":1}]}`), &got); err != nil {
		t.Fatal(err)
	}
	if told := fmt.Sprintf("%#v", got); told != `map[string]interface {}{"a":[]interface {}{true, interface {}(nil), "x", map[string]interface {}{"b":1}}}` {
		t.Error(told)
	}
}

func TestANumberOfManyDigitsIsBounded(t *testing.T) {
	d := serve(t, benzene.Handle("t", echo[everyKind]))
	got := detailsOf(t, d, message("t", `{"limit":`+strings.Repeat("9", 100_000)+`}`))
	if len(got) != 1 || !strings.HasSuffix(got[0].Message, "got a number of 100000 characters") {
		t.Errorf("details: %+v", got)
	}
}

func TestWhatIsNoNumberInJSONIsNotWritten(t *testing.T) {
	if body, err := benzene.JSON.Encode(math.NaN()); err == nil || body != nil {
		t.Errorf("got %q, %v", body, err)
	}
}
