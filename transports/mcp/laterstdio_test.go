package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// spoken serves lines one after another, and returns what is written, a line
// each.
func spoken(t *testing.T, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	transport := mcp.StdioOn(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, tools(), askers(), mcp.Logging(),
		mcp.Func("logs", "Logs.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
			mcp.Log(ctx, mcp.LevelDebug, "", "small")
			mcp.Log(ctx, mcp.LevelWarning, "", "large")
			return mcp.Answer("logged"), nil
		}))
	registry, _ := benzene.NewRegistry(endpoints()...)
	if err := transport.Bind(benzene.NewDispatcher(registry, nil, benzene.Named("shop", "1"))); err != nil {
		t.Fatal(err)
	}
	_ = transport.Serve(t.Context()) // the input ends
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// Over standard input there are no headers: a request says all in its body.
func TestTheLaterEraIsSpokenOverStandardInputToo(t *testing.T) {
	const (
		discover = `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`
		can      = `,"io.modelcontextprotocol/clientCapabilities":{}`
	)
	version := func(v string) string { return `"io.modelcontextprotocol/protocolVersion":"` + v + `"` }
	for name, c := range map[string]struct{ line, want string }{
		"discover":            {metaBody("server/discover", "", statelessMembers), `"supportedVersions":["2026-07-28",`},
		"discover, no key":    {discover, `"code":-32601`},
		"no capabilities":     {metaBody("tools/list", "", version("2026-07-28")), `"code":-32602`},
		"another version":     {metaBody("tools/list", "", version("v9")+can), `"code":-32022`},
		"an earlier version":  {metaBody("tools/list", "", version("2025-11-25")+can), `"supported":["2026-07-28"]`},
		"a removed method":    {metaBody("ping", "", statelessMembers), `"code":-32601`},
		"a call":              {metaBody("tools/call", `"name":"ping_tool"`, statelessMembers), `"resultType":"complete"`},
		"a question":          {metaBody("tools/call", `"name":"greet"`, version("2026-07-28")+`,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}`), `"inputRequests":{"q":`},
		"a question too many": {metaBody("tools/call", `"name":"greet"`, leastMembers), `"code":-32021`},
	} {
		got := spoken(t, hello("2025-11-25"), c.line)
		if len(got) != 2 || !strings.Contains(got[0]+got[1], c.want) {
			t.Errorf("%s: got %q, want %s", name, got, c.want)
		}
	}
	if got := spoken(t, metaBody("server/discover", "", statelessMembers), `[`+ping+`]`); !strings.Contains(got[1], `"code":-32600`) {
		t.Errorf("an array after a message of the later era: %s", got[1])
	}
}

func TestLogMessagesOverStandardInputAreOfTheLevelThatWasAskedFor(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"logs"}}`
	level := func(l string) string {
		return `{"jsonrpc":"2.0","id":6,"method":"logging/setLevel","params":{"level":"` + l + `"}}`
	}
	later := func(more string) string { return metaBody("tools/call", `"name":"logs"`, statelessMembers+more) }
	for name, c := range map[string]struct {
		lines []string
		want  int
	}{
		"nothing said":            {[]string{call}, 1},
		"from debug on":           {[]string{level("debug"), call}, 2},
		"from error on":           {[]string{level("error"), call}, 0},
		"the later era":           {[]string{level("debug"), later("")}, 0},
		"the later era, debug":    {[]string{later(`,"io.modelcontextprotocol/logLevel":"debug"`)}, 2},
		"the later era, critical": {[]string{later(`,"io.modelcontextprotocol/logLevel":"critical"`)}, 0},
	} {
		got := strings.Join(spoken(t, append([]string{hello("2025-11-25")}, c.lines...)...), "\n")
		if n := strings.Count(got, "notifications/message"); n != c.want || !strings.Contains(got, "logged") {
			t.Errorf("%s: %d log messages, want %d:\n%s", name, n, c.want, got)
		}
	}
}

func TestNobodyIsAskedOverStandardInputWhoDidNotDeclareIt(t *testing.T) {
	got := spoken(t, hello("2025-11-25"), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"greet"}}`)
	if len(got) != 2 || !strings.Contains(got[1], "has not declared") || strings.Contains(got[1], "elicitation/create") {
		t.Errorf("got %q", got)
	}
}
