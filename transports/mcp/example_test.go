package mcp_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type getTable struct {
	Number int `json:"number" validate:"required,min=1" description:"as it stands on the door"`
}

type table struct {
	Number int `json:"number"`
	Seats  int `json:"seats"`
}

// restaurant is a service of one topic.
func restaurant() *benzene.Dispatcher {
	registry, _ := benzene.NewRegistry(
		benzene.Handle("table:get", func(_ context.Context, req getTable) (table, error) {
			if req.Number > 12 {
				return table{}, benzene.NotFound.Errorf("there is no table %d", req.Number)
			}
			return table{req.Number, 4}, nil
		}),
	)
	return benzene.NewDispatcher(registry, nil, benzene.Named("restaurant", "v2.0.0"))
}

// say sends a message to h at path, and prints what comes back.
func say(h nethttp.Handler, path, message string) {
	r := httptest.NewRequest(nethttp.MethodPost, path, strings.NewReader(message))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Body)
}

func ExampleEndpoint() {
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_table","arguments":{"number":7}}}`)
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_table","arguments":{"number":13}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}],"structuredContent":{"number":7,"seats":4}}}
	// 200 {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"not-found: there is no table 13"}],"isError":true}}
}

func ExampleTool() {
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
	))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_table","description":"Says how many seats a table has.","inputSchema":{"type":"object","properties":{"number":{"type":"integer","description":"as it stands on the door","minimum":1}},"required":["number"]},"outputSchema":{"type":"object","properties":{"number":{"type":"integer"},"seats":{"type":"integer"}},"required":["number","seats"]},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}}]}}
}

func ExampleParts() {
	server := mcp.Parts(mcp.Server("front-desk", "1.0"), mcp.Instructions("Ask for the number of guests first."))
	h, _ := http.Handler(restaurant(), mcp.Endpoint(server, mcp.Path("/mcp")))
	say(h, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"front-desk","version":"1.0"},"instructions":"Ask for the number of guests first."}}
}

func ExampleSurface() {
	_, err := mcp.Surface(
		mcp.Tool("book_table", "Books a table for some guests.", "table:book", mcp.Writes()),
		mcp.Tool("table:free", "Lists free tables.", "table:get"),
	)(http.Site{Dispatcher: restaurant()})
	fmt.Println(err)
	// Output:
	// mcp: tool "book_table" is bound to topic "table:book", which has no handler; add one, or drop the tool
	// mcp: tool name "table:free" (topic "table:get") does not fit all models; write 1 to 64 of the characters A-Z a-z 0-9 _ and -
}

func ExampleTopicVersion() {
	registry, _ := benzene.NewRegistry(
		benzene.Handle("table:get", func(_ context.Context, req getTable) (table, error) { return table{req.Number, 4}, nil }),
		benzene.Handle("table:get", func(_ context.Context, req getTable) (table, error) { return table{req.Number, 6}, nil },
			benzene.Version("2")),
	)
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		mcp.Tool("get_table_extended", "Says how many seats a table has when it is pulled out.", "table:get", mcp.TopicVersion("2")),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"get_table", "get_table_extended"} {
		say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":{"number":7}}}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}],"structuredContent":{"number":7,"seats":4}}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":6}"}],"structuredContent":{"number":7,"seats":6}}}
}

func ExampleDestructive() {
	registry, _ := benzene.NewRegistry(
		benzene.Handle("table:clear", func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }),
	)
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("clear_tables", "Forgets every reservation.", "table:clear", mcp.Destructive()),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"clear_tables","description":"Forgets every reservation.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false}}]}}
}
