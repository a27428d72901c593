package main

import (
	"encoding/json"
	"fmt"
	nethttp "net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const mcpPath = "/benzene/mcp"

// oneTool is what most scenarios offer.
var oneTool = []string{"get_order"}

func toolCall() []contender {
	return []contender{
		handshake.called("by hand, net/http and encoding/json", plainTools()),
		handshake.called("ours, Validate", ourTools(oneTool)),
		handshake.called("mcp-go, stateless, structured handler", mcpGoTools(oneTool)),
		handshake.called("go-sdk, stateless, typed tool, JSON response", goSDKTools(oneTool)),
	}
}

func statelessToolCall() []contender {
	return []contender{
		stateless.called("by hand, net/http and encoding/json", plainStatelessTools()),
		stateless.called("ours, Validate", ourTools(oneTool)),
		stateless.called("mcp-go, structured handler", mcpGoTools(oneTool)),
		stateless.called("go-sdk, typed tool, JSON response", goSDKTools(oneTool)),
	}
}

// ourTools has a tool of each name.
func ourTools(names []string) nethttp.Handler {
	h, err := http.Handler(validDispatcher(), mcp.Endpoint(ourParts(names)...))
	if err != nil {
		panic(err) // the tools are constants
	}
	return h
}

func validDispatcher() *benzene.Dispatcher {
	return benzene.NewDispatcher(getting.registry(), benzene.Pipeline{middleware.NewRules().Validate})
}

func ourParts(names []string) []mcp.Part {
	parts := make([]mcp.Part, len(names))
	for i, name := range names {
		parts[i] = mcp.Tool(name, toolDescription, getting.topic)
	}
	return parts
}

const toolDescription = "Finds an order."

// A revision is how its clients ask for an order, and what they expect.
type revision struct {
	request    string
	header     nethttp.Header
	resultType string
}

var (
	handshake = revision{
		request: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":"ord-42"}}}`,
		header: nethttp.Header{
			"Content-Type":         {"application/json"},
			"Accept":               {"application/json, text/event-stream"},
			"Mcp-Protocol-Version": {"2025-11-25"},
		},
	}
	stateless = revision{
		request: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":"ord-42"},` +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
			`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}}}`,
		header: nethttp.Header{
			"Content-Type":         {"application/json"},
			"Accept":               {"application/json, text/event-stream"},
			"Mcp-Protocol-Version": {"2026-07-28"},
			"Mcp-Method":           {"tools/call"},
			"Mcp-Name":             {"get_order"},
		},
		resultType: "complete",
	}
)

func (v revision) called(name string, h nethttp.Handler) contender {
	return answered(name, h, v.request, v.header, v.checked)
}

// answered posts request, and has each answer that counts checked.
func answered(name string, h nethttp.Handler, request string, header nethttp.Header, check func([]byte) error) contender {
	loop, last := posting(h, mcpPath, request, header.Clone())
	return contender{
		name: name,
		once: func() error {
			loop(1)
			return check(last.body.Bytes())
		},
		loop: loop,
	}
}

func (v revision) checked(body []byte) error {
	var got rpcAnswer[toolResult]
	if err := json.Unmarshal(body, &got); err != nil {
		return fmt.Errorf("%w in %s", err, body)
	}
	if string(got.ID) != "1" || len(got.Result.Content) != 1 || got.Result.ResultType != v.resultType {
		return fmt.Errorf("got %s", body)
	}
	if err := sameOrder([]byte(got.Result.Content[0].Text)); err != nil {
		return err
	}
	return sameOrder(got.Result.StructuredContent)
}

// sameOrder allows the members in any order: one peer sorts them.
func sameOrder(text []byte) error {
	got, want := jsontext.Value(text), jsontext.Value(getting.answer)
	if err := got.Canonicalize(); err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	if err := want.Canonicalize(); err != nil {
		return err
	}
	if string(got) != string(want) {
		return fmt.Errorf("got %s, want %s", text, getting.answer)
	}
	return nil
}
