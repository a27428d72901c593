package interop_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A dialect is a line of the official TypeScript client at a revision.
type dialect struct {
	sdk string
	rule
}

// dialects has a row for each: the first line speaks its newest revision, the
// second line all of them.
func dialects() []dialect {
	all := []dialect{{"v1", rule{"2025-11-25", true, true}}}
	for _, r := range rules() {
		all = append(all, dialect{"v2", r})
	}
	return all
}

// A greeting is what a client knows of a server that it has connected to.
type greeting struct {
	Revision     string
	Session      string
	Server       struct{ Name, Version string }
	Capabilities map[string]any
	Instructions string
}

// A tsResult is a tool's result.
type tsResult struct {
	Content           []struct{ Type, Text string }
	StructuredContent any
	IsError           bool
}

func TestTheTypeScriptClients(t *testing.T) {
	for _, c := range dialects() {
		for _, door := range doors() {
			t.Run(c.sdk+" at "+c.revision+" over "+door.name, func(t *testing.T) {
				at := door.address(t).driven(c.sdk, c.revision)
				d, hello := drive(t), greeting{} // ends before the server does
				d.must(t, &hello, "connect", at)
				t.Run("meet the server", func(t *testing.T) { c.meets(t, d, hello) })
				t.Run("call tools", func(t *testing.T) { c.calls(t, d) })
				t.Run("read failures", func(t *testing.T) { c.fails(t, d) })
				d.must(t, nil, "close")
			})
		}
	}
}

func TestTheTypeScriptClientFindsTheNewestRevision(t *testing.T) {
	for _, door := range doors() {
		t.Run(door.name, func(t *testing.T) {
			at := door.address(t).driven("v2", "auto")
			d, hello := drive(t), greeting{}
			d.must(t, &hello, "connect", at)
			if want := rules()[0].revision; hello.Revision != want {
				t.Errorf("revision %q was agreed on, want %q", hello.Revision, want)
			}
			d.call(t, "name_orders", map[string]any{})
			d.must(t, nil, "close")
		})
	}
}

// driven is how a driver is told to connect.
func (a address) driven(sdk, revision string) map[string]any {
	how := map[string]any{"sdk": sdk, "revision": revision}
	if a.url != "" {
		how["url"] = a.url
		return how
	}
	how["command"], how["args"], how["env"] = a.command[0], a.command[1:], a.environment
	return how
}

func (c dialect) meets(t *testing.T, d *driver, hello greeting) {
	if hello.Revision != c.revision || hello.Server.Name != "shop" || hello.Server.Version != "v1.2.3" {
		t.Errorf("got %+v, want revision %s of shop v1.2.3", hello, c.revision)
	}
	if diff := cmp.Diff(map[string]any{"tools": map[string]any{}}, hello.Capabilities); diff != "" {
		t.Error("capabilities (-want +got):", diff)
	}
	if want := "Look an order up before you place another."; hello.Instructions != want {
		t.Errorf("instructions %q, want %q", hello.Instructions, want)
	}
	if c.handshake {
		d.must(t, nil, "ping")
	}
}

func (c dialect) calls(t *testing.T, d *driver) {
	var list struct{ Tools []struct{ Name string } }
	d.must(t, &list, "listTools") // from then on it checks results by their schemas
	if len(list.Tools) != 7 {
		t.Errorf("got %v, want 7 tools", list.Tools)
	}
	got := d.call(t, "place_order", order{12, []line{{`nuts & "bolts" <é€😀>`, 995}}})
	want := map[string]any{"number": 12.0, "lines": []any{map[string]any{"sku": `nuts & "bolts" <é€😀>`, "cents": 995.0}}}
	if c.structured {
		if diff := cmp.Diff(any(want), got.StructuredContent); diff != "" {
			t.Error("structure (-want +got):", diff)
		}
	}
	if want := `{"number":12,"lines":[{"sku":"nuts & \"bolts\" <é€😀>","cents":995}]}`; got.Content[0].Text != want || got.IsError {
		t.Errorf("got  %s\nwant %s", got.Content[0].Text, want)
	}
	got = d.call(t, "get_order", map[string]any{"number": 7})
	if !strings.Contains(got.Content[0].Text, `"cents":18446744073709551615}`) {
		t.Errorf("digits were lost: %s", got.Content[0].Text)
	}
}

func (dialect) fails(t *testing.T, d *driver) {
	d.must(t, nil, "listTools")
	got := d.call(t, "get_order", orderNumber{-7})
	if !got.IsError || got.StructuredContent != nil || got.Content[0].Text != "not-found: there is no order -7" {
		t.Errorf("got %+v", got)
	}
	d.refused(t, -32602, "callTool", map[string]any{"name": "no_such_tool"})
	d.refused(t, -32603, "callTool", map[string]any{"name": "break_orders"})
	d.call(t, "name_orders", map[string]any{})
}

// call calls a tool, which has to give a result of one text.
func (d *driver) call(t *testing.T, tool string, arguments any) (result tsResult) {
	t.Helper()
	d.must(t, &result, "callTool", map[string]any{"name": tool, "arguments": arguments})
	if len(result.Content) != 1 || result.Content[0].Type != "text" {
		t.Fatalf("%s: got %+v, want one text", tool, result)
	}
	return result
}
