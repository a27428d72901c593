package capability

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestWhatAClientDeclaresIsWhatItCan(t *testing.T) {
	for _, c := range []struct {
		object string
		want   Set
	}{
		{`{}`, 0},
		{`{"roots":{"listChanged":true}}`, Roots},
		{`{"sampling":{}}`, Sampling},
		{` { "sampling" : { "tools":{}, "context":{"x":1}, "more":7 } } `, Sampling | SamplingTools | SamplingContext},
		{`{"elicitation":{}}`, Form},
		{`{"elicitation":{"voice":{}}}`, Form},
		{`{"elicitation":{"form":{}}}`, Form},
		{`{"elicitation":{"url":{}}}`, URL},
		{`{"elicitation":{"url":{},"form":null}}`, URL},
		{`{"elicitation":{"url":null}}`, Form},
		{`{"elicitation":{"url":{},"form":{"x":[]}}}`, Form | URL},
		{`{"roots":null,"sampling":null,"elicitation":null}`, 0},
		{`{"sampling":{"tools":null,"context":null}}`, Sampling},
		{`{"\u0072oots":{}}`, Roots},
		{`{"Roots":{},"experimental":7,"extensions":[{}],"tasks":null}`, 0},
		{`{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}}`, All},
	} {
		if got, ok := readCapabilities(jsontext.Value(c.object)); !ok || got != c.want {
			t.Errorf("%s: got %06b, %v, want %06b", c.object, got, ok, c.want)
		}
	}
}

func TestACapabilityIsAnObject(t *testing.T) {
	for _, object := range []string{
		``, `null`, `[]`, `true`, `"roots"`, `7`, `{`, `{"roots":{}`, `{"roots":{}}x`,
		`{"roots":true}`, `{"roots":[]}`, `{"sampling":1}`, `{"sampling":{"tools":true}}`, `{"sampling":{"context":"all"}}`,
		`{"elicitation":[]}`, `{"elicitation":{"form":1}}`, `{"elicitation":{"url":"https"}}`, `{"elicitation":{"url":{}`,
		`{"sampling":{},"sampling":{}}`, `{"elicitation":{"url":{},"url":{}}}`, `{"x":{"y":}}`,
	} {
		if got, ok := readCapabilities(jsontext.Value(object)); ok || got != 0 {
			t.Errorf("%s: got %06b, %v", object, got, ok)
		}
	}
}

func TestMissingCapabilitiesAreNamedAsAnObject(t *testing.T) {
	for _, c := range []struct {
		has, needs Set
		want       string
	}{
		{All, All, `{}`},
		{Form, Sampling, `{"sampling":{}}`},
		{Sampling, Sampling | SamplingTools, `{"sampling":{"tools":{}}}`},
		{0, Sampling | SamplingContext, `{"sampling":{"context":{}}}`},
		{0, Roots | Form, `{"roots":{},"elicitation":{}}`},
		{Form, URL, `{"elicitation":{"url":{}}}`},
		{0, All, `{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}}`},
	} {
		if got := string(c.has.Missing(c.needs).Append(nil)); got != c.want {
			t.Errorf("%06b of %06b: got %s, want %s", c.has, c.needs, got, c.want)
		}
	}
}

func TestCapabilitiesAreReadAsTheyAreWritten(t *testing.T) {
	for c := range All + 1 {
		want := c
		if c&(SamplingTools|SamplingContext) != 0 {
			want |= Sampling // who has a part has the whole
		}
		if got, ok := readCapabilities(c.Append(nil)); !ok || got != want {
			t.Errorf("%06b: %s was read as %06b, %v", c, c.Append(nil), got, ok)
		}
	}
}

func readCapabilities(object jsontext.Value) (c Set, ok bool) {
	ok = c.Read(object)
	return c, ok
}
