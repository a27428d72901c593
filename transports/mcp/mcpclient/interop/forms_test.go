package interop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func formDefaults(t *testing.T, g *guest) {
	if result, said := g.call(t, "test_elicitation_sep1034_defaults", nil); result.IsError || said == "" {
		t.Errorf("got %q", said)
	}
	got := map[string]any{}
	for name := range g.fields(t) {
		got[name] = g.fields(t)[name]["default"]
	}
	want := map[string]any{"name": "John Doe", "age": 30.0, "score": 95.5, "status": "active", "verified": true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("defaults (-want +got):", diff)
	}
}

func formChoices(t *testing.T, g *guest) {
	if result, said := g.call(t, "test_elicitation_sep1330_enums", nil); result.IsError || said == "" {
		t.Errorf("got %q", said)
	}
	fields := g.fields(t)
	for name, member := range map[string]string{"untitledSingle": "enum", "titledSingle": "oneOf", "legacyEnum": "enumNames"} {
		if fields[name][member] == nil {
			t.Errorf("%s has no %s: %v", name, member, fields[name])
		}
	}
	for name, member := range map[string]string{"untitledMulti": "enum", "titledMulti": "anyOf"} {
		if items, _ := fields[name]["items"].(map[string]any); items[member] == nil {
			t.Errorf("the items of %s have no %s: %v", name, member, fields[name])
		}
	}
}

// fields are those of the one form that the guest was given.
func (g *guest) fields(t *testing.T) map[string]map[string]any {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.forms) != 1 {
		t.Fatalf("%d forms, want one", len(g.forms))
	}
	properties, _ := g.forms[0]["properties"].(map[string]any)
	fields := map[string]map[string]any{}
	for name, field := range properties {
		fields[name], _ = field.(map[string]any)
	}
	return fields
}
