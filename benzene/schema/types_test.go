package schema_test

import (
	stdjson "encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

func TestEveryGoTypeHasItsSchema(t *testing.T) {
	dateTime := `{"type":"string","format":"date-time"}`
	for _, c := range []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[bool](), `{"type":"boolean"}`},
		{reflect.TypeFor[string](), `{"type":"string"}`},
		{reflect.TypeFor[int](), `{"type":"integer"}`},
		{reflect.TypeFor[int64](), `{"type":"integer"}`},
		{reflect.TypeFor[int8](), `{"type":"integer","minimum":-128,"maximum":127}`},
		{reflect.TypeFor[int32](), `{"type":"integer","minimum":-2147483648,"maximum":2147483647}`},
		{reflect.TypeFor[uint64](), `{"type":"integer","minimum":0}`},
		{reflect.TypeFor[uint32](), `{"type":"integer","minimum":0,"maximum":4294967295}`},
		{reflect.TypeFor[float32](), `{"type":"number"}`},
		{reflect.TypeFor[***string](), `{"type":"string"}`},
		{reflect.TypeFor[[]string](), `{"type":"array","items":{"type":"string"}}`},
		{reflect.TypeFor[[3]bool](), `{"type":"array","items":{"type":"boolean"},"minItems":3,"maxItems":3}`},
		{reflect.TypeFor[[]any](), `{"type":"array","items":{}}`},
		{reflect.TypeFor[map[string]*int](), `{"type":"object","additionalProperties":{"type":"integer"}}`},
		{reflect.TypeFor[map[any][2]int](), `{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2}}`},
		{reflect.TypeFor[map[[2]byte]bool](), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		{reflect.TypeFor[map[netip.Addr]bool](), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		{reflect.TypeFor[struct{}](), `{"type":"object","properties":{}}`},
		{reflect.TypeFor[[]byte](), `{"type":"string","contentEncoding":"base64"}`},
		{reflect.TypeFor[[4]byte](), `{"type":"string","contentEncoding":"base64","minLength":8,"maxLength":8}`},
		{reflect.TypeFor[[]Octet](), `{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}`},
		{reflect.TypeFor[any](), `{}`},
		{reflect.TypeFor[stdjson.RawMessage](), `{}`},
		{reflect.TypeFor[jsontext.Value](), `{}`},
		{reflect.TypeFor[big.Int](), `{}`},
		{reflect.TypeFor[*Custom](), `{}`},
		{reflect.TypeFor[time.Time](), dateTime},
		{reflect.TypeFor[*time.Time](), dateTime},
		{reflect.TypeFor[Stamp](), dateTime},
		{reflect.TypeFor[*StampPointer](), dateTime},
		{reflect.TypeFor[struct{ Stamp }](), dateTime},
		{reflect.TypeFor[Day](), `{}`},
		{reflect.TypeFor[netip.Addr](), `{"type":"string"}`},
		{reflect.TypeFor[Colour](), `{"type":"string","enum":["red","green","\"blue\""]}`},
		{reflect.TypeFor[*Level](), `{"type":"string","enum":["low","high"]}`},
		{reflect.TypeFor[Tree](), `{"type":"array","items":{"$ref":"#/$defs/Tree"},"$defs":{"Tree":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}`},
		{reflect.TypeFor[struct {
			Colour `json:"colour"`
		}](), `{"type":"object","properties":{"colour":{"type":"string","enum":["red","green","\"blue\""]}}}`},
		{reflect.TypeFor[struct {
			Rest map[string]int `json:",embed"`
		}](), `{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`},
		{reflect.TypeFor[struct {
			N int     `json:"n,string"`
			F float64 `json:"f,string"`
		}](), `{"type":"object","properties":{"n":{"type":"string","pattern":"^-?(?:0|[1-9][0-9]*)$"},` +
			`"f":{"type":"string","pattern":"^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$"}}}`},
	} {
		if diff := cmp.Diff(c.want, derive(t, c.typ, schema.Input)); diff != "" {
			t.Errorf("%v: %s", c.typ, diff)
		}
	}
}

func TestARecursiveRootKeepsItsOwnType(t *testing.T) {
	want := `{"type":"object","properties":{` +
		`"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},` +
		`"$defs":{"Node":{"type":"object","properties":{` +
		`"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[*Node](), schema.Input)); diff != "" {
		t.Error(diff)
	}
}

func TestTypesThatHoldEachOtherAreCutOnce(t *testing.T) {
	want := `{"type":"object","properties":{"pong":{"type":"object","properties":{` +
		`"ping":{"type":"array","items":{"$ref":"#/$defs/Ping"}}}}},` +
		`"$defs":{"Ping":{"type":"object","properties":{"pong":{"type":"object","properties":{` +
		`"ping":{"type":"array","items":{"$ref":"#/$defs/Ping"}}}}}}}}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[Ping](), schema.Input)); diff != "" {
		t.Error(diff)
	}
}

