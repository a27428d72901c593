package mcp_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// linesOf calls tool and returns the lines that are logged of it, without times.
func linesOf(t *testing.T, tool string, parts ...mcp.Part) []string {
	t.Helper()
	var lines bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "duration_ms" {
			return slog.Attr{}
		}
		return a
	}}))
	registry, _ := benzene.NewRegistry(endpoints()...)
	h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{middleware.Log(logger)}), mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	(&desk{Handler: h}).call(t, tool, `{}`)
	return strings.Split(strings.TrimSpace(lines.String()), "\n")
}

// A refusal is what a tool is there to say: a warning, and no failure of the
// service's.
func TestARefusalIsLoggedAsOne(t *testing.T) {
	lines := linesOf(t, "do", mcp.Func("do", "Does.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return mcp.Refusal("sold out\nlevel=ERROR msg=forged"), nil
	}))
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "level=WARN ") || !strings.Contains(lines[0], " status=refused ") ||
		!strings.Contains(lines[0], "topic=benzene:mcp:do ") || !strings.Contains(lines[0], `sold out\nlevel=ERROR msg=forged`) || strings.Contains(lines[0], "reference=") {
		t.Errorf("got %q", lines)
	}
}

func TestABrokenPromiseIsLoggedWithWhatIsWrong(t *testing.T) {
	schema := mcp.OutputSchema(mcp.SchemaText(`{"type":"object","properties":{"items":{"type":"array","minItems":1,"items":{"type":"string"}}}}`))
	for name, part := range map[string]mcp.Part{
		"topic": mcp.Tool("do", "Does.", "items", schema),
		"func": mcp.Func("do", "Does.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
			return &mcp.Result{Structured: items{}}, nil
		}, schema),
	} {
		lines := linesOf(t, "do", part)
		if len(lines) != 1 || !strings.HasPrefix(lines[0], "level=ERROR ") || !strings.Contains(lines[0], " status=unexpected-error ") ||
			!strings.Contains(lines[0], "items must have at least 1 element") || !strings.Contains(lines[0], " reference=") {
			t.Errorf("%s: got %q", name, lines)
		}
	}
}
