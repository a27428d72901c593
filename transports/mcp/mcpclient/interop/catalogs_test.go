package interop_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func resources(t *testing.T, g *guest) {
	list, err := g.ListResources(within(t), nil)
	if err != nil || len(list.Resources) == 0 {
		t.Fatalf("got %+v, %v", list, err)
	}
	templates, err := g.ListResourceTemplates(within(t), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate != "test://template/{id}/data" {
		t.Errorf("got %+v, %v", templates, err)
	}
	if c := g.read(t, list.Resources[0].URI); c.Text == "" && c.Blob == nil {
		t.Error("the first resource has nothing in it")
	}
	if c := g.read(t, "test://static-text"); c.MIMEType != "text/plain" || c.Text == "" {
		t.Errorf("got %+v, want text", c)
	}
	if c := g.read(t, "test://static-binary"); c.MIMEType != "image/png" || !bytes.HasPrefix(c.Blob, []byte("\x89PNG")) {
		t.Errorf("got %+v, want a picture", c)
	}
	if c := g.read(t, "test://template/42/data"); c.MIMEType != "application/json" || !strings.Contains(c.Text, "42") {
		t.Errorf("got %+v, want the id in JSON", c)
	}
	want := int64(-32602)
	if g.handshake {
		want = -32002
	}
	if _, err := g.ReadResource(within(t), &mcpsdk.ReadResourceParams{URI: "test://no-such-thing"}); code(err) != want {
		t.Errorf("got %v, want error %d", err, want)
	}
}

// read reads a resource of one piece.
func (g *guest) read(t *testing.T, uri string) *mcpsdk.ResourceContents {
	t.Helper()
	result, err := g.ReadResource(within(t), &mcpsdk.ReadResourceParams{URI: uri})
	if err != nil || len(result.Contents) != 1 || result.Contents[0].URI != uri {
		t.Fatalf("%s: got %+v, %v", uri, result, err)
	}
	return result.Contents[0]
}

func prompts(t *testing.T, g *guest) {
	var names []string
	for p, err := range g.Prompts(within(t), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, p.Name)
	}
	if !slices.Contains(names, "test_prompt_with_arguments") {
		t.Errorf("got %v", names)
	}
	for _, c := range []struct {
		name      string
		arguments map[string]string
		want      []string
	}{
		{"test_simple_prompt", nil, []string{"text"}},
		{"test_prompt_with_arguments", map[string]string{"arg1": "first-value", "arg2": "second-value"}, []string{"text"}},
	} {
		result := g.prompt(t, c.name, c.arguments)
		if diff := cmp.Diff(c.want, kindsIn(result)); diff != "" {
			t.Errorf("%s (-want +got): %s", c.name, diff)
		}
		for _, value := range c.arguments {
			if said, ok := result.Messages[0].Content.(*mcpsdk.TextContent); !ok || !strings.Contains(said.Text, value) {
				t.Errorf("%s: got %+v, want %q in it", c.name, result.Messages[0].Content, value)
			}
		}
	}
	embedded := g.prompt(t, "test_prompt_with_embedded_resource", map[string]string{"resourceUri": "test://example"})
	if !slices.Contains(kindsIn(embedded), "resource") {
		t.Errorf("got %v, want a resource", kindsIn(embedded))
	}
	if picture := g.prompt(t, "test_prompt_with_image", nil); !slices.Contains(kindsIn(picture), "image/png") {
		t.Errorf("got %v, want a picture", kindsIn(picture))
	}
}

func promptThatAsks(t *testing.T, g *guest) {
	if result := g.prompt(t, "test_input_required_result_prompt", nil); len(result.Messages) == 0 {
		t.Error("no messages")
	}
	if diff := cmp.Diff([]string{"elicitation/create"}, g.were()); diff != "" {
		t.Error("asked (-want +got):", diff)
	}
}

func (g *guest) prompt(t *testing.T, name string, arguments map[string]string) *mcpsdk.GetPromptResult {
	t.Helper()
	result, err := g.GetPrompt(within(t), &mcpsdk.GetPromptParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return result
}

func kindsIn(result *mcpsdk.GetPromptResult) []string {
	var pieces []mcpsdk.Content
	for _, m := range result.Messages {
		pieces = append(pieces, m.Content)
	}
	return kindsOf(pieces)
}

func completion(t *testing.T, g *guest) {
	result, err := g.Complete(within(t), &mcpsdk.CompleteParams{
		Ref:      &mcpsdk.CompleteReference{Type: "ref/prompt", Name: "test_prompt_with_arguments"},
		Argument: mcpsdk.CompleteParamsArgument{Name: "arg1", Value: "t"},
	})
	if err != nil || result.Completion.Values == nil {
		t.Errorf("got %+v, %v", result, err)
	}
}

func schemaWithReferences(t *testing.T, g *guest) {
	for tool, err := range g.Tools(within(t), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if tool.Name != "json_schema_2020_12_tool" {
			continue
		}
		schema, _ := tool.InputSchema.(map[string]any)
		for _, member := range []string{"$schema", "$defs", "properties", "allOf", "if", "then", "else", "additionalProperties"} {
			if _, has := schema[member]; !has {
				t.Errorf("the schema has no %s: %v", member, schema)
			}
		}
		return
	}
	t.Error("json_schema_2020_12_tool is not listed")
}

// argumentInHeader calls a tool that wants one of its arguments in a header
// too, which the client knows from the list.
func argumentInHeader(t *testing.T, g *guest) {
	if _, err := g.ListTools(within(t), nil); err != nil {
		t.Fatal(err)
	}
	for _, region := range []string{"eu-north-1", "Ærø, søndag"} {
		if result, said := g.call(t, "test_x_mcp_header", map[string]any{"region": region}); result.IsError || said == "" {
			t.Errorf("%s: got %q", region, said)
		}
	}
	if g.at.url == "" {
		return
	}
	met := g.wire.met()
	if last := met[len(met)-1].request; last.Header.Get("Mcp-Param-Region") == "" {
		t.Errorf("the client sent no header: %v", last.Header)
	}
}
