package main

import (
	"context"
	"encoding/json"
	"fmt"
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// finding answers with a list, which the handshake revisions have only as text.
var finding = work[getOrder, []order]{
	topic:   "order:find",
	request: getting.request,
	answer:  "[" + getting.answer + "]",
	handler: func(ctx context.Context, req getOrder) ([]order, error) {
		found, err := find(ctx, req)
		return []order{found}, err
	},
}

func textToolCall() []contender {
	return []contender{
		textCalled("by hand, net/http and encoding/json", plainText()),
		textCalled("ours, Validate", ourText()),
		textCalled("mcp-go, stateless, typed handler", mcpGoText()),
		textCalled("go-sdk, stateless, raw tool, JSON response", goSDKText()),
	}
}

func plainText() nethttp.Handler {
	return plainEndpoint(func(r *nethttp.Request, body []byte) ([]byte, error) {
		request, err := readByHand(body)
		if err != nil {
			return nil, err
		}
		arguments, err := argumentsByHand(request)
		if err != nil {
			return nil, err
		}
		var req getOrder
		if err := json.Unmarshal(arguments, &req); err != nil {
			return nil, err
		}
		text, err := foundText(r.Context(), req)
		if err != nil {
			return nil, err
		}
		return json.Marshal(rpcAnswer[toolResult]{"2.0", request.ID, toolResult{Content: []toolText{{"text", text}}}})
	})
}

func ourText() nethttp.Handler {
	d := benzene.NewDispatcher(finding.registry(), benzene.Pipeline{middleware.NewRules().Validate})
	h, err := http.Handler(d, mcp.Endpoint(mcp.Tool("get_order", toolDescription, finding.topic)))
	if err != nil {
		panic(err) // the tool is a constant
	}
	return h
}

// foundText validates, finds and encodes.
func foundText(ctx context.Context, req getOrder) (string, error) {
	if err := rules.Struct(&req); err != nil {
		return "", err
	}
	found, err := finding.handler(ctx, req)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(found)
	return string(text), err
}

func textCalled(name string, h nethttp.Handler) contender {
	return answered(name, h, handshake.request, handshake.header, checkedText)
}

func checkedText(body []byte) error {
	var got rpcAnswer[toolResult]
	if err := json.Unmarshal(body, &got); err != nil {
		return fmt.Errorf("%w in %s", err, body)
	}
	if string(got.ID) != "1" || len(got.Result.Content) != 1 || got.Result.StructuredContent != nil {
		return fmt.Errorf("got %s", body)
	}
	return finding.checked([]byte(got.Result.Content[0].Text), nil)
}
