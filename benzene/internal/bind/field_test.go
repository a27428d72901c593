package bind_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

// fieldsOf are the fields of T as name, index.
func fieldsOf[T any]() (fields []string) {
	for _, f := range bind.Fields(reflect.TypeFor[T]()) {
		fields = append(fields, fmt.Sprint(f.Name, f.Index))
	}
	return fields
}

type Left struct {
	Same  string
	Plain string
	Both  string
}

type Right struct {
	Same string
	Own  string `json:"Both"`
}

type inner struct {
	Shown string `json:"shown"`
}

type Loop struct {
	*Loop
	Name string `json:"name"`
}

func TestFieldsAreTheMembersThatJSONHas(t *testing.T) {
	type stamp struct{ time.Time }
	type plain struct {
		A      int `json:"a"`
		B      int
		C      int `json:",omitzero"`
		D      int `json:"-"`
		E      int `json:"-,"`
		hidden int
	}
	type outer struct {
		*Left
		inner
		Named Right `json:"named"`
		Stamp stamp `json:"stamp"`
	}
	type shadow struct {
		Left
		Same int
	}
	type ambiguous struct {
		Left
		Right
	}
	type spread struct {
		More Left           `json:",embed"`
		Rest map[string]int `json:",embed"`
	}
	_ = plain{}.hidden
	for _, c := range []struct{ got, want []string }{
		{fieldsOf[plain](), []string{"a[0]", "B[1]", "C[2]", "-[4]"}},
		{fieldsOf[*plain](), []string{"a[0]", "B[1]", "C[2]", "-[4]"}},
		{fieldsOf[outer](), []string{"Same[0 0]", "Plain[0 1]", "Both[0 2]", "shown[1 0]", "named[2]", "stamp[3]"}},
		{fieldsOf[shadow](), []string{"Plain[0 1]", "Both[0 2]", "Same[1]"}},
		{fieldsOf[ambiguous](), []string{"Plain[0 1]", "Both[1 1]"}},
		{fieldsOf[spread](), []string{"Same[0 0]", "Plain[0 1]", "Both[0 2]"}},
		{fieldsOf[Loop](), []string{"name[1]"}},
		{fieldsOf[int](), nil},
		{fieldsOf[[]plain](), nil},
		{fieldsOf[struct{}](), nil},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("fields (-want +got):\n%s", diff)
		}
	}
}

func TestAFieldKnowsItsTag(t *testing.T) {
	type request struct {
		A int `json:"a,string,case:strict" validate:"required"`
		B int
	}
	fields := bind.Fields(reflect.TypeFor[request]())
	a, b := fields[0], fields[1]
	if !a.Explicit || !a.Option("string") || !a.Option("case:strict") || a.Option("omitzero") || a.Tag.Get("validate") != "required" {
		t.Errorf("%+v", a)
	}
	if b.Explicit || b.Option("string") {
		t.Errorf("%+v", b)
	}
}

type size int

func (size) Enum() []string { return []string{"small", "large"} }

type pointed int

func (*pointed) Enum() []string { return []string{"near", "far"} }

type enumerated interface{ Enum() []string }

type texts struct{}

func (*texts) UnmarshalText([]byte) error { return nil }

type embedsTime struct {
	time.Time
	Zone string
}

func TestWhatATypeWantsIsSaidInWords(t *testing.T) {
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[int](), "a whole number"},
		{reflect.TypeFor[**uint8](), "a whole number"},
		{reflect.TypeFor[float32](), "a number"},
		{reflect.TypeFor[bool](), "true or false"},
		{reflect.TypeFor[string](), "text"},
		{reflect.TypeFor[[]string](), "a list"},
		{reflect.TypeFor[[3]int](), "a list"},
		{reflect.TypeFor[[]byte](), "base64 text"},
		{reflect.TypeFor[map[string]int](), "an object"},
		{reflect.TypeFor[inner](), "an object"},
		{reflect.TypeFor[time.Time](), "a date-time such as 2006-01-02T15:04:05Z"},
		{reflect.TypeFor[*embedsTime](), "a date-time such as 2006-01-02T15:04:05Z"},
		{reflect.TypeFor[time.Duration](), "a duration such as 1m30s"},
		{reflect.TypeFor[texts](), "text in the form that its type reads"},
		{reflect.TypeFor[size](), "one of small, large"},
		{reflect.TypeFor[*pointed](), "one of near, far"},
		{reflect.TypeFor[enumerated](), "a value that fits"},
		{reflect.TypeFor[any](), "a value that fits"},
		{reflect.TypeFor[chan int](), "a value that fits"},
	} {
		if got := bind.Want(c.t); got != c.want {
			t.Errorf("%v must be %s, want %s", c.t, got, c.want)
		}
	}
}

func TestARangeIsThatOfTheNumbersATypeHolds(t *testing.T) {
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[int8](), "a whole number from -128 to 127"},
		{reflect.TypeFor[*int64](), "a whole number from -9223372036854775808 to 9223372036854775807"},
		{reflect.TypeFor[uint16](), "a whole number from 0 to 65535"},
		{reflect.TypeFor[uint64](), "a whole number from 0 to 18446744073709551615"},
		{reflect.TypeFor[float64](), "a number from -1.7e308 to 1.7e308"},
		{reflect.TypeFor[string](), ""},
	} {
		if got := bind.Range(c.t); got != c.want {
			t.Errorf("%v: %q, want %q", c.t, got, c.want)
		}
	}
}
