package mcp_test

import (
	"context"
	"fmt"
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// What stands before the server reads a body as the server does.
func ExampleRequestInfo() {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_table"}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"restaurant://tables/7"}},{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"tools/list"}`,
	} {
		infos, err := mcp.RequestInfo([]byte(body))
		fmt.Printf("%+v %v\n", infos, err)
	}
	// Output:
	// [{Method:tools/call Name:book_table URI:}] <nil>
	// [{Method:resources/read Name: URI:restaurant://tables/7}] <nil>
	// [] mcp: "method" must be given once, got it again
}

// An authorizer in front of the server asks what a request would call.
func ExampleCatalog_Called() {
	catalog := mcp.CatalogOf(
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		mcp.Tool("book_table", "Books a table.", "table:book", mcp.Writes()),
	)
	called, err := catalog.Called([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_table"}}`))
	for _, tool := range called {
		fmt.Println(tool.Name, tool.Writes)
	}
	fmt.Println(err)
	// Output:
	// book_table true
	// <nil>
}

// The session of one user is none for another, on whichever replica.
func ExampleSealSessions() {
	replica := func() nethttp.Handler {
		h, _ := http.Handler(restaurant(), mcp.Endpoint(
			mcp.SealSessions([]byte("a secret of 32 bytes, not this.. ")),
			mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		))
		return h
	}
	as := func(subject string, r *nethttp.Request) *nethttp.Request { // stands for real authentication
		return r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: subject}))
	}
	began := newRecorder(replica(), as("ada", request(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)))
	session := began.Header().Get("Mcp-Session-Id")
	for _, subject := range []string{"ada", "eve"} {
		w := newRecorder(replica(), as(subject, request(`{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id: "+session)))
		fmt.Println(subject, w.Code)
	}
	// Output:
	// ada 200
	// eve 404
}

func ExamplePassHeaders() {
	whose := func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		inv, _ := benzene.InvocationFrom(ctx)
		return mcp.Answer(fmt.Sprintf("tenant %q, cookie %q", inv.Headers.Get("x-tenant"), inv.Headers.Get("cookie"))), nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.PassHeaders("X-Tenant"),
		mcp.Func("whose", "Says whose restaurant it is.", mcp.Object(), whose),
	))
	w := newRecorder(h, request(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whose"}}`, "X-Tenant: acme", "Cookie: a=b"))
	fmt.Println(w.Body)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"tenant \"acme\", cookie \"\""}]}}
}
