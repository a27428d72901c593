package mirror

import (
	"encoding/base64"
	"testing"
	"unicode/utf8"
)

func TestHowAMirroredHeaderIsRead(t *testing.T) {
	for _, c := range []struct {
		raw, text string
		ok        bool
	}{
		{"eu", "eu", true},
		{" \teu west \t", "eu west", true},
		{"", "", true},
		{" ", "", true},
		{"=?base64?w6k=?=", "é", true},
		{" =?base64?w6k=?= ", "é", true},
		{"=?base64?IHggCg==?=", " x \n", true},
		{"=?base64?PT9iYXNlNjQ/eD89?=", "=?base64?x?=", true},
		{"=?base64??=", "", true},
		{"=?base64?=", "=?base64?=", true}, // one question mark is not both marks
		{"=?base64?w6k=", "=?base64?w6k=", true},
		{"w6k=?=", "w6k=?=", true},
		{"=?BASE64?w6k=?=", "=?BASE64?w6k=?=", true},
		{"=?base64?w6k?=", "", false},      // no padding
		{"=?base64?w6l=?=", "", false},     // bits that say nothing
		{"=?base64?_-8=?=", "", false},     // the other alphabet
		{"=?base64? w6k=?=", "", false},    // a blank
		{"=?base64?w6k=w6k=?=", "", false}, // twice
		{"=?base64?/w==?=", "", false},     // no UTF-8
		{"é", "", false},
		{"a\tb", "", false},
		{"a\nb", "", false},
		{"a\x00", "", false},
		{"a\x7f", "", false},
		{"\xff", "", false},
	} {
		if text, ok := headerText(c.raw); text != c.text || ok != c.ok {
			t.Errorf("%q is read as %q, %t", c.raw, text, ok)
		}
	}
}

func TestAHeaderMirrorsTheBodyWhenItSaysTheSameOnce(t *testing.T) {
	for _, c := range []struct {
		lines []string
		body  string
		want  bool
	}{
		{[]string{"get_order"}, "get_order", true},
		{[]string{"  get_order "}, "get_order", true},
		{[]string{"=?base64?w6k=?="}, "é", true},
		{[]string{""}, "", true},
		{nil, "", false},
		{nil, "get_order", false},
		{[]string{"Get_order"}, "get_order", false},
		{[]string{"get_order", "get_order"}, "get_order", false},
		{[]string{"get_order", "drop"}, "get_order", false},
		{[]string{"=?base64?w6k?="}, "é", false},
		{[]string{"é"}, "é", false},
		{[]string{"a\tb"}, "a\tb", false},
	} {
		if got := Repeats(c.lines, c.body); got != c.want {
			t.Errorf("%q beside %q: %t", c.lines, c.body, got)
		}
		if got := Repeats(c.lines, []byte(c.body)); got != c.want {
			t.Errorf("%q beside the bytes of %q: %t", c.lines, c.body, got)
		}
	}
}

func FuzzHeaderText(f *testing.F) {
	for _, raw := range []string{"", "eu", " a\tb ", "=?base64?w6k=?=", "=?base64?=", "=?BASE64?w6k=?=", "=?base64?/w==?=", "\xff"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text, ok := headerText(raw)
		if !ok {
			if text != "" {
				t.Errorf("refused, and read as %q", text)
			}
			return
		}
		if !utf8.ValidString(text) {
			t.Errorf("read as %q, which is no text", text)
		}
		if again, ok := headerText(encodedFrom + base64.StdEncoding.EncodeToString([]byte(text)) + encodedTo); again != text || !ok {
			t.Errorf("encoded, %q is read as %q", text, again)
		}
	})
}
