package mirror

import (
	"bytes"
	"fmt"
	"math/big"
	nethttp "net/http"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

func TestAPlainHeaderIsComparedWithoutAllocating(t *testing.T) {
	lines, body := []string{" " + strings.Repeat("get_order", 20) + " "}, []byte(strings.Repeat("get_order", 20))
	none, arguments := &Set{}, jsontext.Value(`{"a":1}`)
	same := true
	if got := testing.AllocsPerRun(100, func() {
		same = same && Repeats(lines, body) && none.Mismatch(arguments, nil) == ""
	}); got != 0 || !same {
		t.Errorf("allocates %v times, and says %t", got, same)
	}
}

// searching mirrors an argument of each type, and one within an object.
const searching = `{"type":"object","properties":{
	"region":{"type":"string","x-mcp-header":"Region"},
	"limit":{"type":"integer","x-mcp-header":"Limit"},
	"dry":{"type":"boolean","x-mcp-header":"Dry-Run"},
	"filter":{"type":"object","properties":{"tenant":{"x-mcp-header":"tenant","type":"string"},"page":{"type":"integer"}}},
	"note":{"type":"string"}}}`

func mirrorsFor(tb testing.TB, schema string) *Set {
	tb.Helper()
	m, problems := Find([]byte(schema))
	if problems != nil {
		tb.Fatal(problems)
	}
	return &m
}

// headerOf makes a header of lines such as "Region: eu".
func headerOf(lines ...string) nethttp.Header {
	h := nethttp.Header{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ": ")
		h.Add("Mcp-Param-"+name, value)
	}
	return h
}

func TestHeadersThatRepeatTheirArgumentsFit(t *testing.T) {
	m := mirrorsFor(t, searching)
	for _, c := range []struct {
		arguments string
		header    nethttp.Header
	}{
		{``, nil},
		{`null`, nil},
		{`{}`, nil},
		{`{"region":null,"limit":null,"dry":null,"filter":null}`, nil},
		{`{"note":"x"}`, headerOf("Note: y", "Other: z")},
		{`{"region":"eu"}`, headerOf("Region: eu")},
		{`{"region":"eu"}`, headerOf("region:  eu ")},
		{`{"region":""}`, headerOf("Region: ")},
		{`{"region":"é"}`, headerOf("Region: =?base64?w6k=?=")},
		{`{"region":"\u0065u"}`, headerOf("Region: eu")},
		{`{"r\u0065gion":"eu"}`, headerOf("Region: eu")},
		{`{"region":"=?base64?w6k=?="}`, headerOf("Region: =?base64?PT9iYXNlNjQ/dzZrPT89?=")},
		{`{"region":"=?BASE64?w6k=?="}`, headerOf("Region: =?BASE64?w6k=?=")},
		{`{"region":"w6k=?="}`, headerOf("Region: w6k=?=")},
		{`{"limit":42}`, headerOf("Limit: 42")},
		{`{"limit":42.0}`, headerOf("Limit: 42")},
		{`{"limit":42}`, headerOf("Limit: 42.0")},
		{`{"limit":4.2e1}`, headerOf("Limit: 420E-1")},
		{`{"limit":-0}`, headerOf("Limit: 0")},
		{`{"limit":90071992547409931}`, headerOf("Limit: 90071992547409931")},
		{`{"limit":1e400}`, headerOf("Limit: 10e399")},
		{`{"dry":true}`, headerOf("Dry-Run: true")},
		{`{"dry":false}`, headerOf("Dry-Run: false")},
		{`{"filter":{"tenant":"a","page":1}}`, headerOf("Tenant: a")},
		{`{"filter":"none"}`, nil}, // of the wrong type, which is for the schema to say
		{`{"note":{"region":"eu","REGION":"eu"},"note":[{"region":"x"}]}`, nil},
	} {
		if got := m.Mismatch(jsontext.Value(c.arguments), c.header); got != "" {
			t.Errorf("%s with %v: %s", c.arguments, c.header, got)
		}
	}
}

