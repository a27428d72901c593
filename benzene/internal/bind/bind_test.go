package bind_test

import (
	"errors"
	"reflect"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/internal/bind"
)

type colour string

func (colour) Enum() []string { return []string{"red", "green"} }

type Embedded struct {
	Deep int `json:"deep"`
}

type request struct {
	Text     string         `json:"text"`
	Flag     bool           `json:"flag"`
	Small    int8           `json:"small"`
	Big      uint64         `json:"big"`
	Float    float32        `json:"float"`
	Time     time.Time      `json:"time"`
	Duration time.Duration  `json:"duration"`
	Pointer  *int           `json:"pointer"`
	List     []uint16       `json:"list"`
	Pointers []*string      `json:"pointers"`
	Colour   colour         `json:"colour"`
	Map      map[string]int `json:"map"`
	Twice    **int          `json:"twice"`
	Lists    [][]string     `json:"lists"`
	Any      any            `json:"any"`
	Hidden   string         `json:"-"`
	Plain    string
	*Embedded
}

func set(t *testing.T, into any, name, text string, first bool) *bind.Mismatch {
	t.Helper()
	v := reflect.ValueOf(into).Elem()
	err := bind.Of(v.Type()).Set(v, name, text, first)
	var m *bind.Mismatch
	if err != nil && !errors.As(err, &m) {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

func TestNamesAreTheFieldsThatTextFills(t *testing.T) {
	want := []string{"text", "flag", "small", "big", "float", "time", "duration", "pointer", "list", "pointers", "colour", "Plain", "deep"}
	if diff := cmp.Diff(want, bind.Of(reflect.TypeFor[*request]()).Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for _, none := range []reflect.Type{nil, reflect.TypeFor[int](), reflect.TypeFor[map[string]string](), reflect.TypeFor[[]request](), reflect.TypeFor[any]()} {
		if got := bind.Of(none).Names(); got != nil {
			t.Errorf("%v has %q", none, got)
		}
	}
}

func TestTextFillsItsField(t *testing.T) {
	seven, a, b := 7, "a", "b"
	want := request{
		Text: " as it is ", Flag: true, Small: -128, Big: 18446744073709551615, Float: 1.5,
		Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Duration: 90 * time.Second, Pointer: &seven,
		List: []uint16{1, 2}, Pointers: []*string{&a, &b}, Colour: "blue", Plain: "x", Embedded: &Embedded{Deep: 7},
	}
	got := request{List: []uint16{9, 9, 9}}
	for _, p := range []struct {
		name, text string
		more       bool
	}{
		{"text", " as it is ", false}, {"flag", "true", false}, {"small", "-128", false}, {"big", "18446744073709551615", false},
		{"float", "1.5", false}, {"time", "2026-01-02T03:04:05Z", false}, {"duration", "1m30s", false}, {"pointer", "7", false},
		{"list", "1", false}, {"list", "2", true}, {"pointers", "a", false}, {"pointers", "b", true}, {"colour", "blue", false},
		{"Plain", "x", false}, {"deep", "7", false}, {"map", "x", false}, {"Hidden", "x", false}, {"-", "x", false}, {"TEXT", "x", false},
	} {
		if m := set(t, &got, p.name, p.text, !p.more); m != nil {
			t.Errorf("%s: %v", p.name, m)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTextThatDoesNotFitIsAMismatchAndChangesNothing(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"flag", "TRUE", "true or false"},
		{"flag", "t", "true or false"},
		{"small", "x", "a whole number"},
		{"small", "1_0", "a whole number"},
		{"small", "128", "a whole number from -128 to 127"},
		{"big", "-1", "a whole number from 0 to 18446744073709551615"},
		{"big", "-x", "a whole number"},
		{"big", "18446744073709551616", "a whole number from 0 to 18446744073709551615"},
		{"float", "NaN", "a number"},
		{"float", "Inf", "a number"},
		{"float", "0x1p4", "a number"},
		{"float", "1e99", "a number from -3.4e38 to 3.4e38"},
		{"time", "2026-01-02", "a date-time such as 2006-01-02T15:04:05Z"},
		{"duration", "90", "a duration such as 1m30s"},
		{"pointer", "", "a whole number"},
		{"list", "65536", "a whole number from 0 to 65535"},
	} {
		var into request
		m := set(t, &into, c.name, c.text, true)
		if m == nil || m.Want != c.want || m.Error() != "must be "+c.want {
			t.Errorf("%s %q: %v, want %q", c.name, c.text, m, c.want)
		}
		if diff := cmp.Diff(request{}, into); diff != "" {
			t.Errorf("%s %q changed something:\n%s", c.name, c.text, diff)
		}
	}
}

func TestAListIsFilledAfresh(t *testing.T) {
	theirs := []uint16{7, 8}
	into := request{List: theirs}
	if m := set(t, &into, "list", "1", true); m != nil {
		t.Fatal(m)
	}
	if !cmp.Equal(into.List, []uint16{1}) || !cmp.Equal(theirs, []uint16{7, 8}) {
		t.Errorf("the field has %v, what it pointed to %v", into.List, theirs)
	}
}

func TestASpellingIsTheFieldsOwn(t *testing.T) {
	type both struct {
		Lower string `json:"id"`
		Upper string `json:"ID"`
	}
	for _, c := range []struct {
		t          reflect.Type
		name, want string
	}{
		{reflect.TypeFor[request](), "text", "text"},
		{reflect.TypeFor[request](), "TEXT", "text"},
		{reflect.TypeFor[request](), "Deep", "deep"},
		{reflect.TypeFor[request](), "map", ""},
		{reflect.TypeFor[request](), "", ""},
		{reflect.TypeFor[both](), "ID", "ID"},
		{reflect.TypeFor[both](), "id", "id"},
		{reflect.TypeFor[both](), "Id", "id"},
	} {
		if got, ok := bind.Of(c.t).Spelling(c.name); got != c.want || ok != (c.want != "") {
			t.Errorf("%q is spelled %q, %v; want %q", c.name, got, ok, c.want)
		}
	}
}

func FuzzBind(f *testing.F) {
	for _, seed := range []string{"", "x", "true", "-1", "256", "1e999", "0x1p-2", "NaN", "2026-01-02T03:04:05Z", "1m30s", "\xff"} {
		f.Add(seed)
	}
	t := reflect.TypeFor[request]()
	plan := bind.Of(t)
	f.Fuzz(func(tt *testing.T, text string) {
		for _, name := range plan.Names() {
			var into request
			err := plan.Set(reflect.ValueOf(&into).Elem(), name, text, true)
			var m *bind.Mismatch
			if err != nil && (!errors.As(err, &m) || m.Want == "" || !utf8.ValidString(m.Want)) {
				tt.Errorf("%s: %v", name, err)
			}
		}
	})
}
