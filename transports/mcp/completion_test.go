package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/benzene-go/framework/transports/mcp"
)

// complete asks for values.
func (d *desk) complete(t *testing.T, revision, ref, argument, more string) heard {
	t.Helper()
	return d.ask(t, revision, "completion/complete", `{"ref":`+ref+`,"argument":`+argument+more+`}`)
}

func proposing(values ...string) mcp.CompletionFunc {
	return func(context.Context, mcp.CompletionRequest) (mcp.Completion, error) {
		return mcp.Completion{Values: values}, nil
	}
}

// completing is a desk with something to complete of every kind.
func completing(t *testing.T) *desk {
	t.Helper()
	return serve(t,
		mcp.Prompt("greet", "", "greet", mcp.Completes("name", "names"), mcp.Completes("tags", "no names"),
			mcp.CompletesBy("age", func(_ context.Context, req mcp.CompletionRequest) (mcp.Completion, error) {
				return mcp.Completion{Values: []string{req.Argument, req.Value, req.Arguments["name"]}, Total: 7, HasMore: true}, nil
			})),
		mcp.Prompt("plain", "", "text"),
		mcp.Resource("shop://exact", "exact", "text"),
		mcp.Resource("shop://shelf/{number}{?side}", "shelves", "shelf", mcp.Completes("number", "many"), mcp.CompletesBy("side", proposing())),
		mcp.Resource("shop://page/{path}", "pages", "page", mcp.Completes("path", "names")),
	)
}

const (
	ofGreet   = `{"type":"ref/prompt","name":"greet"}`
	ofShelves = `{"type":"ref/resource","uri":"shop://shelf/{number}{?side}"}`
	noValues  = `{"completion":{"values":[],"hasMore":false}}`
)

func TestATopicOrAFunctionProposesValues(t *testing.T) {
	d := completing(t)
	for _, c := range []struct{ ref, argument, more, want string }{
		{ofGreet, `{"name":"name","value":"A\"d"}`, ``, `{"completion":{"values":["name","A\"d",""],"hasMore":false}}`},
		{ofGreet, `{"name":"name","value":""}`, `,"context":{"arguments":{"age":"7","other":"x"}}`, `{"completion":{"values":["name","","7"],"hasMore":false}}`},
		{ofGreet, `{"name":"age","value":"3"}`, `,"context":{"arguments":{"name":"Ada"}}`, `{"completion":{"values":["age","3","Ada"],"total":7,"hasMore":true}}`},
		{ofGreet, `{"name":"age","value":"3"}`, `,"context":{}`, `{"completion":{"values":["age","3",""],"total":7,"hasMore":true}}`},
		{ofGreet, `{"name":"age","value":"3"}`, `,"context":null`, `{"completion":{"values":["age","3",""],"total":7,"hasMore":true}}`},
		{ofGreet, `{"name":"tags","value":""}`, ``, noValues},
		{ofShelves, `{"name":"side","value":""}`, ``, noValues},
		{`{"type":"ref/resource","uri":"shop://page/7"}`, `{"name":"path","value":"a"}`, `,"context":{"arguments":null}`, `{"completion":{"values":["path","a",""],"hasMore":false}}`},
	} {
		for _, revision := range bothEras {
			d.complete(t, revision, c.ref, c.argument, c.more).says(t, revision, -1, c.want)
		}
	}
	d.complete(t, "2024-11-05", ofGreet, `{"name":"tags","value":""}`, ``).says(t, "2024-11-05", -1, noValues)
}

