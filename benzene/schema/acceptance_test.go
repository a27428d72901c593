package schema_test

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

type Stamp struct{ time.Time }

type Node struct {
	Name     string `json:"name"`
	Children []Node `json:"children,omitzero"`
}

type plan struct {
	Root   Node               `json:"root" validate:"required"`
	From   *time.Time         `json:"from,omitzero"`
	Until  *time.Time         `json:"until,omitzero"`
	Seen   Stamp              `json:"seen,omitzero"`
	Tags   []string           `json:"tags,omitzero"`
	Labels map[string]string  `json:"labels,omitzero"`
	Extra  stdjson.RawMessage `json:"extra,omitzero"`
}

func TestAToolsArgumentsAreDescribedAsTheyTravel(t *testing.T) {
	want := `{"type":"object","properties":{` +
		`"root":{"$ref":"#/$defs/Node"},` +
		`"from":{"type":"string","format":"date-time"},` +
		`"until":{"type":"string","format":"date-time"},` +
		`"seen":{"type":"string","format":"date-time"},` +
		`"tags":{"type":"array","items":{"type":"string"}},` +
		`"labels":{"type":"object","additionalProperties":{"type":"string"}},` +
		`"extra":{}},"required":["root"],` +
		`"$defs":{"Node":{"type":"object","properties":{` +
		`"name":{"type":"string"},` +
		`"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[plan](), schema.Input)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatTheSchemaAcceptsReachesTheHandlerUnchanged(t *testing.T) {
	s := compile(t, derive(t, reflect.TypeFor[plan](), schema.Input))
	for _, text := range []string{
		`{"root":{"name":"a"}}`,
		`{"root":{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}}`,
		`{"root":{"name":""},"from":"2026-01-02T03:04:05Z","until":"2026-01-02T03:04:05.5+01:00","seen":"2026-01-02T03:04:05Z"}`,
		`{"root":{"name":"a"},"tags":["x",""],"labels":{"k":"v"},"extra":{"any":[1,null,true]}}`,
		`{"root":{"name":"a"},"tags":[],"labels":{},"extra":7}`,
	} {
		if err := accepts(t, s, text); err != nil {
			t.Errorf("%s is refused: %v", text, err)
		}
		var p plan
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Errorf("%s does not decode: %v", text, err)
		}
		back, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, string(back)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhatTheSchemaRefusesDoesNotDecode(t *testing.T) {
	s := compile(t, derive(t, reflect.TypeFor[plan](), schema.Input))
	for _, text := range []string{
		`[]`, `7`, `"{}"`,
		`{"root":"a"}`,
		`{"root":{"name":7}}`,
		`{"root":{"name":"a","children":{}}}`,
		`{"root":{"name":"a","children":[{"name":"b","children":[{"name":["c"]}]}]}}`,
		`{"root":{"name":"a"},"from":1767323045}`,
		`{"root":{"name":"a"},"until":"tomorrow"}`,
		`{"root":{"name":"a"},"seen":{"Time":"2026-01-02T03:04:05Z"}}`,
		`{"root":{"name":"a"},"tags":"x"}`,
		`{"root":{"name":"a"},"tags":[1]}`,
		`{"root":{"name":"a"},"labels":[]}`,
		`{"root":{"name":"a"},"labels":{"k":1}}`,
	} {
		if accepts(t, s, text) == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if json.Unmarshal([]byte(text), new(plan)) == nil {
			t.Errorf("%s decodes", text)
		}
	}
}

func TestNoSchemaHasTwoTypesAndNoneIsBoolean(t *testing.T) {
	for _, d := range []schema.Direction{schema.Input, schema.Output} {
		for _, typ := range corpus() {
			text := derive(t, typ, d)
			for _, bad := range []string{`"type":[`, `:true`, `:false`, `"required":[]`, `null,`, `"items":[`} {
				if strings.Contains(text, bad) {
					t.Errorf("%v has %s: %s", typ, bad, text)
				}
			}
			if strings.Count(text, `"type":"array"`) != strings.Count(text, `"items":{`) {
				t.Errorf("%v has an array without items: %s", typ, text)
			}
		}
	}
}
