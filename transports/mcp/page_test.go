package mcp_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

// A page is a part of any list.
type page struct {
	entries []string // their names
	next    string
	more    bool // there is a nextCursor
	scope   string
}

// page gets the part of a list that a cursor leads to; "" gets the first.
func (d *desk) page(t *testing.T, revision, method, member, cursor string) page {
	t.Helper()
	params := `{}`
	if cursor != "" {
		params = `{"cursor":"` + cursor + `"}`
	}
	h := d.ask(t, revision, method, params)
	var members map[string]jsontext.Value
	var entries []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(h.result, &members) != nil || json.Unmarshal(members[member], &entries) != nil {
		t.Fatalf("no page: %s", h.text)
	}
	p := page{scope: string(members["cacheScope"]), more: members["nextCursor"] != nil}
	for _, e := range entries {
		p.entries = append(p.entries, e.Name)
	}
	if p.more && json.Unmarshal(members["nextCursor"], &p.next) != nil || p.more && p.next == "" {
		t.Fatalf("nextCursor is no text: %s", h.text)
	}
	return p
}

// walk goes through a list from page to page, each on another replica.
func walk(t *testing.T, replicas [2]*desk, revision, method, member string) (entries, cursors []string) {
	t.Helper()
	cursor := ""
	for i := range 100 {
		p := replicas[i%2].page(t, revision, method, member, cursor)
		entries = append(entries, p.entries...)
		if want := map[bool]string{true: `"private"`}[revision >= without]; p.scope != want {
			t.Errorf("%s: cacheScope %s", method, p.scope)
		}
		if !p.more {
			return entries, cursors
		}
		cursor = p.next
		cursors = append(cursors, cursor)
	}
	t.Fatal("the list has no end")
	return nil, nil
}

var lists = map[string]string{
	"tools/list": "tools", "resources/list": "resources", "resources/templates/list": "resourceTemplates", "prompts/list": "prompts",
}

// catalogue is something of each kind, count of each.
func catalogue(count int) []mcp.Part {
	var parts []mcp.Part
	for i := range count {
		name := fmt.Sprintf("n%02d", i)
		parts = append(parts,
			mcp.Tool(name, "Does nothing.", "ping"),
			mcp.Resource("shop://"+name, name, "text"),
			mcp.Resource("shop://"+name+"/{path}", name, "page"),
			mcp.Prompt(name, "", "text"),
		)
	}
	return parts
}

func TestAWalkThroughAListMeetsEachEntryOnce(t *testing.T) {
	var want []string
	for i := range 7 {
		want = append(want, fmt.Sprintf("n%02d", i))
	}
	for size, pages := range map[int]int{1: 7, 3: 3, 6: 2, 7: 1, 8: 1, 1000: 1, math.MaxInt: 1} {
		parts := append(catalogue(7), mcp.PageSize(size))
		replicas := [2]*desk{serve(t, parts...), serve(t, parts...)}
		for _, revision := range []string{"2024-11-05", withHandshake, without} {
			for method, member := range lists {
				got, cursors := walk(t, replicas, revision, method, member)
				if diff := cmp.Diff(want, got); diff != "" || len(cursors) != pages-1 {
					t.Errorf("%s by %d: %d cursors, %s", method, size, len(cursors), diff)
				}
			}
		}
	}
}

func TestACursorLeadsThroughItsOwnListAlone(t *testing.T) {
	d := serve(t, append(catalogue(5), mcp.PageSize(2))...)
	changed := serve(t, append(catalogue(6), mcp.PageSize(2))...)
	for _, revision := range bothEras {
		cursors := map[string][]string{}
		for method, member := range lists {
			_, cursors[method] = walk(t, [2]*desk{d, d}, revision, method, member)
		}
		for method := range lists {
			wrong := []string{"", " ", "x", "0", "1", "-1", "2", "null", strings.Repeat("x", 1000)}
			for other, given := range cursors {
				if other != method {
					wrong = append(wrong, given...)
				}
			}
			for _, own := range cursors[method] {
				wrong = append(wrong, own+"0", own[:len(own)-1], own[1:], strings.ToUpper(own)+"x", own[:len(own)-1]+"3")
				changed.ask(t, revision, method, `{"cursor":"`+own+`"}`).fails(t, revision, -32602)
			}
			for _, cursor := range wrong {
				if slices.Contains(cursors[method], cursor) {
					continue
				}
				h := d.ask(t, revision, method, `{"cursor":"`+cursor+`"}`)
				h.fails(t, revision, -32602)
				if len(h.text) > 300 {
					t.Errorf("an answer of %d bytes", len(h.text))
				}
			}
			for _, cursor := range []string{`7`, `[]`, `{}`, `true`} {
				d.ask(t, revision, method, `{"cursor":`+cursor+`}`).fails(t, revision, -32602)
			}
			if h := d.ask(t, revision, method, `{"cursor":null}`); h.text != d.ask(t, revision, method, `{}`).text {
				t.Errorf("no cursor and the cursor null: %s", h.text)
			}
		}
	}
}

func TestAPageHasRoomForAnEntry(t *testing.T) {
	for _, size := range []int{0, -1, math.MinInt} {
		found, d := findings(t, mcp.PageSize(size), mcp.Tool("a", "Does nothing.", "ping"), mcp.Tool("b", "Does nothing.", "ping"))
		if len(found) != 1 || found[0].Check != "mcp-limits" || !strings.Contains(found[0].Message, fmt.Sprintf("mcp.PageSize(%d)", size)) {
			t.Errorf("got %v", found)
		}
		if got, _ := walk(t, [2]*desk{d, d}, withHandshake, "tools/list", "tools"); len(got) != 2 {
			t.Errorf("got %v", got)
		}
	}
}
