package interop_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheTypeScriptClientsUseEverything(t *testing.T) {
	addresses := everything(t)
	for _, c := range dialects() {
		for name, at := range addresses {
			t.Run(c.sdk+" at "+c.revision+" over "+name, func(t *testing.T) {
				d, hello := drive(t), greeting{}
				d.must(t, &hello, "connect", at.driven(c.sdk, c.revision))
				if hello.Revision != c.revision {
					t.Errorf("revision %q was agreed on", hello.Revision)
				}
				d.must(t, nil, "listTools")
				t.Run("progress", func(t *testing.T) { c.progress(t, d) })
				t.Run("logging", func(t *testing.T) { c.logs(t, d) })
				t.Run("input", func(t *testing.T) { c.asks(t, d) })
				t.Run("choices in forms", func(t *testing.T) { c.chooses(t, d) })
				t.Run("resources", func(t *testing.T) { c.reads(t, d) })
				t.Run("prompts", func(t *testing.T) { c.prompts(t, d) })
				d.must(t, nil, "close")
			})
		}
	}
}

func (dialect) progress(t *testing.T, d *driver) {
	o := d.must(t, nil, "callTool", map[string]any{"name": "test_tool_with_progress", "arguments": map[string]any{}})
	var steps []any
	for _, n := range o.Told {
		steps = append(steps, n.Params["progress"])
	}
	if diff := cmp.Diff([]any{0.0, 50.0, 100.0}, steps); diff != "" {
		t.Error("steps (-want +got):", diff)
	}
}

func (c dialect) logs(t *testing.T, d *driver) {
	ask := map[string]any{"name": "test_tool_with_logging", "arguments": map[string]any{}}
	if c.handshake {
		d.must(t, nil, "setLoggingLevel", "info")
	} else {
		ask["_meta"] = map[string]any{"io.modelcontextprotocol/logLevel": "info"}
	}
	o := d.must(t, nil, "callTool", ask)
	if len(o.Told) < 3 || o.Told[0].Method != "notifications/message" || o.Told[0].Params["level"] != "info" {
		t.Errorf("told %+v, want three messages", o.Told)
	}
}

func (c dialect) asks(t *testing.T, d *driver) {
	const elicit, sample = "elicitation/create", "sampling/createMessage"
	for _, ask := range []struct {
		from, tool string
		arguments  map[string]any
		want       string // in the text
		asked      []string
	}{
		{"2024-11-05", "test_sampling", map[string]any{"prompt": "say something"}, sampled, []string{sample}},
		{"2024-11-05", "test_input_required_result_sampling", nil, sampled, []string{sample}},
		{"2024-11-05", "test_input_required_result_list_roots", nil, home, []string{"roots/list"}},
		{"2025-06-18", "test_elicitation", map[string]any{"message": "Who is it?"}, "ada", []string{elicit}},
		{"2025-06-18", "test_input_required_result_elicitation", nil, "Ada", []string{elicit}},
		{"2025-06-18", "test_input_required_result_request_state", nil, "state-ok", []string{elicit}},
		{"2025-06-18", "test_input_required_result_multiple_inputs", nil, "Ada", []string{elicit, "roots/list", sample}},
		{"2025-06-18", "test_input_required_result_multi_round", nil, "", []string{elicit, elicit}},
	} {
		if ask.from > c.revision {
			continue
		}
		var result tsResult
		o := d.must(t, &result, "callTool", map[string]any{"name": ask.tool, "arguments": ask.arguments})
		if result.IsError || len(result.Content) == 0 || !strings.Contains(result.Content[0].Text, ask.want) {
			t.Errorf("%s: got %+v, want %q in it", ask.tool, result, ask.want)
		}
		if diff := cmp.Diff(ask.asked, kindsAsked(o)); diff != "" {
			t.Errorf("%s asked (-want +got): %s", ask.tool, diff)
		}
	}
}

// kindsAsked lists the kinds of requests that came in a step, sorted.
func kindsAsked(o outcome) []string {
	kinds := make([]string, 0, len(o.Asked))
	for _, r := range o.Asked {
		kinds = append(kinds, r.Method)
	}
	slices.Sort(kinds)
	return kinds
}

func (c dialect) chooses(t *testing.T, d *driver) {
	if c.revision < "2025-11-25" {
		return
	}
	o := d.must(t, nil, "callTool", map[string]any{"name": "test_elicitation_sep1330_enums", "arguments": map[string]any{}})
	if len(o.Asked) != 1 {
		t.Fatalf("asked %+v, want one form", o.Asked)
	}
	form, _ := o.Asked[0].Params["requestedSchema"].(map[string]any)
	if fields, _ := form["properties"].(map[string]any); len(fields) != 5 {
		t.Errorf("got %v, want five fields", form)
	}
}

func (c dialect) reads(t *testing.T, d *driver) {
	var list struct{ Resources []struct{ URI string } }
	d.must(t, &list, "listResources")
	if len(list.Resources) == 0 {
		t.Fatal("no resources")
	}
	for _, uri := range []string{list.Resources[0].URI, "test://static-text", "test://static-binary", "test://template/42/data"} {
		var got struct {
			Contents []struct{ URI, Text, Blob string }
		}
		d.must(t, &got, "readResource", map[string]any{"uri": uri})
		if len(got.Contents) != 1 || got.Contents[0].URI != uri || got.Contents[0].Text+got.Contents[0].Blob == "" {
			t.Errorf("%s: got %+v", uri, got)
		}
	}
	var templates struct {
		ResourceTemplates []struct{ URITemplate string }
	}
	d.must(t, &templates, "listResourceTemplates")
	if len(templates.ResourceTemplates) != 1 {
		t.Errorf("got %+v, want one template", templates)
	}
	code := int64(-32602) // as the second line has it at every revision, whatever came
	if c.sdk == "v1" {
		code = -32002
	}
	d.refused(t, code, "readResource", map[string]any{"uri": "test://no-such-thing"})
}

func (c dialect) prompts(t *testing.T, d *driver) {
	var got struct {
		Messages []struct{ Content struct{ Text string } }
	}
	values := map[string]any{"arg1": "first-value", "arg2": "second-value"}
	d.must(t, &got, "getPrompt", map[string]any{"name": "test_prompt_with_arguments", "arguments": values})
	for _, value := range []string{"first-value", "second-value"} {
		if len(got.Messages) == 0 || !strings.Contains(got.Messages[0].Content.Text, value) {
			t.Errorf("got %+v, want %s in it", got, value)
		}
	}
	if c.revision >= "2025-03-26" {
		d.must(t, nil, "complete", map[string]any{
			"ref":      map[string]any{"type": "ref/prompt", "name": "test_prompt_with_arguments"},
			"argument": map[string]any{"name": "arg1", "value": "t"},
		})
	}
	if c.revision >= "2025-06-18" {
		o := d.must(t, nil, "getPrompt", map[string]any{"name": "test_input_required_result_prompt"})
		if diff := cmp.Diff([]string{"elicitation/create"}, kindsAsked(o)); diff != "" {
			t.Error("asked (-want +got):", diff)
		}
	}
}
