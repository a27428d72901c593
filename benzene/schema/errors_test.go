package schema_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

type Shelf struct {
	Books []Book
	Owner fmt.Stringer
	Open  time.Duration `json:"open"`
	Index map[[2]bool]string
	Label string    `json:",string"`
	Since time.Time `json:",string"`
	Loop  loop
	Grade Grade
	None  Nothing
	Lost  struct{ hidden int }
	Both  *Clash
	*sealed
}

type Book struct {
	Done    chan int
	Matrix  [][]complex128
	Open    func()
	Skipped func() `json:"-"`
}

type loop *loop

type Grade int

func (Grade) Enum() []string { return []string{"a"} }

type Nothing string

func (*Nothing) Enum() []string { panic("not ready") }

type Clash struct {
	A int `json:"x"`
	B int `json:"X,omitEmpty"`
}

type sealed struct{ Inside int }

func TestAllThatTheCodecCanNotCarryIsNamedAtOnce(t *testing.T) {
	_, err := schema.For[[]Shelf](schema.Input)
	if err == nil {
		t.Fatal("no error")
	}
	root := "schema: []schema_test.Shelf[]."
	noForm := " has no JSON form; leave it out with `json:\"-\"`, or give its type MarshalJSON and UnmarshalJSON"
	notNumber := " is no number; drop the string option from its json tag"
	want := []string{
		root + "Books[].Done: chan int" + noForm,
		root + "Books[].Matrix[][]: complex128" + noForm,
		root + "Books[].Open: func()" + noForm,
		root + "Owner: fmt.Stringer says what a value does, not what it is made of; use a concrete type, any or jsontext.Value",
		root + "Index: [2]bool can not be the key of a JSON object; use a string, a number or a type with MarshalText and UnmarshalText",
		root + "Label: string" + notNumber,
		root + "Since: time.Time" + notNumber,
		root + "Loop: schema_test.loop is a pointer without end; point to a value",
		root + "Grade: schema_test.Grade lists texts but travels as integer; give it MarshalText and UnmarshalText, or drop its Enum method",
		root + "None: schema_test.Nothing lists no values; let its Enum method return some for the zero value, or drop it",
		root + "Lost: struct { hidden int } is refused by the codec (Go struct has no exported fields); correct its fields or their json tags",
		root + "Both: schema_test.Clash is refused by the codec (Go struct field B has invalid appearance of `omitEmpty` tag option; specify `omitempty` instead); correct its fields or their json tags",
		root + "sealed.Inside: int lies behind an embedded pointer that the decoder can not set; embed the struct itself, or export its type",
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestARootWithoutAFormIsNamed(t *testing.T) {
	type endless *[]endless
	for typ, want := range map[reflect.Type]string{
		nil:                         "schema: there is no type to derive from",
		reflect.TypeFor[chan int](): "schema: chan int has no JSON form",
		reflect.TypeFor[*error]():   "schema: error says what a value does",
		reflect.TypeFor[endless]():  "lies too deep; flatten the types around it",
		reflect.TypeFor[**Grade]():  "schema: schema_test.Grade lists texts",
		reflect.TypeFor[*struct {
			A []struct{ VeryLongName, AnotherVeryLongName, AThirdVeryLongNameThatGoesOnAndOn chan int }
		}](): "schema: struct.A[].VeryLongName: chan int",
	} {
		if _, err := schema.Of(typ, schema.Output); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

func TestAFormatOptionIsRefusedAsTheCodecDoes(t *testing.T) {
	type timer struct {
		Wait time.Duration `json:"wait,format:sec"`
	}
	_, err := schema.For[timer](schema.Input)
	if err == nil || !strings.Contains(err.Error(), "Go struct field Wait has unsupported `format` tag option") {
		t.Error(err)
	}
}

func TestAnEmbeddedPointerThatIsOnlyWrittenMayBeSealed(t *testing.T) {
	type report struct{ *sealed }
	if got := derive(t, reflect.TypeFor[report](), schema.Output); got != `{"type":"object","properties":{"Inside":{"type":"integer"}}}` {
		t.Error(got)
	}
}

// A request reads a duration as text, and no answer writes one.
func TestADurationIsATextThatIsSentAndNeverWritten(t *testing.T) {
	type timer struct {
		Wait *time.Duration `json:"wait" validate:"omitempty,min=1000000000"`
	}
	got, err := schema.For[timer](schema.Input)
	if err != nil {
		t.Fatal(err)
	}
	wait := got.Properties[0].Schema
	if wait.Type != "string" || wait.MinLength != nil {
		t.Errorf("got %s", wait.Append(nil))
	}
	texts := regexp.MustCompile(wait.Pattern)
	for _, text := range []string{"1m30s", "0", "-1.5h", "+.5s", "1.s", "3us2µs1μs4ns", "100ms", "", "1", "s", "1m 30s", "1d", "one"} {
		if _, err := time.ParseDuration(text); (err == nil) != texts.MatchString(text) {
			t.Errorf("%q: %v, and the pattern says %v", text, err, texts.MatchString(text))
		}
	}
	if _, err := schema.For[timer](schema.Output); err == nil || !strings.Contains(err.Error(), "Wait: time.Duration has no form") {
		t.Errorf("got %v", err)
	}
}
