package mcp_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

// get gets a prompt.
func (d *desk) get(t *testing.T, revision, name, arguments string) heard {
	t.Helper()
	return d.ask(t, revision, "prompts/get", `{"name":"`+name+`","arguments":`+arguments+`}`)
}

func said(text string) string {
	return `{"messages":[{"role":"user","content":{"type":"text","text":"` + text + `"}}]}`
}

func TestAPromptIsListedInTheWordsOfEachRevision(t *testing.T) {
	d := serve(t,
		mcp.Prompt("plain", "", "text"),
		mcp.Prompt("greet", "Says \"hello\".", "greet", mcp.Title("Greeting"), mcp.Icons(mcp.Icon{Src: "data:image/png;base64,AA=="})),
		mcp.PromptFunc("own", "", []mcp.PromptArgument{{Name: "a", Title: "A", Description: "An a.", Required: true}, {Name: "b"}}, silent),
	)
	const (
		arguments = `"arguments":[{"name":"name","description":"Whom to greet.","required":true},{"name":"age","required":false},{"name":"tags","required":false}]}`
		about     = `"description":"Says \"hello\"."`
		icons     = `"icons":[{"src":"data:image/png;base64,AA=="}]`
		own       = `,{"name":"own","arguments":[{"name":"a","description":"An a.","required":true},{"name":"b","required":false}]},{"name":"plain"}]}`
		ownTitled = `,{"name":"own","arguments":[{"name":"a","title":"A","description":"An a.","required":true},{"name":"b","required":false}]},{"name":"plain"}]}`
		greet     = `{"prompts":[{"name":"greet",`
	)
	d.in(t, "2024-11-05", "2025-03-26", "prompts/list", greet+about+","+arguments+own)
	d.in(t, "2025-06-18", "2025-06-18", "prompts/list", greet+`"title":"Greeting",`+about+","+arguments+ownTitled)
	d.in(t, withHandshake, without, "prompts/list", greet+`"title":"Greeting",`+about+","+icons+","+arguments+ownTitled)
}

func silent(context.Context, *mcp.Call) (*mcp.PromptResult, error) { return nil, nil }

func TestWhatATopicAnswersIsThePrompt(t *testing.T) {
	topics := []string{"text", "empty", "message", "messages", "no messages", "prompt", "no prompt", "items", "list", "none"}
	var parts []mcp.Part
	for _, topic := range topics {
		parts = append(parts, mcp.Prompt(topic, "", topic))
	}
	d := serve(t, parts...)
	for name, want := range map[string]string{
		"text":        said(`one \"two\"\n` + " \u2028 \u00e9"),
		"empty":       said(``),
		"message":     `{"messages":[{"role":"assistant","content":{"type":"image","data":"+/8=","mimeType":"image/png"}}]}`,
		"messages":    `{"messages":[{"role":"user","content":{"type":"text","text":""}},{"role":"assistant","content":{"type":"resource","resource":{"uri":"shop://a","text":""}}}]}`,
		"no messages": `{"messages":[]}`,
		"prompt":      `{"messages":[{"role":"user","content":{"type":"audio","data":"eA==","mimeType":"audio/wav"}}],"description":"Why."}`,
		"no prompt":   `{"messages":[]}`,
		"items":       said(`{\"items\":[]}`),
		"list":        said(`[\"a\",\"b\"]`),
		"none":        said(`null`),
	} {
		for _, revision := range bothEras {
			d.get(t, revision, name, `{}`).says(t, revision, -1, want)
		}
	}
	d.get(t, "2024-11-05", "prompt", `{}`).says(t, "2024-11-05", -1,
		`{"messages":[{"role":"user","content":{"type":"text","text":"[audio, audio/wav, 1 bytes]"}}],"description":"Why."}`)
}

func TestArgumentsFillTheFieldsOfTheRequest(t *testing.T) {
	d := serve(t, mcp.Prompt("greet", "", "greet"), mcp.Prompt("say", "", "echo"))
	for arguments, want := range map[string]string{
		`{"name":"Ada"}`:                                    "Ada is 0",
		`{"name":"Ada","age":"36"}`:                         "Ada is 36",
		`{"\u006eame":"\u0041da","unknown":"x","Age":"36"}`: "Ada is 0",
		`{"name":"","deep":"x"}`:                            " is 0",
	} {
		for _, revision := range bothEras {
			d.get(t, revision, "greet", arguments).says(t, revision, -1, said(want))
		}
	}
	if body := d.last(t).body; body != "" {
		t.Errorf("the message has the body %q", body)
	}
	for _, revision := range bothEras {
		d.get(t, revision, "say", `{"text":"a","n":"-7","tags":"one"}`).says(t, revision, -1, said(`{\"text\":\"a\",\"n\":-7,\"tags\":[\"one\"]}`))
	}
}

