package mcp_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type cancelTable struct {
	Number int `json:"number"`
}

// sure is what the handler asks the user.
var sure = mcp.Elicitation{
	Message: "Give the table away?",
	Form:    mcp.Object(mcp.Choice("reason", "Why.", "ill", "late").Required()),
}

func cancel(ctx context.Context, req cancelTable) (string, error) {
	answer, ok := sure.Answer(mcp.Input(ctx), "sure")
	if !ok {
		return "", &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"sure": sure}}
	}
	if answer.Action != mcp.Accept {
		return "The table is still yours.", nil
	}
	var form struct {
		Reason string `json:"reason"`
	}
	if err := answer.Decode(&form); err != nil {
		return "", err
	}
	return fmt.Sprintf("Table %d is free: %s.", req.Number, form.Reason), nil
}

// A round is what a client is asked.
type round struct {
	Requests jsontext.Value `json:"inputRequests"`
	State    string         `json:"requestState"`
	Content  jsontext.Value `json:"content"`
}

// ask calls a tool as a client of 2026-07-28 does; more are further parameters.
func ask(h nethttp.Handler, tool, more string) (said round) {
	r := httptest.NewRequest(nethttp.MethodPost, "/benzene/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}},`+
		`"name":"`+tool+`","arguments":{"number":7}`+more+`}}`))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var answer struct {
		Result jsontext.Value `json:"result"`
	}
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	_ = json.Unmarshal(answer.Result, &said)
	return said
}

// A handler asks the user by an error, and runs again with the answer.
func ExampleNeedInput() {
	registry, _ := benzene.NewRegistry(benzene.Handle("table:cancel", cancel))
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.Tool("cancel_table", "Gives a table away.", "table:cancel", mcp.Destructive(), mcp.Asks()),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(ask(h, "cancel_table", "").Requests))
	fmt.Println(string(ask(h, "cancel_table", `,"inputResponses":{"sure":{"action":"accept","content":{"reason":"ill"}}}`).Content))
	fmt.Println(string(ask(h, "cancel_table", `,"inputResponses":{"sure":{"action":"decline"}}`).Content))
	// Output:
	// {"sure":{"method":"elicitation/create","params":{"message":"Give the table away?","requestedSchema":{"type":"object","properties":{"reason":{"type":"string","description":"Why.","enum":["ill","late"]}},"required":["reason"]}}}}
	// [{"type":"text","text":"\"Table 7 is free: ill.\""}]
	// [{"type":"text","text":"\"The table is still yours.\""}]
}

// What a handler has found out before it asks is not found out again: State
// carries it to the next run, sealed, on whichever replica that is.
func ExampleInputs_State() {
	searches := 0
	find := func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		in := mcp.Input(ctx)
		var offers []string
		if !in.State(&offers) {
			searches++
			offers = []string{"window", "terrace"}
		}
		place := mcp.Elicitation{Message: "Where?", Form: mcp.Object(mcp.Choice("place", "Which one.", offers...).Required())}
		answer, ok := place.Answer(in, "place")
		if !ok {
			return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"place": place}, State: offers}
		}
		return mcp.Answer(string(answer.Action) + " " + string(answer.Content)), nil
	}
	registry, _ := benzene.NewRegistry()
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(
		mcp.SealState([]byte("a secret of 32 bytes, not this.. ")),
		mcp.Func("find_table", "Finds a table.", mcp.Object(mcp.Integer("number", "Of people.")), find, mcp.Asks()),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	asked := ask(h, "find_table", "")
	answered := ask(h, "find_table", `,"inputResponses":{"place":{"action":"accept","content":{"place":"terrace"}}},"requestState":"`+asked.State+`"`)
	fmt.Println(string(answered.Content), searches)
	// Output:
	// [{"type":"text","text":"accept {\"place\":\"terrace\"}"}] 1
}
