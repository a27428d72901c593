package mcp_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A client says from which level on it wants to hear, and is told before the
// answer.
func ExampleLog() {
	cook := func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		mcp.Log(ctx, mcp.LevelDebug, "kitchen", "the oven is on")
		mcp.Log(ctx, mcp.LevelWarning, "kitchen", map[string]int{"eggs": 2})
		return mcp.Answer("It is in the oven."), nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(mcp.Logging(), mcp.Func("cook", "Cooks.", mcp.Object(), cook)))
	meta := statelessMembers + `,"io.modelcontextprotocol/logLevel":"info"`
	w := newRecorder(h, statelessRequest(metaBody("tools/call", `"name":"cook"`, meta)))
	first, _, _ := strings.Cut(w.Body.String(), "\n\n")
	fmt.Println(first)
	// Output:
	// event: message
	// data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"kitchen","data":{"eggs":2}}}
}

// Work that should not stop half done is finished for a caller that has hung up.
func ExampleFinishWithin() {
	ctx, hangUp := context.WithCancel(context.Background())
	defer hangUp()
	book := func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		hangUp()
		fmt.Println("may go on:", ctx.Err() == nil)
		return mcp.Answer("The table is yours."), nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.FinishWithin(10*time.Second),
		mcp.Func("book_table", "Books a table.", mcp.Object(), book, mcp.Writes()),
	))
	r := request(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_table"}}`)
	newRecorder(h, r.WithContext(ctx))
	// Output:
	// may go on: true
}

// A client of an earlier revision is asked on the stream that its answer comes on.
func ExampleAnswerWithin() {
	registry, _ := benzene.NewRegistry(benzene.Handle("table:cancel", cancel))
	h, _ := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.AnswerWithin(10*time.Millisecond),
		mcp.Tool("cancel_table", "Gives a table away.", "table:cancel", mcp.Destructive(), mcp.Asks()),
	))
	began := newRecorder(h, request(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"a","version":"1"}}}`))
	w := newRecorder(h, request(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"cancel_table","arguments":{"number":7}}}`,
		"Mcp-Session-Id: "+began.Header().Get("Mcp-Session-Id")))
	events := strings.Split(strings.TrimSpace(w.Body.String()), "\n\n")
	fmt.Println(events[len(events)-1])
	// Output:
	// event: message
	// data: {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"input-required: the tool cannot go on: nobody answered its question in time"}],"isError":true}}
}
