package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

func TestAWholeNumberIsReadHoweverItIsSpelled(t *testing.T) {
	for number, want := range map[string]string{
		"7": "7 true", "7.0": "7 true", "0.7e1": "7 true", "-70e-1": "-7 true", "-0": "0 true", "0e999999999999": "0 true",
		"9223372036854775807": "9223372036854775807 true", "-9223372036854775808": "-9223372036854775808 true",
		"9223372036854775808": "0 false", "7.5": "0 false", "1e999999999999": "0 false", "1e-999999999999": "0 false",
	} {
		n, ok := DecimalOf([]byte(number)).Integer()
		if !ok {
			n = 0
		}
		if got := fmt.Sprint(n, ok); got != want {
			t.Errorf("%s: got %s, want %s", number, got, want)
		}
	}
}

// Nobody counts as far as this, and it would take memory to write it out.
func TestANumberOfTooManyDigitsIsNotWhole(t *testing.T) {
	for number, want := range map[string]bool{"7": true, "1e300": true, "1e999999999999": false, "0.5": false} {
		if got := IsWhole([]byte(number)); got != want {
			t.Errorf("%s: got %v", number, got)
		}
	}
}

func TestAnObjectAndAListAreReadInOrder(t *testing.T) {
	var got []string
	for name, value := range Entries(jsontext.Value(` { "b" : 1 , "\u0061":[2 ], "b":{} }`)) {
		got = append(got, name+"="+string(value))
	}
	for value := range Elements(jsontext.Value(`[ 1, "x" ,[]]`)) {
		got = append(got, string(value))
	}
	if diff := cmp.Diff([]string{"b=1", "a=[2 ]", "b={}", "1", `"x"`, "[]"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for range Elements(jsontext.Value(`[1,2]`)) {
		break // which does not go on
	}
}

func TestMembersAreSlicesOfTheirText(t *testing.T) {
	body := []byte(`{"a": {"b":[1]}, "\u0063" : "d"}`)
	dec := jsontext.NewDecoder(strings.NewReader(string(body)))
	var got []string
	err := Members(dec, func(name []byte) error {
		value, err := dec.ReadValue()
		part := Part(body, dec, value)
		got = append(got, string(name)+"="+string(part))
		if cap(part) != len(part) {
			t.Errorf("what is appended to %s would be written over what follows", part)
		}
		return err
	})
	if err != nil || !slices.Equal(got, []string{`a={"b":[1]}`, `c="d"`}) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestLevelsAreCountedOutsideOfTexts(t *testing.T) {
	for text, want := range map[string]bool{
		`[{"a":[1]}]`:                         false,
		`[{"a":[{}]}]`:                        true,
		`[[],[],[],[[]],{},{}]`:               false,
		`"[[[[[[[["`:                          false,
		`["\"[[[[",{"[[[[\\":[]}]`:            false,
		`["\\",[[["]]]]"]]]]`:                 true,
		`]]]][[[[`:                            false, // which is no JSON
		strings.Repeat(`{"a":`, 4):            true,
		strings.Repeat("[", 3) + "]]]" + `[]`: false,
	} {
		if got := IsDeep([]byte(text), 3); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
