package mcp_test

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type branch struct {
	Name     string            `json:"name"`
	From     *time.Time        `json:"from,omitempty"`
	To       *time.Time        `json:"to,omitempty"`
	At       moment            `json:"at,omitzero"`
	Tags     []string          `json:"tags,omitempty"`
	Notes    map[string]string `json:"notes,omitempty"`
	Raw      jsontext.Value    `json:"raw,omitempty"`
	Children []branch          `json:"children,omitempty"`
}

type moment struct{ time.Time }

// What the schema of a type takes reaches the function unchanged, and what it does
// not take is refused, whichever way the tool is declared.
func TestASchemaIsOfWhatIsDecoded(t *testing.T) {
	registry, err := benzene.NewRegistry(benzene.Handle("branch", func(_ context.Context, b branch) (branch, error) { return b, nil }))
	if err != nil {
		t.Fatal(err)
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("topic", "Takes a branch.", "branch"),
		mcp.FuncOf("func", "Takes a branch.", func(_ context.Context, _ *mcp.Call, b branch) (*mcp.Result, error) {
			return &mcp.Result{Structured: b}, nil
		}, mcp.OutputSchema(mcp.SchemaFor[branch]())),
	))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	const time = `"2026-01-02T03:04:05Z"`
	sample := `{"name":"a","from":` + time + `,"to":` + time + `,"at":` + time + `,"tags":["x"],"notes":{"k":"v"},"raw":{"n":[9007199254740993]},"children":[{"name":"b","children":[{"name":"c"}]}]}`
	wrong := []string{`{"name":7}`, `{"tags":"x"}`, `{"notes":[]}`, `{"children":[{"children":[{"name":[]}]}]}`, `{"at":{}}`}
	for name, tool := range d.listAt(t, "2025-11-25") {
		if bad := regexp.MustCompile(`"type":\[|"properties":null|":(true|false)[,}]`).FindString(string(tool.Input) + string(tool.Output)); bad != "" {
			t.Errorf("%s: %s in %s", name, bad, tool.Input)
		}
		if strings.Count(string(tool.Input), `"format":"date-time"`)%3 != 0 {
			t.Errorf("%s: the times differ: %s", name, tool.Input)
		}
		schema := compiled(t, tool.Input)
		for _, arguments := range append(wrong, sample) {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(arguments)))
			if err != nil {
				t.Fatal(err)
			}
			text, result := d.call(t, name, arguments).tool(t)
			if takes := schema.Validate(value) == nil; takes == result.IsError || takes && text != arguments {
				t.Errorf("%s: the schema says %v of %s, the tool %s", name, takes, arguments, text)
			}
		}
	}
}
