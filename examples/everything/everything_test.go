package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

// A stop of the tour is one thing to ask for, and what is to come of it.
type stop struct {
	method, name string
	arguments    map[string]any
	asked, told  []string // the methods of what the server asks and tells meanwhile
	want         string   // in the answer
}

func stops() []stop {
	const elicit, sample, roots = "elicitation/create", "sampling/createMessage", "roots/list"
	const log, progress = "notifications/message", "notifications/progress"
	type args = map[string]any
	return []stop{
		{method: "tools/call", name: "test_simple_text", want: `"type":"text"`},
		{method: "tools/call", name: "test_image_content", want: `"type":"image"`},
		{method: "tools/call", name: "test_audio_content", want: `"type":"audio"`},
		{method: "tools/call", name: "test_resource_link", want: `"type":"resource_link"`},
		{method: "tools/call", name: "test_embedded_resource", want: `"type":"resource"`},
		{method: "tools/call", name: "test_multiple_content_types", want: `"mimeType":"image/png"`},
		{method: "tools/call", name: "test_error_handling", want: `conflict: this tool always fails`},
		{method: "tools/call", name: "numbered_text", arguments: args{"id": "42"}, want: `"structuredContent":{"id":"42","data":"Data for number 42"}`},
		{method: "tools/call", name: "numbered_text", arguments: args{"id": "x"}, want: `"isError":true`},
		{method: "tools/call", name: "add_numbers", arguments: args{"a": 2, "b": 3}, want: `"text":"5"`},
		{method: "tools/call", name: "add_numbers", arguments: args{"a": 2000}, want: `a must be at most 1000`},
		{method: "tools/call", name: "compare_texts", arguments: args{"first": "1", "second": "1"}, want: `The same: true`},
		{method: "tools/call", name: "compare_texts", arguments: args{"first": "1"}, want: `second is required`},
		{method: "tools/call", name: "compare_texts", arguments: args{"first": "1", "second": "1000"}, want: `not-found: there is no text 1000`},
		{method: "tools/call", name: "test_x_mcp_header", want: `The region is unknown.`},
		{method: "tools/call", name: "json_schema_2020_12_tool", arguments: args{"name": "Ada", "email": "ada@example.org"}, want: `Noted: Ada.`},
		{method: "tools/call", name: "test_tool_with_progress", told: []string{progress, progress, progress}, want: `Done.`},
		{method: "tools/call", name: "test_tool_with_logging", told: []string{log, log, log}, want: `Logged.`},
		{method: "tools/call", name: "test_logging_tool", told: []string{log}, want: `Logged.`},
		{method: "tools/call", name: "test_elicitation", arguments: args{"message": "Who is it?"}, asked: []string{elicit}, want: `ada@example.org`},
		{method: "tools/call", name: "test_elicitation", want: `message is required`},
		{method: "tools/call", name: "test_streaming_elicitation", asked: []string{elicit}, want: `The user answered {\"ok\":true}`},
		{method: "tools/call", name: "test_sampling", arguments: args{"prompt": "Hello?"}, asked: []string{sample}, want: `The model said: Hello`},
		{method: "tools/call", name: "test_sampling", want: `prompt is required`},
		{method: "tools/call", name: "test_missing_capability", asked: []string{sample}, want: `The model said: Hello`},
		{method: "tools/call", name: "test_elicitation_sep1034_defaults", asked: []string{elicit}, want: `\"name\":\"John Doe\"`},
		{method: "tools/call", name: "test_elicitation_sep1330_enums", asked: []string{elicit}, want: `\"titledMulti\":[\"s\"]`},
		{method: "tools/call", name: "test_input_required_result_elicitation", asked: []string{elicit}, want: `Ada`},
		{method: "tools/call", name: "test_input_required_result_sampling", asked: []string{sample}, want: `Hello`},
		{method: "tools/call", name: "test_input_required_result_list_roots", asked: []string{roots}, want: `works in file:///home/ada`},
		{method: "tools/call", name: "test_input_required_result_request_state", asked: []string{elicit}, want: `state-ok: asked in the first round`},
		{method: "tools/call", name: "test_input_required_result_tampered_state", asked: []string{elicit}, want: `state-ok`},
		{method: "tools/call", name: "test_input_required_result_multiple_inputs", asked: []string{elicit, roots, sample}, want: `Hello to {\"name\":\"Ada\"} in file:///home/ada`},
		{method: "tools/call", name: "test_input_required_result_multi_round", asked: []string{elicit, elicit}, want: `{\"name\":\"Ada\"} and {\"color\":\"Ada\"}`},
		{method: "tools/call", name: "test_input_required_result_capabilities", asked: []string{elicit, sample}, want: `Everything`},
		{method: "resources/read", name: "test://static-text", want: `"mimeType":"text/plain"`},
		{method: "resources/read", name: "test://static-binary", want: `"blob":`},
		{method: "resources/read", name: "test://watched-resource", want: `"text":`},
		{method: "resources/read", name: "test://template/7/data", want: `Data for number 7`},
		{method: "prompts/get", name: "test_simple_prompt", want: `"role":"user"`},
		{method: "prompts/get", name: "test_prompt_with_arguments", arguments: args{"arg1": "paris", "arg2": "bread"}, want: `arg1='paris', arg2='bread'`},
		{method: "prompts/get", name: "test_prompt_with_embedded_resource", arguments: args{"resourceUri": "test://x"}, want: `"uri":"test://x"`},
		{method: "prompts/get", name: "test_prompt_with_image", want: `"type":"image"`},
		{method: "prompts/get", name: "test_input_required_result_prompt", asked: []string{elicit}, want: `what next?`},
	}
}

