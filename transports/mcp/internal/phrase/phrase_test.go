package phrase

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestACallersTextIsEscapedAndCutShort(t *testing.T) {
	long := strings.Repeat("é", 65)
	for text, want := range map[string]string{
		"":                       `""`,
		"a\n\x1b[2J\u202e\"\xff": `"a\n\x1b[2J\u202e\"\xff"`,
		long:                     `"` + strings.Repeat("é", 64) + `…"`,
		long[2:]:                 `"` + strings.Repeat("é", 64) + `"`,
	} {
		if got := Quoted(text); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := Quoted([]byte(text)); got != want {
			t.Errorf("as bytes: got %s, want %s", got, want)
		}
	}
}

func TestAPathIsWrittenAsPeopleDo(t *testing.T) {
	for pointer, want := range map[jsontext.Pointer]string{"": "", "/a": "a", "/lines/0/qty": "lines[0].qty", "/0/1": "0[1]", "/a~1b": "a/b"} {
		if got := Path(pointer); got != want {
			t.Errorf("%s: got %s, want %s", pointer, got, want)
		}
	}
	if got := Path(jsontext.Pointer(strings.Repeat("/"+strings.Repeat("n", 100), 50))); len(got) > longestPath+longest+len("….") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestAValueIsRepeatedBriefly(t *testing.T) {
	for value, want := range map[string]string{
		`"a b"`: `must be text, got "a b"`, `7.0`: `must be text, got 7.0`, `null`: `must be text, got null`, `[1]`: `must be text, got a list`,
		`{}`: `must be text, got an object`, strings.Repeat("7", 65): `must be text, got a number of 65 characters`,
	} {
		if got := Instead("text", jsontext.Value(value)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
