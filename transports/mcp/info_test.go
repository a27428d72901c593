package mcp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

func TestABodySaysWhatItAsksFor(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","uri":"x:y"}}`
	for _, c := range []struct {
		body string
		want []mcp.Info
	}{
		{call, []mcp.Info{{Method: "tools/call", Name: "echo"}}},
		{` ` + call + "\r\n", []mcp.Info{{Method: "tools/call", Name: "echo"}}},
		{statelessBody("prompts/get", `"name":"greet"`), []mcp.Info{{Method: "prompts/get", Name: "greet"}}},
		{statelessBody("resources/read", `"uri":"a:\u00e9","name":"x"`), []mcp.Info{{Method: "resources/read", URI: "a:é"}}},
		{statelessBody("tools/list", `"name":"echo"`), []mcp.Info{{Method: "tools/list"}}},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"echo"}}`, []mcp.Info{{Method: "ping"}}},
		{strings.Replace(call, `"name"`, `"Name":"items","n\u0061me"`, 1), []mcp.Info{{Method: "tools/call", Name: "echo"}}},
		{strings.Replace(call, `"echo"`, `7`, 1), []mcp.Info{{Method: "tools/call"}}},
		{`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}`, nil},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, nil},
		{`[` + call + `,{"jsonrpc":"2.0","method":"tools/call","params":{"name":"items"}},7,{"jsonrpc":"2.0","id":2,"result":{}},` + ping + `]`,
			[]mcp.Info{{Method: "tools/call", Name: "echo"}, {Method: "ping"}}},
		{`[` + hello("2025-03-26") + `,` + statelessBody("tools/call", `"name":"echo"`) + `,` + strings.Replace(call, `"id":1`, `"id":null`, 1) + `]`, nil},
	} {
		got, err := mcp.RequestInfo([]byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
	}
}

func TestABodyThatTheServerRefusesSaysNothing(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}`
	for _, body := range []string{
		"", "null", "7", `[]`, `{}`, "\ufeff" + call, call + call, call + "x", "[" + call, "\xff" + call,
		"[" + strings.Repeat(call+",", 100) + call + "]",
		strings.Replace(call, `"name":"echo"`, `"name":"echo","name":"items"`, 1),
		strings.Replace(call, `"method"`, `"method":"ping","method"`, 1),
		strings.Replace(call, `"id":1`, `"id":null`, 1),
		strings.Replace(call, `2.0`, `1.0`, 1),
		call + strings.Repeat(" ", 4<<20),
	} {
		got, err := mcp.RequestInfo([]byte(body))
		if err == nil || got != nil || !strings.HasPrefix(err.Error(), "mcp: ") {
			t.Errorf("%.80s: got %v, %v", body, got, err)
		}
	}
}

