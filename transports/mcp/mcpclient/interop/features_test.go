//nolint:staticcheck // what later revisions deprecate is served, so it is tested
package interop_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A feature is something that the example can do, from a revision on.
type feature struct {
	name string
	from string
	test func(t *testing.T, g *guest)
}

func features() []feature {
	return []feature{
		{"content", "2025-03-26", content}, // the first to have sound
		{"a failing tool", "2024-11-05", failingTool},
		{"logging", "2024-11-05", logging},
		{"progress", "2024-11-05", progress},
		{"sampling", "2024-11-05", sampling},
		{"roots", "2024-11-05", roots},
		{"elicitation", "2025-06-18", elicitation},
		{"defaults in forms", "2025-11-25", formDefaults},
		{"choices in forms", "2025-11-25", formChoices},
		{"state", "2025-06-18", state},
		{"several inputs", "2025-06-18", severalInputs},
		{"several rounds", "2025-06-18", severalRounds},
		{"an altered state", "2026-07-28", alteredState},
		{"a missing capability", "2026-07-28", missingCapability},
		{"resources", "2024-11-05", resources},
		{"prompts", "2024-11-05", prompts},
		{"a prompt that asks", "2025-06-18", promptThatAsks},
		{"completion", "2025-03-26", completion},
		{"a schema with references", "2024-11-05", schemaWithReferences},
		{"an argument in a header", "2026-07-28", argumentInHeader},
	}
}

func TestTheGoClientUsesEverything(t *testing.T) {
	addresses := everything(t)
	for _, r := range rules() {
		for name, at := range addresses {
			t.Run(r.revision+" over "+name, func(t *testing.T) {
				g := visit(t, r, at)
				for _, f := range features() {
					if f.from <= r.revision {
						g.forget()
						t.Run(f.name, func(t *testing.T) { f.test(t, g) })
					}
				}
			})
		}
	}
}

func content(t *testing.T, g *guest) {
	for tool, kinds := range map[string][]string{
		"test_simple_text":            {"text"},
		"test_image_content":          {"image/png"},
		"test_audio_content":          {"audio/wav"},
		"test_embedded_resource":      {"resource"},
		"test_multiple_content_types": {"text", "image/png", "resource"},
	} {
		result, err := g.CallTool(within(t), &mcpsdk.CallToolParams{Name: tool})
		if err != nil {
			t.Errorf("%s: %v", tool, err)
			continue
		}
		if diff := cmp.Diff(kinds, kindsOf(result.Content)); diff != "" || result.IsError {
			t.Errorf("%s (-want +got): %s", tool, diff)
		}
	}
}

// kindsOf says what pieces of content are, where there is something in them.
func kindsOf(pieces []mcpsdk.Content) (kinds []string) {
	for _, c := range pieces {
		switch c := c.(type) {
		case *mcpsdk.TextContent:
			kinds = append(kinds, "text")
		case *mcpsdk.ImageContent:
			if bytes.HasPrefix(c.Data, []byte("\x89PNG")) {
				kinds = append(kinds, c.MIMEType)
			}
		case *mcpsdk.AudioContent:
			if bytes.HasPrefix(c.Data, []byte("RIFF")) {
				kinds = append(kinds, c.MIMEType)
			}
		case *mcpsdk.EmbeddedResource:
			if c.Resource.URI != "" && c.Resource.MIMEType != "" && c.Resource.Text != "" {
				kinds = append(kinds, "resource")
			}
		}
	}
	return kinds
}

func failingTool(t *testing.T, g *guest) {
	if result, said := g.call(t, "test_error_handling", nil); !result.IsError || said == "" {
		t.Errorf("got %q, failed %t", said, result.IsError)
	}
}

func logging(t *testing.T, g *guest) {
	ask := &mcpsdk.CallToolParams{Name: "test_tool_with_logging"}
	if g.handshake {
		if err := g.SetLoggingLevel(within(t), &mcpsdk.SetLoggingLevelParams{Level: "info"}); err != nil {
			t.Error("set level:", err)
		}
	} else {
		ask.Meta = mcpsdk.Meta{mcpsdk.MetaKeyLogLevel: "info"}
	}
	if result, err := g.CallTool(within(t), ask); err != nil || text(t, result) == "" {
		t.Fatal(result, err)
	}
	g.eventually(t, "three log messages", func() bool { return len(g.logged) >= 3 })
	for _, m := range g.logged {
		if m.Level != "info" || m.Data == nil {
			t.Errorf("got %+v", m)
		}
	}
}

