package main

import (
	"context"
	"encoding/json"
	"io"
	nethttp "net/http"

	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// goSDK is a server of modelcontextprotocol/go-sdk that has a typed tool of
// each name. It checks arguments and results against their schemas; what those
// do not say the handler checks.
func goSDK(names []string) *mcpsdk.Server {
	s := mcpsdk.NewServer(&mcpsdk.Implementation{Name: "orders", Version: "1"}, nil)
	for _, name := range names {
		mcpsdk.AddTool(s, &mcpsdk.Tool{Name: name, Description: toolDescription},
			func(ctx context.Context, _ *mcpsdk.CallToolRequest, req getOrder) (*mcpsdk.CallToolResult, order, error) {
				found, err := validFind(ctx, req)
				return nil, found, err
			})
	}
	return s
}

func goSDKTools(names []string) nethttp.Handler {
	return goSDKHandler(goSDK(names), &mcpsdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// goSDKText is a server whose one tool answers with text alone. A tool without
// types decodes its arguments itself.
func goSDKText() nethttp.Handler {
	s := goSDK(nil)
	s.AddTool(&mcpsdk.Tool{Name: "get_order", Description: toolDescription, InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(ctx context.Context, r *mcpsdk.CallToolRequest) (*mcpsdk.CallToolResult, error) {
			var req getOrder
			if err := json.Unmarshal(r.Params.Arguments, &req); err != nil {
				return nil, err
			}
			text, err := foundText(ctx, req)
			return &mcpsdk.CallToolResult{Content: []mcpsdk.Content{&mcpsdk.TextContent{Text: text}}}, err
		})
	return goSDKHandler(s, &mcpsdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// goSDKSessions is the server as it is without options.
func goSDKSessions() nethttp.Handler { return goSDKHandler(goSDK(oneTool), nil) }

func goSDKHandler(s *mcpsdk.Server, options *mcpsdk.StreamableHTTPOptions) nethttp.Handler {
	return mcpsdk.NewStreamableHTTPHandler(func(*nethttp.Request) *mcpsdk.Server { return s }, options)
}

func goSDKStdio(in io.ReadCloser, out io.WriteCloser) error {
	return goSDK(oneTool).Run(context.Background(), &mcpsdk.IOTransport{Reader: in, Writer: out})
}