func TestACatalogIsInOrderOfNames(t *testing.T) {
	c := mcp.CatalogOf(
		mcp.Tool("b", "Writes b.", "order", mcp.Writes(), mcp.TopicVersion("2"), mcp.Title("Bee")),
		mcp.Parts(mcp.Tool("c", "Ends c.", "event", mcp.Destructive()), folders()),
		mcp.Resource("shop:b", "list", "text"), mcp.Resource("shop:a", "other", "items"),
		mcp.Prompt("q", "Asks.", "text"), mcp.Prompt("p", "Greets.", "echo"),
	)
	want := mcp.Catalog{
		Tools: []mcp.ToolInfo{
			{Name: "b", Title: "Bee", Description: "Writes b.", Topic: "order", Version: "2", Writes: true},
			{Name: "c", Description: "Ends c.", Topic: "event", Writes: true, Destructive: true},
			{Name: "folders", Description: "Asks for folders.", Topic: "benzene:mcp:folders"},
		},
		Resources: []mcp.ResourceInfo{{URI: "shop:a", Name: "other", Topic: "items"}, {URI: "shop:b", Name: "list", Topic: "text"}},
		Prompts:   []mcp.PromptInfo{{Name: "p", Description: "Greets.", Topic: "echo"}, {Name: "q", Description: "Asks.", Topic: "text"}},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	if tool, ok := c.Tool("c"); !ok || !tool.Destructive {
		t.Errorf("got %+v", tool)
	}
	if _, ok := c.Tool("C"); ok {
		t.Error("a tool was found by another name")
	}
}

func TestACatalogKnowsWhichToolsABodyCalls(t *testing.T) {
	c := mcp.CatalogOf(mcp.Tool("place", "Places.", "order", mcp.Writes()), mcp.Tool("get", "Fetches.", "order:get"),
		mcp.Prompt("greet", "Greets.", "echo"))
	call := func(name string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `"}}`
	}
	place := mcp.ToolInfo{Name: "place", Description: "Places.", Topic: "order", Writes: true}
	get := mcp.ToolInfo{Name: "get", Description: "Fetches.", Topic: "order:get"}
	for _, one := range []struct {
		body string
		want []mcp.ToolInfo
	}{
		{call("place"), []mcp.ToolInfo{place}},
		{call("pl\u0061ce"), []mcp.ToolInfo{place}},
		{"[" + call("get") + "," + call("place") + "," + ping + "," + call("get") + "]", []mcp.ToolInfo{get, place, get}},
		{call("Place"), nil},
		{call("greet"), nil},
		{statelessBody("prompts/get", `"name":"place"`), nil},
		{statelessBody("tools/list", `"name":"place"`), nil},
		{strings.Replace(call("place"), `"id":1,`, "", 1), nil},
	} {
		got, err := c.Called([]byte(one.body))
		if diff := cmp.Diff(one.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v, %s", one.body, err, diff)
		}
	}
	twice := strings.Replace(call("get"), `"name"`, `"name":"place","name"`, 1)
	_, want := mcp.RequestInfo([]byte(twice))
	if got, err := c.Called([]byte(twice)); got != nil || err == nil || err.Error() != want.Error() {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// Whatever a body says, the tools that it runs are among those that RequestInfo
// names, in that order; a tool that it names runs, unless the server says why not.
func FuzzRequestInfo(f *testing.F) {
	call := func(name string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":{"text":"x"}}}`
	}
	for _, body := range []string{
		ping, callPing, call("echo"), "\ufeff" + call("echo"), "\ufeff[" + call("echo") + "]", "[" + call("echo") + "," + call("ping_tool") + "]",
		"[" + call("echo") + "," + hello("2025-03-26") + ",7," + statelessBody("tools/call", `"name":"items"`) + "]", "[[" + call("echo") + "]]",
		strings.Replace(call("echo"), `"name"`, `"Name":"items","name"`, 1), strings.Replace(call("echo"), `"name"`, `"name":"items","name"`, 1),
		strings.Replace(call("echo"), `"name"`, `"n\u0061me"`, 1), strings.Replace(call("echo"), `"method"`, `"Method":"ping","method"`, 1),
		strings.Replace(call("echo"), `"params"`, `"Params":{"name":"items"},"params"`, 1), strings.Replace(call("echo"), `"id":1,`, ``, 1),
		strings.Replace(call("echo"), "tools/call", "tools\\/call", 1), call("\\u0065cho"), call("echo\\u0000"), call("\\ud800"), call("echo") + call("items"),
		statelessBody("tools/call", `"name":"items"`), statelessBody("tools/call", `"name":"items","_meta":{}`), `{"jsonrpc":"2.0","id":1,"result":{},"method":"tools/call","params":{"name":"items"}}`,
	} {
		f.Add(body)
	}
	d := newDesk(f)
	f.Fuzz(func(t *testing.T, body string) {
		infos, err := mcp.RequestInfo([]byte(body))
		for _, headers := range [][]string{{"MCP-Protocol-Version: 2025-03-26"}, {"MCP-Protocol-Version: 2025-11-25"}, {"MCP-Protocol-Version: 2026-07-28"}, repeated(body)} {
			if strings.ContainsAny(strings.Join(headers, ""), "\r\n\x00") {
				continue // no header carries that
			}
			d.came = nil
			h := d.send(t, request(body, headers...))
			if err != nil && (h.fault == nil || h.Code == 200 && len(h.several) == 0) {
				t.Errorf("RequestInfo says %v, the server %d %s", err, h.Code, h.text)
			}
			named := infos
			for _, c := range d.came {
				for len(named) > 0 && (named[0].Method != "tools/call" || named[0].Name != c.headers["benzene-mcp-tool"]) {
					named = named[1:]
				}
				if len(named) == 0 {
					t.Fatalf("%s ran, RequestInfo says %v, %v", c.headers["benzene-mcp-tool"], infos, err)
				}
				named = named[1:]
			}
			if len(infos) == 1 && infos[0].Name == "ping_tool" && infos[0].Method == "tools/call" && h.Code == 200 && h.fault == nil && len(d.came) == 0 && len(h.several) == 0 {
				t.Errorf("RequestInfo names a tool, and the server ran none: %s", h.text)
			}
		}
	})
}