func TestEachStopOfTheTourIsTheSameThroughEachDoor(t *testing.T) {
	for name, open := range doors() {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			for _, s := range stops() {
				t.Run(s.name, func(t *testing.T) { s.visit(t, d) })
			}
		})
	}
}

func TestNothingOnOfferIsMissedByTheTour(t *testing.T) {
	offered, c := map[string]bool{}, mcp.CatalogOf(Parts())
	for _, tool := range c.Tools {
		offered[tool.Name] = true
	}
	for _, prompt := range c.Prompts {
		offered[prompt.Name] = true
	}
	for _, resource := range c.Resources {
		offered[strings.Replace(resource.URI, "{id}", "7", 1)] = true
	}
	for _, s := range stops() {
		delete(offered, s.name)
	}
	if len(offered) > 0 {
		t.Errorf("no stop at %v", offered)
	}
}

// visit asks, answers what it is asked, and looks at what comes of it.
func (s stop) visit(t *testing.T, d door) {
	params := map[string]any{"name": s.name, "arguments": s.arguments}
	if s.method == "resources/read" {
		params = map[string]any{"uri": s.name}
	} else if s.arguments == nil {
		delete(params, "arguments")
	}
	var asked, told []string
	for {
		heard := d(t, s.method, s.name, params)
		for _, m := range heard[:len(heard)-1] {
			told = append(told, m.Method)
		}
		var result struct {
			ResultType    string             `json:"resultType"`
			InputRequests map[string]message `json:"inputRequests"`
			RequestState  *string            `json:"requestState"`
		}
		last := heard[len(heard)-1]
		if err := json.Unmarshal(last.Result, &result); err != nil {
			t.Fatalf("%v in %s, error %s", err, last.Result, last.Error)
		}
		if result.ResultType == "complete" {
			s.judge(t, string(last.Result), asked, told)
			return
		}
		answers := map[string]any{}
		for key, m := range result.InputRequests {
			asked = append(asked, m.Method)
			answers[key] = m.answer(t)
		}
		delete(params, "requestState")
		if params["inputResponses"] = answers; result.RequestState != nil {
			params["requestState"] = *result.RequestState
		}
	}
}

func (s stop) judge(t *testing.T, result string, asked, told []string) {
	if slices.Sort(asked); !cmp.Equal(s.asked, asked) || !cmp.Equal(s.told, told) {
		t.Errorf("was asked %v and told %v, want %v and %v", asked, told, s.asked, s.told)
	}
	if !strings.Contains(result, s.want) {
		t.Errorf("got %s, want %s in it", result, s.want)
	}
}

// A message is one of the server's.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// answer is what Ada's client says to a question.
func (m message) answer(t *testing.T) any {
	switch m.Method {
	case "sampling/createMessage":
		return map[string]any{"role": "assistant", "model": "m", "content": map[string]any{"type": "text", "text": "Hello"}}
	case "roots/list":
		return map[string]any{"roots": []any{map[string]any{"uri": "file:///home/ada"}}}
	}
	var asks struct {
		RequestedSchema struct{ Properties map[string]field }
	}
	if err := json.Unmarshal(m.Params, &asks); err != nil {
		t.Fatal(err)
	}
	filled := map[string]any{}
	for name, f := range asks.RequestedSchema.Properties {
		filled[name] = f.filled()
	}
	return map[string]any{"action": "accept", "content": filled}
}

// A field is one of a form's.
type field struct {
	Type, Format, Const string
	Default             any
	Enum                []any
	OneOf, AnyOf        []field
	Items               *field
}

// filled is what Ada writes into a field: the default, or the first choice.
func (f field) filled() any {
	switch {
	case f.Default != nil:
		return f.Default
	case f.Items != nil:
		return []any{f.Items.filled()}
	case len(f.Enum) > 0:
		return f.Enum[0]
	case len(f.OneOf)+len(f.AnyOf) > 0:
		return append(f.OneOf, f.AnyOf...)[0].Const
	case f.Type == "boolean":
		return true
	case f.Format == "email":
		return "ada@example.org"
	}
	return "Ada"
}

// meta is what every request says of its client.
func meta() map[string]any {
	const prefix = "io.modelcontextprotocol/"
	return map[string]any{
		prefix + "protocolVersion":    "2026-07-28",
		prefix + "clientCapabilities": json.RawMessage(`{"elicitation":{},"sampling":{},"roots":{}}`),
		prefix + "logLevel":           "info",
		"progressToken":               "p",
	}
}

// request writes a request of the client's.
func request(t *testing.T, id int, method string, params map[string]any) []byte {
	t.Helper()
	params["_meta"] = meta()
	text, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, text)
}