func progress(t *testing.T, g *guest) {
	ask := &mcpsdk.CallToolParams{Name: "test_tool_with_progress"}
	ask.SetProgressToken("t1")
	if result, err := g.CallTool(within(t), ask); err != nil || text(t, result) == "" {
		t.Fatal(result, err)
	}
	g.eventually(t, "progress to the end", func() bool { return len(g.progress) >= 3 })
	var steps []float64
	for _, p := range g.progress {
		steps = append(steps, p.Progress)
		if p.Total != 100 || p.ProgressToken != "t1" {
			t.Errorf("got %+v", p)
		}
	}
	if diff := cmp.Diff([]float64{0, 50, 100}, steps); diff != "" {
		t.Error("steps (-want +got):", diff)
	}
}

func sampling(t *testing.T, g *guest) {
	for tool, arguments := range map[string]any{
		"test_sampling":                       map[string]any{"prompt": "say something"},
		"test_input_required_result_sampling": nil,
	} {
		g.forget()
		if result, said := g.call(t, tool, arguments); result.IsError || !strings.Contains(said, sampled) {
			t.Errorf("%s: got %q, want the model's words", tool, said)
		}
		if diff := cmp.Diff([]string{"sampling/createMessage"}, g.were()); diff != "" {
			t.Errorf("%s asked (-want +got): %s", tool, diff)
		}
	}
}

func roots(t *testing.T, g *guest) {
	if result, said := g.call(t, "test_input_required_result_list_roots", nil); result.IsError || !strings.Contains(said, home) {
		t.Errorf("got %q, want %s", said, home)
	}
}

func elicitation(t *testing.T, g *guest) {
	for tool, want := range map[string]string{"test_elicitation": "ada", "test_input_required_result_elicitation": "Ada"} {
		g.forget()
		result, said := g.call(t, tool, map[string]any{"message": "Who is it?"})
		if result.IsError || !strings.Contains(said, want) {
			t.Errorf("%s: got %q, want something about %s", tool, said, want)
		}
		if diff := cmp.Diff([]string{"elicitation/create"}, g.were()); diff != "" {
			t.Errorf("%s asked (-want +got): %s", tool, diff)
		}
	}
}

func state(t *testing.T, g *guest) {
	for _, tool := range []string{"test_input_required_result_request_state", "test_input_required_result_tampered_state"} {
		if result, said := g.call(t, tool, nil); result.IsError || !strings.Contains(said, "state-ok") {
			t.Errorf("%s: got %q, want state-ok", tool, said)
		}
	}
}

func severalInputs(t *testing.T, g *guest) {
	result, said := g.call(t, "test_input_required_result_multiple_inputs", nil)
	if result.IsError || !strings.Contains(said, "Ada") {
		t.Errorf("got %q", said)
	}
	if got := g.were(); !cmp.Equal(got[:min(1, len(got))], []string{"elicitation/create"}) || got[len(got)-1] != "sampling/createMessage" {
		t.Errorf("asked %v", got)
	}
}

func severalRounds(t *testing.T, g *guest) {
	if result, said := g.call(t, "test_input_required_result_multi_round", nil); result.IsError || said == "" {
		t.Errorf("got %q", said)
	}
	if diff := cmp.Diff([]string{"elicitation/create", "elicitation/create"}, g.were()); diff != "" {
		t.Error("asked (-want +got):", diff)
	}
}

// alteredState changes a state that a result came with, and expects an error.
func alteredState(t *testing.T, g *guest) {
	s := begin(t, g.rule, g.at, mcpsdk.NewClient(implementation(), &mcpsdk.ClientOptions{
		ElicitationHandler: g.elicit,
		MultiRoundTrip:     &mcpsdk.MultiRoundTripOptions{Disabled: true},
	}))
	ask := &mcpsdk.CallToolParams{Name: "test_input_required_result_tampered_state"}
	result, err := s.CallTool(within(t), ask)
	if err != nil || !result.NeedsInput() || result.RequestState == "" {
		t.Fatalf("got %+v, %v; want a request for input with a state", result, err)
	}
	ask.RequestState = result.RequestState + "-TAMPERED"
	ask.InputResponses = mcpsdk.InputResponseMap{}
	for key := range result.InputRequests {
		ask.InputResponses[key] = &mcpsdk.ElicitResult{Action: "accept", Content: map[string]any{"ok": true}}
	}
	if result, err := s.CallTool(within(t), ask); code(err) != -32602 {
		t.Errorf("got %+v, %v; want error -32602", result, err)
	}
}

func missingCapability(t *testing.T, g *guest) {
	s := begin(t, g.rule, g.at, mcpsdk.NewClient(implementation(), &mcpsdk.ClientOptions{Capabilities: &mcpsdk.ClientCapabilities{}}))
	if result, err := s.CallTool(within(t), &mcpsdk.CallToolParams{Name: "test_missing_capability"}); code(err) != -32021 {
		t.Errorf("got %+v, %v; want error -32021", result, err)
	}
	if result, said := s.call(t, "test_simple_text", nil); result.IsError || said == "" {
		t.Error("the session does not go on")
	}
}
