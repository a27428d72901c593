package mcp_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// What a client shows of a resource, and how long it may keep it.
func ExampleFreshFor() {
	menu := func(context.Context, *mcp.Call) ([]mcp.Contents, error) { return []mcp.Contents{{Text: "Soup."}}, nil }
	needed := 0.8
	h, err := http.Handler(restaurant(), mcp.Endpoint(
		mcp.ResourceFunc("restaurant://menu", "menu", menu, mcp.MIMEType("text/plain"), mcp.Size(5), mcp.FreshFor(time.Hour),
			mcp.Icons(mcp.Icon{Src: "https://restaurant.example/menu.png", MIMEType: "image/png", Sizes: []string{"48x48"}}),
			mcp.Annotated(mcp.Annotations{Audience: []string{"user"}, Priority: &needed})),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)
	fmt.Println(newRecorder(h, statelessRequest(statelessBody("resources/read", `"uri":"restaurant://menu"`))).Body)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"restaurant://menu","name":"menu","icons":[{"src":"https://restaurant.example/menu.png","mimeType":"image/png","sizes":["48x48"]}],"mimeType":"text/plain","size":5,"annotations":{"audience":["user"],"priority":0.8}}]}}
	// {"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"restaurant://menu","mimeType":"text/plain","text":"Soup."}],"ttlMs":3600000,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"restaurant","version":"v2.0.0"}}}}
}

// A client follows each page's cursor to the next one.
func ExamplePageSize() {
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.PageSize(2),
		mcp.Tool("get_table", "Says how many seats a table has.", "table:get"),
		mcp.Tool("get_window_table", "Says how many seats a table by the window has.", "table:get"),
		mcp.Tool("get_terrace_table", "Says how many seats a table on the terrace has.", "table:get"),
	))
	for params, more := "{}", true; more; {
		var answer struct {
			Result struct {
				Tools []struct {
					Name string `json:"name"`
				} `json:"tools"`
				Next string `json:"nextCursor"`
			} `json:"result"`
		}
		w := newRecorder(h, request(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":`+params+`}`))
		_ = json.Unmarshal(w.Body.Bytes(), &answer)
		fmt.Println(answer.Result.Tools)
		params, more = `{"cursor":"`+answer.Result.Next+`"}`, answer.Result.Next != ""
	}
	// Output:
	// [{get_table} {get_terrace_table}]
	// [{get_window_table}]
}

func ExampleCompletesBy() {
	meals := func(_ context.Context, req mcp.CompletionRequest) (mcp.Completion, error) {
		var found mcp.Completion
		for _, meal := range []string{"breakfast", "brunch", "dinner"} {
			if strings.HasPrefix(meal, req.Value) {
				found.Values = append(found.Values, meal)
			}
		}
		return found, nil
	}
	menu := func(_ context.Context, call *mcp.Call) ([]mcp.Contents, error) {
		return []mcp.Contents{{Text: "What there is for " + call.Variable("meal") + "."}}, nil
	}
	h, _ := http.Handler(restaurant(), mcp.Endpoint(
		mcp.ResourceFunc("restaurant://menus/{meal}", "menu", menu, mcp.CompletesBy("meal", meals)),
	))
	say(h, "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"restaurant://menus/{meal}"},"argument":{"name":"meal","value":"br"}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["breakfast","brunch"],"hasMore":false}}}
}
