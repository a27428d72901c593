package interop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestToolsAreListedWithTheirSchemasAndHints(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		got := map[string]*mcpsdk.Tool{}
		for tool, err := range s.Tools(within(t), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got[tool.Name] = tool
		}
		if len(got) != 7 {
			t.Errorf("%d tools, want 7", len(got))
		}
		get, breaks := got["get_order"], got["break_orders"]
		if get == nil || breaks == nil {
			t.Fatalf("tools are missing: %v", got)
		}
		no, yes := false, true
		reads, writes := &mcpsdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true}, &mcpsdk.ToolAnnotations{DestructiveHint: &yes}
		if s.revision < "2025-03-26" { // the first to have hints
			reads, writes = nil, nil
		}
		if diff := cmp.Diff(reads, get.Annotations); diff != "" {
			t.Error("get_order (-want +got):", diff)
		}
		if diff := cmp.Diff(writes, breaks.Annotations); diff != "" {
			t.Error("break_orders (-want +got):", diff)
		}
		want := map[string]any{
			"type":       "object",
			"properties": map[string]any{"number": map[string]any{"type": "integer", "description": "as it stands on the receipt"}},
			"required":   []any{"number"},
		}
		if diff := cmp.Diff(any(want), get.InputSchema); diff != "" {
			t.Error("input schema (-want +got):", diff)
		}
		if get.Description != "Fetches one order by its number." || (s.structured && get.OutputSchema == nil) {
			t.Errorf("got %+v", get)
		}
	})
}

func TestACallGivesTextAndTheSameAsStructure(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		result, text := s.call(t, "place_order", order{12, []line{{`nuts & "bolts" <é€😀>`, 995}}})
		var want any = map[string]any{"number": 12.0, "lines": []any{map[string]any{"sku": `nuts & "bolts" <é€😀>`, "cents": 995.0}}}
		var said any
		if err := json.Unmarshal([]byte(text), &said); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, said); diff != "" || result.IsError {
			t.Error("text (-want +got):", diff, result.IsError)
		}
		if !s.structured {
			want = nil
		}
		if diff := cmp.Diff(want, result.StructuredContent); diff != "" {
			t.Error("structure (-want +got):", diff)
		}
	})
}

func TestAListIsStructureWhereThatNeedsNoObject(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		result, text := s.call(t, "name_orders", nil)
		if text != `["a","b"]` || result.IsError {
			t.Errorf("got %q, failed %t", text, result.IsError)
		}
		var want any
		if !s.handshake {
			want = []any{"a", "b"}
		}
		if diff := cmp.Diff(want, result.StructuredContent); diff != "" {
			t.Error("structure (-want +got):", diff)
		}
	})
}

func TestBigIntegersKeepEveryDigit(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		_, text := s.call(t, "get_order", orderNumber{9007199254740993})
		for _, digits := range []string{`"number":9007199254740993,`, `"cents":18446744073709551615}`} {
			if !strings.Contains(text, digits) {
				t.Errorf("the text has no %s: %s", digits, text)
			}
			if s.structured && !s.wire.says(digits) {
				t.Errorf("the structure has no %s", digits)
			}
		}
		_, text = s.call(t, "place_order", order{-9007199254740993, []line{{"x", 9007199254740995}}})
		if want := `{"number":-9007199254740993,"lines":[{"sku":"x","cents":9007199254740995}]}`; text != want {
			t.Errorf("got  %s\nwant %s", text, want)
		}
	})
}

func TestAFailureIsAResultThatAModelCanRead(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		for _, c := range []struct {
			tool      string
			arguments any
			want      string // how the text begins
		}{
			{"get_order", orderNumber{-7}, "not-found: there is no order -7"},
			{"get_order", map[string]any{"number": "seven"}, "bad-request: "},
			{"audit_orders", nil, "service-unavailable"},
		} {
			result, text := s.call(t, c.tool, c.arguments)
			if !result.IsError || result.StructuredContent != nil || !strings.HasPrefix(text, c.want) {
				t.Errorf("%s: got %q, failed %t, structure %v; want %q", c.tool, text, result.IsError, result.StructuredContent, c.want)
			}
		}
		if s.wire.says(secret) {
			t.Error("a cause reached the client")
		}
	})
}

func TestAnUnknownToolIsAnError(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		result, err := s.CallTool(within(t), &mcpsdk.CallToolParams{Name: "no_such_tool"})
		if code(err) != -32602 || !strings.Contains(err.Error(), "no_such_tool") {
			t.Errorf("got %v, %v; want error -32602 that names the tool", result, err)
		}
	})
}

func TestAPanicIsAnErrorAndTheSessionGoesOn(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		_, err := s.CallTool(within(t), &mcpsdk.CallToolParams{Name: "break_orders"})
		if code(err) != -32603 || !strings.Contains(err.Error(), "reference") || s.wire.says(secret) {
			t.Errorf("got %v, want error -32603 with a reference and no cause", err)
		}
		s.call(t, "get_order", orderNumber{7})
	})
}

func TestCallsAtOnceEachGetTheirOwnAnswer(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		ctx := within(t)
		var calls sync.WaitGroup
		for i := range 50 {
			calls.Go(func() {
				result, err := s.CallTool(ctx, &mcpsdk.CallToolParams{Name: "get_order", Arguments: orderNumber{int64(i + 1)}})
				if err != nil {
					t.Error(err)
					return
				}
				want := fmt.Sprintf(`{"number":%d,`, i+1)
				if c, ok := result.Content[0].(*mcpsdk.TextContent); !ok || !strings.HasPrefix(c.Text, want) {
					t.Errorf("call %d got %v", i+1, result.Content[0])
				}
			})
		}
		calls.Wait()
	})
}

func TestACallThatIsGivenUpIsCancelled(t *testing.T) {
	each(t, func(t *testing.T, s *session) {
		ctx, giveUp := context.WithCancel(within(t))
		var call sync.WaitGroup
		call.Go(func() {
			if result, err := s.CallTool(ctx, &mcpsdk.CallToolParams{Name: "wait"}); err == nil {
				t.Errorf("got %v, want none", result)
			}
		})
		s.until(t, waits{Begun: 1})
		giveUp()
		call.Wait()
		s.until(t, waits{Begun: 1, Cancelled: 1})
	})
}

// until asks for the waits until they are the wanted ones.
func (s *session) until(t *testing.T, want waits) {
	t.Helper()
	var got waits
	for begun := time.Now(); time.Since(begun) < waiting; time.Sleep(5 * time.Millisecond) {
		_, text := s.call(t, "waits", nil)
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got == want {
			return
		}
	}
	t.Fatalf("waits %+v, want %+v", got, want)
}
