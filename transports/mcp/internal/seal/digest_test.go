package seal

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func digestFor(t *testing.T, text string) digest {
	t.Helper()
	d, err := digestOf(jsontext.Value(text))
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return d
}

func TestADigestIsOfTheValueAndNotOfItsSpelling(t *testing.T) {
	for _, c := range [][]string{
		{`{"a":1,"b":{"c":[{"x":null,"y":true}],"d":""}}`, "{ \"b\" : {\"d\":\"\",\n\"c\":[{\"y\":true , \"x\":null}]},\t\"a\":1}\r\n"},
		{`"é/\n😀"`, `"\u00e9\/\u000A\ud83d\ude00"`},
		{`{"key":1}`, `{"\u006bey":1}`},
		{`{}`, ` { } `},
		{`[ ]`, `[]`},
		{`12345678901234567890123.4500`, ` 12345678901234567890123.4500`},
	} {
		for _, other := range c[1:] {
			if digestFor(t, c[0]) != digestFor(t, other) {
				t.Errorf("%s and %s differ", c[0], other)
			}
		}
	}
}

func TestAnotherValueHasAnotherDigest(t *testing.T) {
	seen := map[digest]string{}
	for _, text := range []string{
		`null`, `true`, `false`, `0`, `-0`, `0.0`, `0e0`, `1`, `1.0`, `10`, `1e1`, `1E1`, `9007199254740993`, `9007199254740992`,
		`""`, `"0"`, `"null"`, `"a"`, `"A"`, `"a "`, `"é"`, `"e\u0301"`, `"\u0000"`, `"[]"`,
		`[]`, `{}`, `[[]]`, `[{}]`, `[[],[]]`, `[[[]]]`, `[0]`, `[0.1]`, `[1,2]`, `[2,1]`, `[12]`, `["1","2"]`, `["12"]`, `["1,2"]`, `[[1],2]`, `[[1,2]]`, `[1,[2]]`,
		`{"a":1}`, `{"a":2}`, `{"b":1}`, `{"":1}`, `{"a":"1"}`, `{"a":[1]}`, `{"a":{}}`, `{"a":null}`, `["a",1]`, `[{"a":1}]`,
		`{"a":1,"b":2}`, `{"a":2,"b":1}`, `{"a":{"b":2}}`, `{"a":1,"b":2,"c":3}`, `{"a":1,"c":2}`, `{"ab":1}`, `{"a":"b"}`,
		`[{"a":1},{"b":2}]`, `[{"a":1,"b":2}]`, `[{"b":2},{"a":1}]`, `{"x":{"a":1},"y":{"b":2}}`, `{"x":{"b":2},"y":{"a":1}}`, `{"x":{"a":1,"b":2},"y":{}}`,
	} {
		d := digestFor(t, text)
		if other, twice := seen[d]; twice {
			t.Errorf("%s and %s have one digest", other, text)
		}
		seen[d] = text
	}
}

