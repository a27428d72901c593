package mcp_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestIdsOnStandardInputComeBackByTheirDigits(t *testing.T) {
	const one, two = "9007199254740992", "9007199254740993" // which a float takes for the same
	answers, _ := converse(t, toolCall(one, "sleep", `{"ms":60}`)+"\n"+toolCall(two, "sleep", `{"ms":30}`)+"\n"+
		toolCall(`"a-1"`, "ping_tool", `{}`)+"\n"+toolCall("-7", "ping_tool", `{}`)+"\n"+toolCall("null", "ping_tool", `{}`)+"\n")
	for id, want := range map[string]string{one: `{\"ms\":60}`, two: `{\"ms\":30}`, `"a-1"`: `{}`, "-7": `{}`} {
		if got := string(answers[id].result); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
	if answers[""].fault == nil || answers[""].fault.Code != -32600 {
		t.Errorf("null: got %s", answers[""].text)
	}
}

func TestNothingIsSmuggledInOnStandardInput(t *testing.T) {
	var out strings.Builder
	echoed := 0
	registry, _ := benzene.NewRegistry(
		benzene.Handle("echo", func(_ context.Context, e echo) (echo, error) { echoed++; return e, nil }),
		benzene.Handle("ping", func(context.Context, nothing) (nothing, error) { return nothing{}, nil }))
	transport := mcp.StdioOn(strings.NewReader(strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"ping","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ping_tool","Name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"ping_tool","name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`,
	}, "\n")), &out, mcp.Tool("echo", "Echoes.", "echo"), mcp.Tool("ping_tool", "Does nothing.", "ping"))
	if err := transport.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
		t.Fatal(err)
	}
	_ = transport.Serve(t.Context()) // the input ends
	if lines := strings.Count(out.String(), "\n"); echoed > 0 || lines != 4 || strings.Count(out.String(), "-32600") != 2 {
		t.Errorf("echoed %d times, and wrote\n%s", echoed, out.String())
	}
}

func TestBrokenTextOfATopicIsOneLineOfUTF8(t *testing.T) {
	var out strings.Builder
	registry, _ := benzene.NewRegistry(benzene.Handle("broken", func(context.Context, nothing) (echo, error) {
		return echo{Text: "a\xffb\n\r\x00\u2028"}, nil
	}))
	transport := mcp.StdioOn(strings.NewReader(toolCall("1", "broken", `{}`)+"\n"), &out, mcp.Tool("broken", "Is broken.", "broken"))
	if err := transport.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
		t.Fatal(err)
	}
	_ = transport.Serve(t.Context()) // the input ends
	line := strings.TrimSuffix(out.String(), "\n")
	if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\r\u2028") || !jsontext.Value(line).IsValid() || !strings.Contains(line, `a`+"\ufffd"+`b`) {
		t.Errorf("got %q", line)
	}
}