func TestNoMoreThanAHundredValuesAreProposed(t *testing.T) {
	hundred := `"` + strings.Join(numerals(100), `","`) + `"`
	d := serve(t, mcp.Resource("shop://shelf/{number}", "shelves", "shelf", mcp.Completes("number", "many")),
		mcp.Resource("shop://page/{path}", "pages", "page", mcp.CompletesBy("path", proposing(numerals(100)...))),
		mcp.Resource("shop://pages/{path}", "pages", "page", mcp.CompletesBy("path", func(context.Context, mcp.CompletionRequest) (mcp.Completion, error) {
			return mcp.Completion{Values: numerals(101), Total: 5000}, nil
		})))
	for _, c := range []struct{ uri, argument, end string }{
		{"shop://shelf/{number}", "number", `"total":150,"hasMore":true`},
		{"shop://page/{path}", "path", `"hasMore":false`},
		{"shop://pages/{path}", "path", `"total":5000,"hasMore":true`},
	} {
		for _, revision := range bothEras {
			d.complete(t, revision, `{"type":"ref/resource","uri":"`+c.uri+`"}`, `{"name":"`+c.argument+`","value":""}`, ``).
				says(t, revision, -1, `{"completion":{"values":[`+hundred+`],`+c.end+`}}`)
		}
	}
}

func TestWhatNobodyCompletesHasNoValues(t *testing.T) {
	d := completing(t)
	for ref, argument := range map[string]string{
		ofGreet:                                `{"name":"deep","value":""}`,
		`{"type":"ref/prompt","name":"plain"}`: `{"name":"name","value":""}`,
		`{"type":"ref/resource","uri":"shop://exact"}`: `{"name":"","value":""}`,
		ofShelves: `{"name":"NUMBER","value":""}`,
	} {
		for _, revision := range bothEras {
			d.complete(t, revision, ref, argument, ``).says(t, revision, -1, noValues)
		}
	}
	if len(d.ran()) > 0 {
		t.Error("something ran")
	}
}

func TestWhatCannotBeCompletedIsRefused(t *testing.T) {
	d := completing(t)
	const argument = `{"name":"name","value":""}`
	for _, c := range []struct{ ref, argument, more string }{
		{`{"type":"ref/prompt","name":"other"}`, argument, ``},
		{`{"type":"ref/prompt","name":"shop://exact"}`, argument, ``},
		{`{"type":"ref/prompt","uri":"greet"}`, argument, ``},
		{`{"type":"ref/prompt"}`, argument, ``},
		{`{"type":"ref/prompt","name":7}`, argument, ``},
		{`{"type":"ref/resource","uri":"shop://other"}`, argument, ``},
		{`{"type":"ref/resource","uri":"greet"}`, argument, ``},
		{`{"type":"ref/resource","name":"shop://exact"}`, argument, ``},
		{`{"type":"ref/tool","name":"greet"}`, argument, ``},
		{`{"type":"REF/PROMPT","name":"greet"}`, argument, ``},
		{`{"name":"greet"}`, argument, ``},
		{`{"type":"ref/prompt","name":"greet","name":"greet"}`, argument, ``},
		{`null`, argument, ``}, {`[]`, argument, ``}, {`"greet"`, argument, ``}, {`7`, argument, ``},
		{ofGreet, `null`, ``}, {ofGreet, `"name"`, ``}, {ofGreet, `{}`, ``}, {ofGreet, `[]`, ``},
		{ofGreet, `{"name":"name"}`, ``}, {ofGreet, `{"value":""}`, ``},
		{ofGreet, `{"name":"name","value":null}`, ``}, {ofGreet, `{"name":"name","value":7}`, ``}, {ofGreet, `{"name":7,"value":""}`, ``},
		{ofGreet, argument, `,"context":[]`}, {ofGreet, argument, `,"context":"x"`},
		{ofGreet, argument, `,"context":{"arguments":[]}`}, {ofGreet, argument, `,"context":{"arguments":{"age":7}}`}, {ofGreet, argument, `,"context":{"arguments":{"age":null}}`},
		{ofGreet, argument, `,"context":{"arguments":{"age":"7","age":"8"}}`},
	} {
		for _, revision := range bothEras {
			d.complete(t, revision, c.ref, c.argument, c.more).fails(t, revision, -32602)
		}
	}
	for _, params := range []string{`{}`, `{"ref":` + ofGreet + `}`, `{"argument":` + argument + `}`} {
		for _, revision := range bothEras {
			d.ask(t, revision, "completion/complete", params).fails(t, revision, -32602)
		}
	}
	if len(d.ran()) > 0 {
		t.Error("something ran")
	}
}
