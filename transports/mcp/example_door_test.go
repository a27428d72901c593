package mcp_test

import (
	"fmt"
	nethttp "net/http"
	"net/http/httptest"

	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A page asks before it sends its token, and is answered before anybody wants
// one.
func ExampleOrigins() {
	signedIn := func(nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.WriteHeader(nethttp.StatusUnauthorized)
		})
	}
	h, _ := http.Handler(restaurant(), http.Behind(signedIn, mcp.Endpoint(
		mcp.Origins("https://app.example"),
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
	)))
	for _, page := range []string{"https://app.example", "https://evil.example"} {
		r := httptest.NewRequest("OPTIONS", "/benzene/mcp", nil)
		r.Header.Set("Origin", page)
		r.Header.Set("Access-Control-Request-Method", "POST")
		r.Header.Set("Access-Control-Request-Headers", "authorization,content-type,mcp-protocol-version")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Header().Get("Access-Control-Allow-Origin"), w.Header().Get("Access-Control-Allow-Headers"))
	}
	// Output:
	// 204 https://app.example authorization, content-type, mcp-protocol-version
	// 403
}

func ExampleHosts() {
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.Hosts("api.example"),
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
	))
	for _, host := range []string{"api.example", "evil.example"} {
		say(h, "http://"+host+"/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{}}
	// 403 {"jsonrpc":"2.0","error":{"code":-32600,"message":"the Host must be a name of this server, got \"evil.example\""}}
}

func ExamplePublic() {
	tools := mcp.Tool("get_table", "Says how many seats a table has.", "table:get")
	fmt.Println(http.Listen(":8080", mcp.Endpoint(tools)).Bind(restaurant()))
	fmt.Println(http.Listen(":8080", mcp.Endpoint(tools, mcp.Public())).Bind(restaurant()))
	// Output:
	// mcp: the endpoint listens at ":8080", beyond this machine, and behind nothing that asks who calls; put it behind authentication with http.Behind, listen at "localhost:8080", or say that it is meant to be open with mcp.Public
	// <nil>
}