func TestWhatAHeaderDoesNotRepeatIsSaid(t *testing.T) {
	m := mirrorsFor(t, searching)
	for _, c := range []struct {
		arguments string
		header    nethttp.Header
		want      string
	}{
		{`{"region":"eu"}`, nil,
			`Mcp-Param-Region must be "eu" once, as "region" is in the arguments; got none`},
		{`{"region":"eu"}`, headerOf("Region: us"),
			`Mcp-Param-Region must be "eu" once, as "region" is in the arguments; got "us"`},
		{`{"region":"eu"}`, headerOf("Region: EU"),
			`Mcp-Param-Region must be "eu" once, as "region" is in the arguments; got "EU"`},
		{`{"region":"eu"}`, headerOf("Region: eu", "Region: eu"),
			`Mcp-Param-Region must be "eu" once, as "region" is in the arguments; got 2 of them`},
		{`{"region":""}`, nil,
			`Mcp-Param-Region must be "" once, as "region" is in the arguments; got none`},
		{`{"region":"é"}`, headerOf("Region: =?base64?w6k?="),
			`Mcp-Param-Region must be "é" once, as "region" is in the arguments; got "=?base64?w6k?="`},
		{`{"region":"é"}`, headerOf("Region: é"),
			`Mcp-Param-Region must be "é" once, as "region" is in the arguments; got "é"`},
		{`{"region":"=?base64?w6k=?="}`, headerOf("Region: =?base64?w6k=?="),
			`Mcp-Param-Region must be "=?base64?w6k=?=" once, as "region" is in the arguments; got "=?base64?w6k=?="`},
		{`{}`, headerOf("Region: eu"),
			`Mcp-Param-Region must be absent, as "region" is in the arguments; got "eu"`},
		{`{"region":null}`, headerOf("Region: "),
			`Mcp-Param-Region must be absent, as "region" is in the arguments; got ""`},
		{``, headerOf("Dry-Run: true"),
			`Mcp-Param-Dry-Run must be absent, as "dry" is in the arguments; got "true"`},
		{`{"filter":"none"}`, headerOf("Tenant: a"),
			`Mcp-Param-Tenant must be absent, as "filter.tenant" is in the arguments; got "a"`},
		{`{"filter":{"tenant":"a"}}`, headerOf("Tenant: b"),
			`Mcp-Param-Tenant must be "a" once, as "filter.tenant" is in the arguments; got "b"`},
		{`{"limit":42}`, headerOf("Limit: 43"),
			`Mcp-Param-Limit must be "42" once, as "limit" is in the arguments; got "43"`},
		{`{"limit":90071992547409931}`, headerOf("Limit: 90071992547409932"),
			`Mcp-Param-Limit must be "90071992547409931" once, as "limit" is in the arguments; got "90071992547409932"`},
		{`{"limit":42}`, headerOf("Limit: 042"),
			`Mcp-Param-Limit must be "42" once, as "limit" is in the arguments; got "042"`},
		{`{"dry":true}`, headerOf("Dry-Run: True"),
			`Mcp-Param-Dry-Run must be "true" once, as "dry" is in the arguments; got "True"`},
		{`{"region":7}`, headerOf("Region: 7"),
			`Mcp-Param-Region must mirror "region", which must be text; got a number`},
		{`{"limit":"42"}`, headerOf("Limit: 42"),
			`Mcp-Param-Limit must mirror "limit", which must be a whole number; got text`},
		{`{"limit":4.5}`, headerOf("Limit: 4.5"),
			`Mcp-Param-Limit must mirror "limit", which must be a whole number; got a number`},
		{`{"dry":"true"}`, nil,
			`Mcp-Param-Dry-Run must mirror "dry", which must be a flag; got text`},
		{`{"region":{"a":1}}`, nil,
			`Mcp-Param-Region must mirror "region", which must be text; got an object`},
		{`{"region":"` + strings.Repeat("x", 100) + `"}`, headerOf("Region: " + strings.Repeat("y", 100)),
			`Mcp-Param-Region must be "` + strings.Repeat("x", 64) + `…" once, as "region" is in the arguments; got "` + strings.Repeat("y", 64) + `…"`},
		{`{"region":`, nil, `the arguments must be JSON where headers mirror them`},
	} {
		if got := m.Mismatch(jsontext.Value(c.arguments), c.header); got != c.want {
			t.Errorf("%s with %v:\ngot  %s\nwant %s", c.arguments, c.header, got, c.want)
		}
	}
}

// The codec takes a name in any case, and another decoder may take the first or
// the last of two. None of them may see another value than the header shows.
func TestAnArgumentThatCanBeReadInTwoWaysFitsNoHeader(t *testing.T) {
	m := mirrorsFor(t, searching)
	twice, spelled := "must be given once", "must be spelled"
	for arguments, want := range map[string]string{
		`{"region":"eu","region":"us"}`:                               twice,
		`{"region":"eu","region":"eu"}`:                               twice,
		`{"region":null,"region":"eu"}`:                               twice,
		`{"region":"eu","r\u0065gion":"us"}`:                          twice,
		`{"region":"eu","filter":{},"filter":{}}`:                     twice,
		`{"region":"eu","filter":{"tenant":null,"tenant":null}}`:      twice,
		`{"region":"eu","filter":null,"filter":{"tenant":"a"}}`:       twice,
		`{"region":"eu","Region":"us"}`:                               spelled,
		`{"Region":"eu"}`:                                             spelled,
		`{"region":"eu","FILTER":{}}`:                                 spelled,
		`{"region":"eu","filter":{"Tenant":"a"}}`:                     spelled,
		`{"region":"eu","limit":3,"` + "\u017f" + `":1,"LIMIT":null}`: spelled,
	} {
		for _, h := range []nethttp.Header{headerOf("Region: eu", "Limit: 3"), headerOf("Region: us"), headerOf("Region: eu", "Tenant: a"), nil} {
			if got := m.Mismatch(jsontext.Value(arguments), h); got == "" {
				t.Errorf("%s fits %v", arguments, h)
			}
		}
		if got := m.Mismatch(jsontext.Value(arguments), headerOf("Region: eu", "Limit: 3")); !strings.Contains(got, want) {
			t.Errorf("%s: %s", arguments, got)
		}
	}
}

