package mcp_test

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A function reads its arguments strictly: what does not fit is told to the
// model in one sentence each.
func ExampleFunc() {
	roll := func(_ context.Context, call *mcp.Call) (*mcp.Result, error) {
		args := call.Args()
		sides := args.Integer("sides")
		if err := args.Err(); err != nil {
			return nil, err
		}
		if sides < 2 {
			return mcp.Refusal("a die has 2 sides or more, not %d", sides), nil
		}
		return mcp.Answer(fmt.Sprintf("%d of %d", sides, sides)), nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Func("roll_die", "Rolls a die.", mcp.Object(mcp.Integer("sides", "How many sides it has.").Required()), roll),
	))
	for _, arguments := range []string{`{"sides":6}`, `{"sides":1}`, `{"sides":"six"}`} {
		say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roll_die","arguments":`+arguments+`}}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"6 of 6"}]}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a die has 2 sides or more, not 1"}],"isError":true}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"validation-error: sides must be a whole number, got \"six\""}],"isError":true}}
}

func ExampleFuncOf() {
	type question struct {
		Guests int `json:"guests" validate:"required,min=1" description:"how many will come"`
	}
	suggest := func(_ context.Context, _ *mcp.Call, q question) (*mcp.Result, error) {
		return &mcp.Result{Structured: table{Number: 7, Seats: q.Guests + 1}}, nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.FuncOf("suggest_table", "Suggests a table.", suggest, mcp.OutputSchema(mcp.SchemaFor[table]())),
	))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"suggest_table","arguments":{"guests":3}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}],"structuredContent":{"number":7,"seats":4}}}
}

// What a topic answers can be returned as it is; so can its failure.
func ExampleCall_Ask() {
	window := func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		args := call.Args()
		row := args.OptionalInteger("row", 0)
		if err := args.Err(); err != nil {
			return nil, err
		}
		return call.Ask(ctx, "table:get", getTable{Number: 12 + int(row)})
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Func("window_table", "Finds the table by the window.", mcp.Object(mcp.Integer("row", "0 is the first.")), window),
	))
	for _, arguments := range []string{`{}`, `{"row":1}`} {
		say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"window_table","arguments":`+arguments+`}}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":12,\"seats\":4}"}],"structuredContent":{"number":12,"seats":4}}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"not-found: there is no table 13"}],"isError":true}}
}

// A Call sends typed requests too, each a message with a scope of its own.
func ExampleCall_Dispatch() {
	seats := func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		total := 0
		for number := range 3 {
			found, err := benzene.Call[table](ctx, call, "table:get", getTable{Number: number + 1})
			if err != nil {
				return nil, err
			}
			total += found.Seats
		}
		return mcp.Answer(fmt.Sprint(total, " seats")), nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(mcp.Func("count_seats", "Counts all seats.", mcp.Object(), seats)))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count_seats"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"12 seats"}]}}
}

func ExampleOnFailure() {
	errClosed := errors.New("oven: state 4")
	registry, _ := benzene.NewRegistry(
		benzene.Handle("pizza:order", func(context.Context, struct{}) (struct{}, error) { return struct{}{}, errClosed }),
	)
	h, _ := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("order_pizza", "Orders a pizza.", "pizza:order", mcp.Writes()),
		mcp.OnFailure(func(outcome error) *mcp.Result {
			if errors.Is(outcome, errClosed) {
				return mcp.Refusal("the kitchen is closed; offer a cold dish")
			}
			return nil
		}),
	))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order_pizza"}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the kitchen is closed; offer a cold dish"}],"isError":true}}
}

func ExampleCatalogOf() {
	tools := mcp.Parts(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		mcp.Tool("book_table", "Books a table.", "table:book", mcp.Writes()),
	)
	for _, tool := range mcp.CatalogOf(tools).Tools {
		fmt.Println(tool.Name, tool.Topic, tool.Writes)
	}
	// Output:
	// book_table table:book true
	// get_table table:get false
}

// writersOnly lets only principals with the scope "write" call tools that write.
// What such a tool asks is held to the same.
func writersOnly(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		call, byTool := mcp.CallFrom(ctx)
		principal, _ := benzene.PrincipalFrom(ctx)
		if byTool && call.Writes && !slices.Contains(principal.Scopes, "write") {
			return benzene.Reply{}, benzene.Forbidden.Errorf("the tool %s writes, and you may only read", call.Name)
		}
		return next(ctx, inv)
	}
}

// An authorizer goes by what the program declared of a tool, and by nothing that a
// client says of it.
func ExampleCallFrom() {
	registry, _ := benzene.NewRegistry(
		benzene.Handle("table:get", func(context.Context, getTable) (table, error) { return table{7, 4}, nil }),
		benzene.Handle("table:book", func(context.Context, getTable) (table, error) { return table{7, 0}, nil }),
	)
	// signedIn stands for real authentication.
	signedIn := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			ctx := benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: "ada", Scopes: []string{"read"}})
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{writersOnly}), http.Behind(signedIn, mcp.Endpoint(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		mcp.Tool("book_table", "Books a table.", "table:book", mcp.Writes()),
	)))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"get_table", "book_table"} {
		say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`"}}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}],"structuredContent":{"number":7,"seats":4}}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"forbidden: the tool book_table writes, and you may only read"}],"isError":true}}
}