func TestWhatIsNotOneValueHasNoDigest(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{`, `}`, `[`, `[1,`, `{"a"}`, `{"a":}`, `{"a":1`, `1 2`, `{}x`, `"`, `"\ud800"`, "\"\xff\"", `nul`, `01`, `[1}`, `{"a":1,}`,
		`{"a":1,"a":1}`, `{"a":1,"\u0061":2}`, `[{"x":{"a":1,"a":2}}]`, strings.Repeat(`[`, 20000), strings.Repeat(`{"a":`, 20000),
		strings.Repeat(`[`, 10001) + strings.Repeat(`]`, 10001),
	} {
		if d, err := digestOf(jsontext.Value(text)); err == nil || d != (digest{}) {
			t.Errorf("%.40s: got %x, %v", text, d, err)
		}
	}
}

// Objects whose members come in the wrong order at every level are no more
// work than their length.
func TestADeepValueIsNoMoreWorkThanAFlatOne(t *testing.T) {
	const depth = 9990
	core := strings.Repeat("x", 1<<20)
	deep := func(first, last string) string {
		return strings.Repeat(`{`+first+`"b":`, depth) + `"` + core + `"` + strings.Repeat(last+`}`, depth)
	}
	began := time.Now()
	if digestFor(t, deep(``, `,"a":0`)) != digestFor(t, deep(`"a":0,`, ``)) {
		t.Error("the order of members matters")
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

// longList is a list of numbers that has about that many bytes.
func longList(size int) jsontext.Value {
	return jsontext.Value(`[0` + strings.Repeat(`,{"a":10}`, size/9) + `]`)
}

func BenchmarkDigest(b *testing.B) {
	wide := []byte(`{"":0`)
	for i := range 300_000 {
		wide = fmt.Appendf(wide, `,"%x":0`, i)
	}
	for name, value := range map[string]jsontext.Value{
		"order": jsontext.Value(`{"customer":"ada@example.org","lines":[{"sku":"A-1","qty":2},{"sku":"B-2","qty":1}]}`),
		"list":  longList(4 << 20),
		"wide":  append(wide, '}'),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(value)))
			for b.Loop() {
				if _, err := digestOf(value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Two texts have one digest when, and only when, they are one value. What they
// are is said by another implementation; and a text that is written anew, its
// members shuffled, stays the same value.
func FuzzADigest(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"a":1,"b":[true,null,"x"]}`, ` {"b" : [true, null, "\u0078"], "a":1}`},
		{`{"a":{"b":1,"c":2},"d":0}`, `{"d":0,"a":{"c":2,"b":2}}`},
		{`[1,2]`, `[1.0,2]`}, {`"é"`, `"\u00e9"`}, {`{"a":1,"a":1}`, `{"a":1}`}, {`{"\u20ac":0,"\ud83d\ude00":1,"\ufb33":2}`, `{}`},
		{`[[[{"":{"":{}}}]]]`, `"\ud800"`}, {`-0`, `0`}, {``, `{`},
	} {
		f.Add(seed[0], seed[1], uint64(1))
	}
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) {
		da, errA := digestOf(jsontext.Value(a))
		db, errB := digestOf(jsontext.Value(b))
		ca, badA := jsontext.AppendFormat(nil, a, jsontext.ReorderRawObjects(true))
		cb, badB := jsontext.AppendFormat(nil, b, jsontext.ReorderRawObjects(true))
		if (errA == nil) != (badA == nil) || (errB == nil) != (badB == nil) {
			t.Fatalf("%q: %v, %v; %q: %v, %v", a, errA, badA, b, errB, badB)
		}
		if errA != nil {
			return
		}
		if errB == nil && (da == db) != bytes.Equal(ca, cb) {
			t.Errorf("%s and %s: one digest is %v", ca, cb, da == db)
		}
		w := rewriter{rand.New(rand.NewPCG(seed, 0))}
		if again := w.append(nil, jsontext.Value(a)); digestFor(t, string(again)) != da {
			t.Errorf("%s, which is %s, has another digest", again, a)
		}
		if other, changed := w.change(ca); changed && digestFor(t, string(other)) == da {
			t.Errorf("%s, made of %s, has the same digest", other, ca)
		}
	})
}

// A rewriter writes values in other ways.
type rewriter struct{ *rand.Rand }

func (w rewriter) append(b []byte, value jsontext.Value) []byte {
	dec := jsontext.NewDecoder(bytes.NewReader(value))
	b = w.space(b)
	switch value.Kind() {
	case '{':
		return w.space(w.appendObject(b, dec))
	case '[':
		_, _ = dec.ReadToken()
		b = append(b, '[')
		for n := 0; dec.PeekKind() != ']'; n++ {
			if n > 0 {
				b = append(b, ',')
			}
			item, _ := dec.ReadValue()
			b = w.append(b, item)
		}
		return w.space(append(b, ']'))
	case '"':
		return w.space(w.appendText(b, value))
	}
	item, _ := dec.ReadValue()
	return w.space(append(b, item...))
}

func (w rewriter) appendObject(b []byte, dec *jsontext.Decoder) []byte {
	_, _ = dec.ReadToken()
	var all [][]byte
	for dec.PeekKind() != '}' {
		name, _ := dec.ReadValue()
		member := append(w.space(w.appendText(w.space(nil), name)), ':')
		value, _ := dec.ReadValue()
		all = append(all, w.append(member, value))
	}
	w.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	b = append(b, '{')
	b = append(b, bytes.Join(all, []byte(","))...)
	return append(b, '}')
}

func (w rewriter) appendText(b []byte, value jsontext.Value) []byte {
	text, _ := jsontext.AppendUnquote(nil, bytes.TrimSpace(value))
	b = append(b, '"')
	for _, r := range string(text) {
		switch {
		case r < ' ' || r == '"' || r == '\\' || r < 0x10000 && w.IntN(2) == 0:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}

func (w rewriter) space(b []byte) []byte {
	return append(b, " \t\r\n"[:w.IntN(5)]...)
}

// change alters one digit or flag of a canonical text, if it has one.
func (w rewriter) change(canonical []byte) ([]byte, bool) {
	for at, c := range canonical {
		if c == '7' || c == '8' { // any 7 may be an 8: in a number, a text, a name or an escape
			other := bytes.Clone(canonical)
			other[at] = '7' + '8' - c
			return other, jsontext.Value(other).IsValid()
		}
	}
	return nil, false
}