func TestTwoTypesOfOneNameAreTwoDefinitions(t *testing.T) {
	first := func() reflect.Type {
		type Item struct {
			Items []Item `json:"items"`
		}
		return reflect.TypeFor[Item]()
	}
	second := func() reflect.Type {
		type Item struct {
			Item *Item  `json:"item"`
			Text string `json:"text"`
		}
		return reflect.TypeFor[Item]()
	}
	both := reflect.StructOf([]reflect.StructField{{Name: "A", Type: first()}, {Name: "B", Type: second()}})
	want := `{"type":"object","properties":{"A":{"$ref":"#/$defs/Item"},"B":{"$ref":"#/$defs/Item2"}},` +
		`"$defs":{"Item":{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/Item"}}}},` +
		`"Item2":{"type":"object","properties":{"item":{"$ref":"#/$defs/Item2"},"text":{"type":"string"}}}}}`
	if diff := cmp.Diff(want, derive(t, both, schema.Input)); diff != "" {
		t.Error(diff)
	}
}

func TestADefinitionOfAGenericTypeNeedsNoEscapes(t *testing.T) {
	text := derive(t, reflect.TypeFor[Page[map[string]Page[Node]]](), schema.Input)
	if !strings.Contains(text, `"#/$defs/PagemapstringPageNode"`) {
		t.Error(text)
	}
	compile(t, text)
}

func TestATypeUsedTwiceIsWrittenTwice(t *testing.T) {
	type trip struct {
		From address `json:"from"`
		To   address `json:"to"`
	}
	city := `{"type":"object","properties":{"city":{"type":"string","minLength":1}},"required":["city"]}`
	want := `{"type":"object","properties":{"from":` + city + `,"to":` + city + `},"required":["from","to"]}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[trip](), schema.Input)); diff != "" {
		t.Error(diff)
	}
}

func TestTypesOfTypesDoNotGrowWithoutEnd(t *testing.T) {
	type level0 struct{ Left, Right string }
	type level1 struct {
		Left  level0
		Right []level0
	}
	type level2 struct {
		Left  level1
		Right []level1
	}
	type level3 struct {
		Left  level2
		Right []level2
	}
	type level4 struct {
		Left  level3
		Right []level3
	}
	type level5 struct {
		Left  level4
		Right []level4
	}
	type level6 struct {
		Left  level5
		Right []level5
	}
	type level7 struct {
		Left  level6
		Right []level6
	}
	type level8 struct {
		Left  level7
		Right []level7
	}
	type level9 struct {
		Left  level8
		Right []level8
	}
	type level10 struct {
		Left  level9
		Right []level9
	}
	type level11 struct {
		Left  level10
		Right []level10
	}
	type level12 struct {
		Left  level11
		Right []level11
	}
	type level13 struct {
		Left  level12
		Right []level12
	}
	type level14 struct {
		Left  level13
		Right []level13
	}
	type level15 struct {
		Left  level14
		Right []level14
	}
	type level16 struct {
		Left  level15
		Right []level15
	}
	type level17 struct {
		Left  level16
		Right []level16
	}
	type level18 struct {
		Left  level17
		Right []level17
	}
	type level19 struct {
		Left  level18
		Right []level18
	}
	type level20 struct {
		Left  level19
		Right []level19
	}
	text := derive(t, reflect.TypeFor[level20](), schema.Input)
	if len(text) > 10_000 {
		t.Errorf("%d bytes", len(text))
	}
	if s := compile(t, text); accepts(t, s, `{"Left":{"Right":[]}}`) != nil || accepts(t, s, `{"Left":{"Right":[7]}}`) == nil {
		t.Error(text)
	}
}

func TestTheSameTypeGivesTheSameBytes(t *testing.T) {
	for _, typ := range corpus() {
		first := derive(t, typ, schema.Input)
		for range 5 {
			if diff := cmp.Diff(first, derive(t, typ, schema.Input)); diff != "" {
				t.Error(diff)
			}
		}
	}
}

func TestOnlyAnObjectIsAnObject(t *testing.T) {
	for typ, want := range map[reflect.Type]bool{
		reflect.TypeFor[*Node](): true, reflect.TypeFor[map[string]int](): true, reflect.TypeFor[struct{}](): true,
		reflect.TypeFor[[]Node](): false, reflect.TypeFor[any](): false, reflect.TypeFor[Stamp](): false,
	} {
		s, err := schema.Of(typ, schema.Output)
		if err != nil {
			t.Fatal(err)
		}
		if s.IsObject() != want {
			t.Errorf("%v: %v", typ, !want)
		}
	}
}

func TestRulesHaveTheirFormats(t *testing.T) {
	for tag, want := range map[string]string{
		"email": "email", "required,email": "email", "omitempty,email": "email",
		"uuid": "uuid", "uuid4": "uuid", "uuid_rfc4122": "uuid", "url": "uri", "http_url": "uri", "uri": "uri-reference",
		"ipv4": "ipv4", "ipv6": "ipv6", "hostname_rfc1123": "hostname", "fqdn": "hostname",
		"datetime=2006-01-02": "date", "datetime=2006-01-02T15:04:05Z07:00": "date-time", "datetime=15:04": "",
		"ip": "", "email|e164": "",
	} {
		typ := reflect.StructOf([]reflect.StructField{{Name: "V", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(`validate:"` + tag + `"`)}})
		s, err := schema.Of(typ, schema.Input)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Properties[0].Schema.Format; got != want {
			t.Errorf("%s: format %q, want %q", tag, got, want)
		}
	}
}
