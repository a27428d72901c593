package mcp_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

func TestACatalogHasWhatPartsDeclare(t *testing.T) {
	parts := mcp.Parts(
		mcp.Tool("b", "Writes.", "order:place", mcp.Writes(), mcp.Title("Place"), mcp.TopicVersion("2")),
		mcp.Parts(mcp.Func("c", "Own.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, nil }, mcp.Destructive())),
		mcp.Tool("a", "Reads.", "order:get"),
		mcp.Prompt("p", "Begins.", "greet"),
		mcp.Resource("orders://{id}", "orders", "order:get", mcp.Title("Orders"), mcp.Description("All.")),
	)
	want := mcp.Catalog{
		Tools: []mcp.ToolInfo{
			{Name: "a", Description: "Reads.", Topic: "order:get"},
			{Name: "b", Title: "Place", Description: "Writes.", Topic: "order:place", Version: "2", Writes: true},
			{Name: "c", Description: "Own.", Topic: "benzene:mcp:c", Writes: true, Destructive: true},
		},
		Resources: []mcp.ResourceInfo{{URI: "orders://{id}", Name: "orders", Title: "Orders", Description: "All.", Topic: "order:get"}},
		Prompts:   []mcp.PromptInfo{{Name: "p", Description: "Begins.", Topic: "greet"}},
	}
	for range 2 {
		if diff := cmp.Diff(want, mcp.CatalogOf(parts)); diff != "" {
			t.Error(diff)
		}
	}
	if got := mcp.CatalogOf(); len(got.Tools)+len(got.Resources)+len(got.Prompts) > 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestACatalogFindsAToolByItsNameAlone(t *testing.T) {
	catalog := mcp.CatalogOf(mcp.Tool("place", "Writes.", "order:place", mcp.Writes()))
	if tool, ok := catalog.Tool("place"); !ok || !tool.Writes {
		t.Errorf("got %+v, %v", tool, ok)
	}
	for _, name := range []string{"", "Place", "place ", "order:place"} {
		if tool, ok := catalog.Tool(name); ok {
			t.Errorf("%q is %+v", name, tool)
		}
	}
}