func TestALongNameCostsNoMoreThanItself(t *testing.T) {
	var properties []string
	for i := range mostMirrors {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string","x-mcp-header":"P%d"}`, i, i))
	}
	m := mirrorsFor(t, `{"properties":{`+strings.Join(properties, ",")+`}}`)
	arguments := jsontext.Value(`{"` + strings.Repeat("p", 1<<20) + `":1}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	why := m.Mismatch(arguments, nil)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; why != "" || took > 8*uint64(len(arguments)) {
		t.Errorf("allocates %d bytes for %d, and says %q", took, len(arguments), why)
	}
}

// However the arguments are written, the header that fits is the one that says
// what a decoder reads.
func FuzzMismatch(f *testing.F) {
	for _, arguments := range []string{
		``, `{}`, `{"region":"eu","limit":42.0,"dry":true,"filter":{"tenant":"a"}}`, `{"region":"eu","region":"us"}`,
		`{"Region":"eu"}`, `{"limit":1e9}`, `{"limit":0.1e1,"region":null}`, `{"filter":{"filter":{"tenant":1}}}`, `[`, `"x"`,
	} {
		f.Add(arguments, "eu", "42")
	}
	m := mirrorsFor(f, searching)
	f.Fuzz(func(t *testing.T, arguments, region, limit string) {
		why := m.Mismatch(jsontext.Value(arguments), nethttp.Header{"Mcp-Param-Region": {region}, "Mcp-Param-Limit": {limit}})
		if len(why) > 1000 || !utf8.ValidString(why) {
			t.Errorf("says %q", why)
		}
		if why != "" {
			return
		}
		var read struct {
			Region *string
			Limit  *jsontext.Value
		}
		if err := unmarshalAsTheCodec([]byte(arguments), &read); err != nil {
			t.Skip("the codec refuses it")
		}
		if text, ok := headerText(region); read.Region == nil || !ok || *read.Region != text {
			t.Errorf("%s fits region %q", arguments, region)
		}
		header, _ := headerText(limit)
		if read.Limit == nil || len(*read.Limit) > 100 || len(header) > 100 {
			return
		}
		if strings.ContainsAny(string(*read.Limit)+header, "eE") {
			return // big.Rat would write all the noughts
		}
		given, _ := new(big.Rat).SetString(string(*read.Limit))
		shown, ok := new(big.Rat).SetString(header)
		if given == nil || !ok || given.Cmp(shown) != 0 || !given.IsInt() || !bytes.ContainsAny([]byte(header), "0123456789") {
			t.Errorf("%s fits limit %q", arguments, limit)
		}
	})
}

func TestNumbersAreComparedByTheirValue(t *testing.T) {
	m := mirror{header: "Mcp-Param-N", path: []string{"n"}, kind: '0'}
	for _, same := range [][]string{
		{"0", "-0", "0.0", "0e5", "-0.00e-3"},
		{"42", "42.0", "4.2e1", "420e-1", "42E+0", "0.042e3"},
		{"-1000", "-1e3", "-10.00e2"},
		{"123456789012345678901234567890", "12345678901234567890123456789e1"},
	} {
		for _, text := range same {
			if !m.equal(jsontext.Value(same[0]), text) {
				t.Errorf("%s is not taken for %s", text, same[0])
			}
		}
	}
	for _, pair := range [][2]string{{"42", "-42"}, {"42", "420"}, {"42", "4.2"}, {"0", "1"}, {"9007199254740993", "9007199254740992"}} {
		if m.equal(jsontext.Value(pair[0]), pair[1]) {
			t.Errorf("%s is taken for %s", pair[0], pair[1])
		}
	}
	for _, text := range []string{"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "1_0", "0x10", "1 1", "١", "NaN", "1e1.5", "--1"} {
		if m.equal(jsontext.Value("1"), text) {
			t.Errorf("%q is taken for a number", text)
		}
	}
}