func TestAnArgumentThatDoesNotFitIsNamed(t *testing.T) {
	d := serve(t, mcp.Prompt("greet", "", "greet"), mcp.Prompt("say", "", "echo"), mcp.Prompt("plain", "", "text"),
		mcp.PromptFunc("own", "", []mcp.PromptArgument{{Name: "a", Required: true}}, silent))
	for _, c := range []struct {
		name, arguments, want string
		runs                  bool
	}{
		{"greet", `{}`, `the argument "name" is required, and is missing`, false},
		{"greet", `null`, `the argument "name" is required, and is missing`, false},
		{"greet", `{"Name":"Ada"}`, `the argument "name" is required, and is missing`, false},
		{"greet", `{"name":7}`, `the argument "name" must be text, got a number`, false},
		{"greet", `{"name":null}`, `the argument "name" must be text, got null`, false},
		{"greet", `{"name":"Ada","x":{},"b":[],"c":true}`, `the argument "x" must be text, got an object`, false},
		{"greet", `{"name":"Ada","name":"Bob"}`, `"arguments" must have each name once`, false},
		{"greet", `[]`, `"arguments" must be an object, got a list`, false},
		{"greet", `"name"`, `"arguments" must be an object, got text`, false},
		{"greet", `{"name":"Ada","age":"old"}`, `bad-request: age must be a whole number, got "old"`, true},
		{"greet", `{"name":"Ada","age":""}`, `bad-request: age must be a whole number, got ""`, true},
		{"say", `{"text":""}`, `validation-error: text is required`, true},
		{"plain", `{"x":7}`, `the argument "x" must be text, got a number`, false},
		{"own", `{}`, `the argument "a" is required, and is missing`, false},
		{"own", `{"a":7}`, `the argument "a" must be text, got a number`, false},
		{"nothing", `{}`, `there is no prompt "nothing"`, false},
		{"Greet", `{}`, `there is no prompt "Greet"`, false},
	} {
		for _, revision := range bothEras {
			before := len(d.ran())
			h := d.get(t, revision, c.name, c.arguments)
			h.fails(t, revision, -32602)
			if h.fault == nil || h.fault.Message != c.want || (len(d.ran()) > before) != c.runs {
				t.Errorf("%s %s: got %s", c.name, c.arguments, h.text)
			}
		}
	}
	many := `{"name":"Ada"`
	for i := range 1000 {
		many += `,"x` + strconv.Itoa(i) + `":""`
	}
	d.get(t, withHandshake, "greet", many+`}`).fails(t, withHandshake, -32602)
	h := d.get(t, withHandshake, "greet", `{"name":"Ada","`+strings.Repeat("\u00e9", 10000)+`":7}`)
	if h.fault == nil || len(h.fault.Message) > 300 {
		t.Errorf("an answer of %d bytes", len(h.text))
	}
	for _, params := range []string{`{}`, `{"name":7}`, `{"name":null}`, `{"name":["greet"]}`} {
		for _, revision := range bothEras {
			d.ask(t, revision, "prompts/get", params).fails(t, revision, -32602)
		}
	}
}

func TestAPromptThatNobodyCouldReadIsAFailure(t *testing.T) {
	d := serve(t, mcp.Prompt("hollow", "", "hollow prompt"), mcp.Prompt("nobody", "", "nobody's prompt"),
		mcp.PromptFunc("own", "", nil, func(context.Context, *mcp.Call) (*mcp.PromptResult, error) {
			return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Content: mcp.TextContent{}}, {}}}, nil
		}))
	for _, name := range []string{"hollow", "nobody", "own"} {
		for _, revision := range bothEras {
			d.get(t, revision, name, `{}`).fails(t, revision, -32603)
		}
	}
}

func TestAPromptOfAFunctionReadsItsArguments(t *testing.T) {
	kept := &mcp.PromptResult{Description: "Kept.", Messages: []mcp.PromptMessage{{Content: mcp.TextContent{Text: "x"}}}}
	d := serve(t,
		mcp.PromptFunc("own", "", []mcp.PromptArgument{{Name: "a", Required: true}}, func(_ context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
			args := call.Args()
			text := args.Text("a") + "|" + args.OptionalText("b", "none")
			if err := args.Err(); err != nil {
				return nil, err
			}
			return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Content: mcp.TextContent{Text: text}}}}, nil
		}),
		mcp.PromptFunc("silent", "", nil, silent),
		mcp.PromptFunc("kept", "", nil, func(context.Context, *mcp.Call) (*mcp.PromptResult, error) { return kept, nil }),
	)
	for _, revision := range bothEras {
		d.get(t, revision, "own", `{"a":"1"}`).says(t, revision, -1, said("1|none"))
		if got := d.last(t); got.topic.ID != "benzene:mcp:prompt:own" || got.body != `{"a":"1"}` {
			t.Errorf("got %+v", got)
		}
		d.get(t, revision, "own", `{"a":"1","b":"2"}`).says(t, revision, -1, said("1|2"))
		d.ask(t, revision, "prompts/get", `{"name":"silent"}`).says(t, revision, -1, `{"messages":[]}`)
		d.get(t, revision, "kept", `{}`).says(t, revision, -1, strings.TrimSuffix(said("x"), "}")+`,"description":"Kept."}`)
	}
	if diff := cmp.Diff(mcp.Role(""), kept.Messages[0].Role); diff != "" {
		t.Errorf("the application's own value was changed: %s", diff)
	}
}
