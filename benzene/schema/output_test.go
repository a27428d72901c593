package schema_test

import (
	"bytes"
	stdjson "encoding/json"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

func TestWhatTheEncoderWritesIsValid(t *testing.T) {
	for _, v := range values() {
		typ := reflect.TypeOf(v)
		text := derive(t, typ, schema.Output)
		body, err := json.Marshal(v)
		if err != nil {
			t.Errorf("%v: %v", typ, err)
			continue
		}
		if err := accepts(t, compile(t, text), string(body)); err != nil {
			t.Errorf("%v: %v\n%s\n%s", typ, err, body, text)
		}
	}
}

func TestMembersAreThoseOfTheEncoderInItsOrder(t *testing.T) {
	for _, v := range []any{full.numbers, full.texts, full.lists, embedding{base: base{Note: "n"}, Other: &Other{}}, shadowing{}, untagged{Plain: 1}, Deep{}} {
		body, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.Of(reflect.TypeOf(v), schema.Output)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range s.Properties {
			names = append(names, p.Name)
		}
		if diff := cmp.Diff(membersOf(t, body), names); diff != "" {
			t.Errorf("%T: %s", v, diff)
		}
	}
}

func TestAMemberIsRequiredInAResultWhenItIsAlwaysWritten(t *testing.T) {
	s, err := schema.For[embedding](schema.Output)
	if err != nil {
		t.Fatal(err)
	}
	// "note" may be left out; "a" and "d" lie behind an embedded pointer.
	if diff := cmp.Diff([]string{"id", "C", "E", "b", "named"}, s.Required); diff != "" {
		t.Error(diff)
	}
}

func TestAPointerIsNullOnlyWhereTheEncoderWritesNull(t *testing.T) {
	type pointers struct {
		Plain *int         `json:"plain"`
		Empty *int         `json:"empty,omitempty"`
		Zero  *int         `json:"zero,omitzero"`
		Twice **int        `json:"twice,omitzero"`
		List  []*int       `json:"list"`
		Any   *any         `json:"any"`
		Text  *netip.Addr  `json:"text" description:"where from"`
		Map   map[int]*int `json:"map"`
	}
	null := `{"anyOf":[{"type":"integer"},{"type":"null"}]}`
	want := `{"type":"object","properties":{` +
		`"plain":` + null + `,` +
		`"empty":{"type":"integer"},` +
		`"zero":{"type":"integer"},` +
		`"twice":` + null + `,` +
		`"list":{"type":"array","items":` + null + `},` +
		`"any":{},` +
		`"text":{"description":"where from","anyOf":[{"type":"string"},{"type":"null"}]},` +
		`"map":{"type":"object","additionalProperties":` + null + `}},` +
		`"required":["plain","list","any","text","map"]}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[pointers](), schema.Output)); diff != "" {
		t.Error(diff)
	}
}

func TestNoRuleIsPromisedOfAResult(t *testing.T) {
	type result struct {
		Name   string `json:"name" validate:"required,min=3,email"`
		Colour Colour `json:"colour"`
	}
	want := `{"type":"object","properties":{"name":{"type":"string"},"colour":{"type":"string"}},"required":["name","colour"]}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[result](), schema.Output)); diff != "" {
		t.Error(diff)
	}
}

func TestATypeThatTravelsDifferentlyEachWayHasTwoSchemas(t *testing.T) {
	for _, c := range []struct {
		typ     reflect.Type
		in, out string
	}{
		{reflect.TypeFor[WriteOnly](), `{"type":"integer"}`, `{"type":"string"}`},
		{reflect.TypeFor[ReadCustom](), `{}`, `{"type":"object","properties":{"A":{"type":"integer"}},"required":["A"]}`},
	} {
		if diff := cmp.Diff([]string{c.in, c.out}, []string{derive(t, c.typ, schema.Input), derive(t, c.typ, schema.Output)}); diff != "" {
			t.Errorf("%v: %s", c.typ, diff)
		}
	}
}

// full holds a value for every member.
var full = struct {
	numbers
	texts
	lists
}{
	numbers{-1, -128, 1, 1, -1 << 63, 1, 255, 65535, 1<<32 - 1, 1<<64 - 1, 0.1, 1e300, -1 << 63, -1.5e-7, new(uint8(7)), true},
	texts{
		"x", moment, &moment, Stamp{moment}, Day{moment}, netip.MustParseAddr("::1"),
		stdjson.RawMessage(`[1]`), jsontext.Value(`{"a":null}`), []any{1.5, nil}, []byte("ab"), [4]byte{1}, []Octet{1, 2},
		"green", 1, Custom{3}, &Custom{4},
	},
	lists{
		[]string{""}, []*Inner{nil, {A: 1}}, new(new(1)), [2]float64{1, 2}, map[string]int{"": 1}, map[int]string{-1: ""},
		map[Level]bool{1: true}, map[netip.Addr]*string{netip.MustParseAddr("1.2.3.4"): nil},
		map[string]map[string][]int{"a": nil, "b": {"c": nil, "d": {1}}}, map[string]any{"x": nil}, struct{}{},
		struct {
			X int `json:"x"`
		}{1},
	},
}

var moment = time.Date(2026, 2, 3, 4, 5, 6, 7, time.FixedZone("", 3600))

// values are zero and full values of the corpus.
func values() []any {
	deep := Node{"a", []Node{{Name: "b", Children: []Node{{}}}}}
	list := []any{
		full.numbers, full.texts, full.lists,
		deep, []Node{deep}, Page[Node]{Items: []Node{deep}, Next: &Page[Node]{}},
		Ping{&Pong{[]*Ping{nil, {&Pong{}}}}}, Tree{nil, {{}}}, Trie{"a": {"b": nil}},
		embedding{base{"1", "n"}, &Other{"a", 2}, Deep{B: 1}, Inner{B: "b"}, "h", map[string]string{"x": "y"}, "s"},
		shadowing{RestOf: &RestOf{jsontext.Value(`{"extra":[1]}`)}},
		map[string]any{"a": []any{nil}},
		StampPointer{&moment}, struct{ S []StampPointer }{},
	}
	for _, typ := range corpus() {
		if typ.Kind() != reflect.Pointer && typ.Kind() != reflect.Interface {
			list = append(list, reflect.Zero(typ).Interface())
		}
	}
	return list
}

// membersOf lists the names of a JSON object's members in their order.
func membersOf(t *testing.T, body []byte) (names []string) {
	t.Helper()
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	if _, err := dec.ReadToken(); err != nil {
		t.Fatal(err)
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.String())
		if err := dec.SkipValue(); err != nil {
			t.Fatal(err)
		}
	}
	return names
}
