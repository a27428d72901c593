package mcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// replica is one process of a service with these parts.
func replica(t *testing.T, parts ...mcp.Part) *desk {
	t.Helper()
	registry, _ := benzene.NewRegistry(endpoints()...)
	h, err := http.Handler(benzene.NewDispatcher(registry, nil, benzene.Named("shop", "1")), mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Handler: h}
}

// echoes are so many tools, tool_000 and on.
func echoes(n int) []mcp.Part {
	var parts []mcp.Part
	for i := range n {
		parts = append(parts, mcp.Tool(fmt.Sprintf("tool_%03d", i), "Echoes.", "echo"))
	}
	return parts
}

// Two processes may put a program together in different ways.
func TestEveryReplicaGivesTheSameBytes(t *testing.T) {
	parts := append(echoes(30), tools(), mcp.Func("own", "Does.", mcp.Object(), answersNothing), mcp.PageSize(7))
	there := slices.Clone(parts)
	slices.Reverse(there)
	a, b := replica(t, parts...), replica(t, there...)
	for _, revision := range everyRevision {
		first := a.speak(t, revision, "tools/list", "", "").text
		for i := range 100 {
			d := []*desk{a, b}[i%2]
			if got := d.speak(t, revision, "tools/list", "", "").text; got != first {
				t.Fatalf("%s: another list: %s", revision, got)
			}
		}
	}
}

// walkTools follows the cursors through a list of tools, each page from another of the
// replicas, and counts the pages.
func walkTools(t *testing.T, revision string, replicas ...*desk) (names []string, pages int) {
	t.Helper()
	params := ""
	for range 1000 {
		var page struct {
			Tools []listed       `json:"tools"`
			Next  jsontext.Value `json:"nextCursor"`
		}
		h := replicas[pages%len(replicas)].speak(t, revision, "tools/list", "", params)
		decode(t, h.result, &page)
		pages++
		for _, tool := range page.Tools {
			names = append(names, tool.Name)
		}
		if page.Next == nil {
			return names, pages
		}
		params = `"cursor":` + string(page.Next)
	}
	t.Fatal("the list has no end")
	return nil, 0
}

func TestAListIsWalkedPageByPageAcrossReplicas(t *testing.T) {
	var all []string
	for i := range 300 {
		all = append(all, fmt.Sprintf("tool_%03d", i))
	}
	for size, want := range map[int]int{7: 43, 100: 3, 299: 2, 300: 1, 301: 1} {
		parts := append(echoes(300), mcp.PageSize(size))
		one, other := replica(t, parts...), replica(t, parts...)
		for _, revision := range everyRevision {
			names, pages := walkTools(t, revision, one, other)
			if diff := cmp.Diff(all, names); diff != "" || pages != want {
				t.Errorf("%s, %d to a page: %d pages, %s", revision, size, pages, diff)
			}
		}
	}
	if names, pages := walkTools(t, "2025-11-25", replica(t, append(echoes(9), mcp.PageSize(1))...)); len(names) != 9 || pages != 9 {
		t.Errorf("one to a page: %d of 9 on %d pages", len(names), pages)
	}
	if _, pages := walkTools(t, "2025-11-25", replica(t, echoes(300)...)); pages != 1 {
		t.Errorf("300 tools are %d pages", pages)
	}
}

// A client that follows a cursor into another list would miss some, or get some
// twice.
func TestACursorOfAnotherListIsRefused(t *testing.T) {
	next := func(d *desk) string {
		var page struct {
			Next string `json:"nextCursor"`
		}
		decode(t, d.post(t, listTools).result, &page)
		return page.Next
	}
	before, after := replica(t, append(echoes(20), mcp.PageSize(5))...), replica(t, append(echoes(21), mcp.PageSize(5))...)
	cursor := next(before)
	if cursor == "" || cursor == next(after) {
		t.Fatalf("the cursors are %q and %q", cursor, next(after))
	}
	for _, c := range []string{`"` + cursor + `"`, `""`, `"x"`, `7`, `{}`, `[]`, `true`, `"` + strings.Repeat("x", 10_000) + `"`} {
		h := after.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":`+c+`}}`)
		h.faulty(t, 200, -32602)
		if len(h.text) > 300 {
			t.Error(h.text)
		}
	}
	for _, method := range []string{"prompts/list", "resources/list"} {
		before.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"cursor":"`+cursor+`"}}`).faulty(t, 200, -32601)
	}
}

func TestWhatAToolSaysOfItselfDependsOnTheRevision(t *testing.T) {
	d := replica(t, mcp.Tool("ping", "Does nothing.", "ping", mcp.Title("Ping \"it\""),
		mcp.Icons(mcp.Icon{Src: "https://shop.example/a.png", MIMEType: "image/png", Sizes: []string{"48x48", "any"}, Theme: "light"}, mcp.Icon{Src: "data:image/svg+xml,"})))
	const (
		name, title = `{"tools":[{"name":"ping"`, `,"title":"Ping \"it\""`
		about       = `,"description":"Does nothing."`
		icons       = `,"icons":[{"src":"https://shop.example/a.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"light"},{"src":"data:image/svg+xml,"}]`
		input       = `,"inputSchema":{"type":"object","properties":{}}`
		output      = `,"outputSchema":{"type":"object","properties":{}}`
		hints       = `,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}`
		end         = `}]`
	)
	for i, want := range []string{
		name + about + input + end + `}`,
		name + about + input + hints + end + `}`,
		name + title + about + input + output + hints + end + `}`,
		name + title + about + icons + input + output + hints + end + `}`,
		name + title + about + icons + input + output + hints + end + `,"ttlMs":60000,"cacheScope":"private"}`,
	} {
		if got := d.speak(t, everyRevision[i], "tools/list", "", "").bare(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", everyRevision[i], got, want)
		}
	}
}

func TestTextsOfADeclarationAreEscaped(t *testing.T) {
	broken := "a\"\\\n\x01\xff</script>\u2028"
	d := replica(t, mcp.Tool("ping", broken, "ping", mcp.Title(broken), mcp.Icons(mcp.Icon{Src: "data:" + broken})), mcp.Instructions(broken), mcp.Server(broken, broken))
	for _, revision := range everyRevision {
		if h := d.speak(t, revision, "tools/list", "", ""); h.result == nil || !jsontext.Value(h.text).IsValid() {
			t.Errorf("%q", h.text)
		}
	}
}
