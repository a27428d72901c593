package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func ExampleStdioOn() {
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_table","arguments":{"number":7}}}
`)
	transport := mcp.StdioOn(in, os.Stdout,
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
	)
	if err := transport.Bind(restaurant()); err != nil {
		fmt.Println(err)
		return
	}
	err := transport.Serve(context.Background())
	fmt.Println("finished:", errors.Is(err, benzene.ErrFinished))
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"number\":7,\"seats\":4}"}]}}
	// finished: true
}

func ExampleAs() {
	registry, _ := benzene.NewRegistry(
		benzene.Handle("table:mine", func(ctx context.Context, _ nothing) (table, error) {
			caller, known := benzene.PrincipalFrom(ctx)
			fmt.Println("called by:", caller.Subject, known)
			return table{7, 4}, nil
		}),
	)
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_my_table"}}
`)
	transport := mcp.StdioOn(in, io.Discard,
		mcp.Tool("get_my_table", "Says which table the user has.", "table:mine"),
		mcp.As(benzene.Principal{Subject: "ida"}),
	)
	if err := transport.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
		fmt.Println(err)
		return
	}
	_ = transport.Serve(context.Background()) // it is finished
	// Output:
	// called by: ida true
}
