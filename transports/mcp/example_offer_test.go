package mcp_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func ExampleResource() {
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Resource("restaurant://tables/{number}", "table", "table:get", mcp.Title("A table")),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}`)
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"restaurant://tables/7"}}`)
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"restaurant://tables/13"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"restaurant://tables/{number}","name":"table","title":"A table","mimeType":"application/json"}]}}
	// 200 {"jsonrpc":"2.0","id":2,"result":{"contents":[{"uri":"restaurant://tables/7","mimeType":"application/json","text":"{\"number\":7,\"seats\":4}"}]}}
	// 200 {"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"there is no resource \"restaurant://tables/13\"","data":{"uri":"restaurant://tables/13"}}}
}

func ExampleResourceFunc() {
	menus := map[string]string{"lunch": "Soup of the day.", "dinner": "Ask the chef."}
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.ResourceFunc("restaurant://menus/{meal}", "menu", func(_ context.Context, call *mcp.Call) ([]mcp.Contents, error) {
			menu, ok := menus[call.Variable("meal")]
			if !ok {
				return nil, benzene.NotFound.Errorf("nobody serves that")
			}
			return []mcp.Contents{{Text: menu}}, nil
		}, mcp.MIMEType("text/plain")),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"restaurant://menus/lunch"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"restaurant://menus/lunch","mimeType":"text/plain","text":"Soup of the day."}]}}
}

func ExamplePrompt() {
	type invitation struct {
		Guest string `json:"guest" validate:"required" description:"Who is invited."`
		Table int    `json:"table,omitzero"`
	}
	registry, _ := benzene.NewRegistry(
		benzene.Handle("invitation:write", func(_ context.Context, i invitation) (string, error) {
			return fmt.Sprintf("Invite %s to table %d, politely.", i.Guest, i.Table), nil
		}),
	)
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Prompt("invite", "Writes an invitation.", "invitation:write"),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`)
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"invite","arguments":{"guest":"Ada","table":"7"}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"invite","description":"Writes an invitation.","arguments":[{"name":"guest","description":"Who is invited.","required":true},{"name":"table","required":false}]}]}}
	// 200 {"jsonrpc":"2.0","id":2,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Invite Ada to table 7, politely."}}]}}
}

func ExamplePromptFunc() {
	arguments := []mcp.PromptArgument{{Name: "dish", Required: true}}
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.PromptFunc("describe", "Describes a dish.", arguments, func(_ context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
			return &mcp.PromptResult{Messages: []mcp.PromptMessage{
				{Role: mcp.User, Content: mcp.TextContent{Text: "What is in " + call.Args().Text("dish") + "?"}},
				{Role: mcp.Assistant, Content: mcp.TextContent{Text: "I have asked the chef."}},
			}}, nil
		}),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"describe","arguments":{"dish":"the soup"}}}`)
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"describe"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"messages":[{"role":"user","content":{"type":"text","text":"What is in the soup?"}},{"role":"assistant","content":{"type":"text","text":"I have asked the chef."}}]}}
	// 200 {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"the argument \"dish\" is required, and is missing"}}
}

func ExampleCompletes() {
	type dish struct {
		Name string `json:"name"`
	}
	dishes := []string{"salad", "soup", "soufflé"}
	registry, _ := benzene.NewRegistry(
		benzene.Handle("dish:recommend", func(_ context.Context, d dish) (string, error) { return "Recommend the " + d.Name + ".", nil }),
		benzene.Handle("dish:names", func(_ context.Context, req mcp.CompletionRequest) (mcp.Completion, error) {
			var found mcp.Completion
			for _, name := range dishes {
				if strings.HasPrefix(name, req.Value) {
					found.Values = append(found.Values, name)
				}
			}
			return found, nil
		}),
	)
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Prompt("recommend", "Recommends a dish.", "dish:recommend", mcp.Completes("name", "dish:names")),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"recommend"},"argument":{"name":"name","value":"sou"}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["soup","soufflé"],"hasMore":false}}}
}
