package mcp_test

import (
	"context"
	"fmt"

	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func ExampleObjectOf() {
	fmt.Println(mcp.Object(
		mcp.ObjectOf("place", "Where to sit.",
			mcp.Flag("outside", "On the terrace."),
			mcp.Number("noise", "The most to bear, from 0 to 1.").Min(0).Max(1),
		).Required(),
	))
	// Output:
	// {"type":"object","properties":{"place":{"type":"object","description":"Where to sit.","properties":{"outside":{"type":"boolean","description":"On the terrace."},"noise":{"type":"number","description":"The most to bear, from 0 to 1.","minimum":0,"maximum":1}},"additionalProperties":false}},"required":["place"],"additionalProperties":false}
}

// A schema by hand says what types and fields cannot.
func ExampleSchemaText() {
	input := mcp.SchemaText(`{"type": "object", "required": ["number"], "properties": {
		"number": {"type": "integer", "minimum": 1, "maximum": 12, "examples": [7]}
	}}`)
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get",
			mcp.InputSchema(input), mcp.OutputSchema(mcp.SchemaFor[table]())),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_table","description":"Says how many seats a table has.","inputSchema":{"type":"object","required":["number"],"properties":{"number":{"type":"integer","minimum":1,"maximum":12,"examples":[7]}}},"outputSchema":{"type":"object","properties":{"number":{"type":"integer"},"seats":{"type":"integer"}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}}]}}
}

// A proxy can route by the number of the table, and read no body for that. A
// header that says another one is refused.
func ExampleMirror() {
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get", mcp.Mirror("number", "Table")),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, header := range []string{"Mcp-Param-Table: 7", "Mcp-Param-Table: 8"} {
		w := newRecorder(h, statelessRequest(statelessBody("tools/call", `"name":"get_table","arguments":{"number":7}`), header))
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}],"structuredContent":{"number":7,"seats":4},"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"restaurant","version":"v2.0.0"}}}}
	// 400 {"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Mcp-Param-Table must be \"7\" once, as \"number\" is in the arguments; got \"8\""}}
}

// A result may hold several kinds of content.
func ExampleResult() {
	picture := func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return &mcp.Result{Content: []mcp.Content{
			mcp.TextContent{Text: "Table 7:"},
			mcp.ImageContent{Data: []byte("GIF89a"), MIMEType: "image/gif"},
			mcp.ResourceLink{URI: "restaurant://tables/7", Name: "table"},
		}}, nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(mcp.Func("show_table", "Shows a table.", mcp.Object(), picture)))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_table"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Table 7:"},{"type":"image","data":"R0lGODlh","mimeType":"image/gif"},{"type":"resource_link","uri":"restaurant://tables/7","name":"table"}]}}
}
