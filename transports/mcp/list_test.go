package mcp_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// A listed is a tool as tools/list has it.
type listed struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Input       jsontext.Value  `json:"inputSchema"`
	Output      jsontext.Value  `json:"outputSchema"`
	Annotations map[string]bool `json:"annotations"`
}

func (d *desk) list(t *testing.T) []listed {
	t.Helper()
	var list struct {
		Tools []listed `json:"tools"`
	}
	if err := json.Unmarshal(d.post(t, listTools).result, &list, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

func TestToolsAreListedByName(t *testing.T) {
	var names []string
	for _, tool := range newDesk(t).list(t) {
		names = append(names, tool.Name)
		if tool.Description == "" {
			t.Errorf("%s has no description", tool.Name)
		}
	}
	want := []string{"echo", "echo_2", "event", "exits", "fails", "hollow", "items", "list", "missing", "none", "order", "panics", "ping_tool", "text"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestTheListIsTheSameEveryTime(t *testing.T) {
	d := newDesk(t)
	first := d.post(t, listTools).text
	for range 20 {
		if d.post(t, listTools).text != first || newDesk(t).post(t, listTools).text != first {
			t.Fatal("another list")
		}
	}
}

func TestTheHintsAreAlwaysWritten(t *testing.T) {
	got := map[string]map[string]bool{}
	for _, tool := range newDesk(t).list(t) {
		got[tool.Name] = tool.Annotations
	}
	for name, want := range map[string]map[string]bool{
		"echo":  {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true},
		"order": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false},
		"event": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false},
	} {
		if diff := cmp.Diff(want, got[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestEverySchemaIsOneThatStrictClientsTake(t *testing.T) {
	for _, tool := range newDesk(t).list(t) {
		for _, schema := range []jsontext.Value{tool.Input, tool.Output} {
			if schema == nil {
				continue
			}
			var s struct {
				Type       string                    `json:"type"`
				Properties map[string]jsontext.Value `json:"properties"`
				Required   jsontext.Value            `json:"required"`
			}
			if err := json.Unmarshal(schema, &s); err != nil || s.Type != "object" || s.Properties == nil || s.Required != nil && s.Required.Kind() != '[' {
				t.Errorf("%s: %s", tool.Name, schema)
			}
			compiled(t, schema)
		}
		if tool.Input == nil {
			t.Errorf("%s has no input schema", tool.Name)
		}
	}
}

func compiled(t *testing.T, text jsontext.Value) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("tool", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("tool")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return schema
}

func TestOnlyObjectsHaveAnOutputSchema(t *testing.T) {
	var with []string
	for _, tool := range newDesk(t).list(t) {
		if tool.Output != nil {
			with = append(with, tool.Name)
		}
	}
	want := []string{"echo", "echo_2", "exits", "fails", "hollow", "items", "missing", "none", "order", "panics", "ping_tool"}
	if diff := cmp.Diff(want, with); diff != "" {
		t.Error(diff)
	}
}

func TestAListWithoutToolsIsEmpty(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint())
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	if got := d.post(t, listTools); string(got.result) != `{"tools":[]}` {
		t.Error(got.text)
	}
	d.call(t, "echo", `{}`).faulty(t, 200, -32602)
}

func TestTheListHasOnePage(t *testing.T) {
	d := newDesk(t)
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`).faulty(t, 200, -32602)
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`).faulty(t, 200, -32602)
	if h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}`); h.result == nil {
		t.Error(h.text)
	}
}

func TestOnlyWhatIsDeclaredIsOffered(t *testing.T) {
	d := newDesk(t)
	for _, topic := range []string{"none ", "benzene:healthcheck", "ping"} {
		if slices.ContainsFunc(d.list(t), func(l listed) bool { return l.Name == topic }) {
			t.Errorf("%s is listed", topic)
		}
		d.call(t, topic, `{}`).faulty(t, 200, -32602)
	}
}
