package main

import (
	"context"
	"io"
	nethttp "net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mcpGo is a server of mark3labs/mcp-go that has a tool of each name, as its
// own examples declare typed tools. It does not validate, so the handler does.
func mcpGo(names []string) *server.MCPServer {
	s := server.NewMCPServer("orders", "1", server.WithToolCapabilities(false))
	handle := mcp.NewStructuredToolHandler(
		func(ctx context.Context, _ mcp.CallToolRequest, req getOrder) (order, error) {
			return validFind(ctx, req)
		})
	for _, name := range names {
		s.AddTool(mcp.NewTool(name, mcp.WithDescription(toolDescription),
			mcp.WithInputSchema[getOrder](), mcp.WithOutputSchema[order]()), handle)
	}
	return s
}

// mcpGoText is a server whose one tool answers with text alone.
func mcpGoText() nethttp.Handler {
	s := server.NewMCPServer("orders", "1", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("get_order", mcp.WithDescription(toolDescription), mcp.WithInputSchema[getOrder]()),
		mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, req getOrder) (*mcp.CallToolResult, error) {
			text, err := foundText(ctx, req)
			return mcp.NewToolResultText(text), err
		}))
	return server.NewStreamableHTTPServer(s, server.WithStateLess(true))
}

func mcpGoTools(names []string) nethttp.Handler {
	return server.NewStreamableHTTPServer(mcpGo(names), server.WithStateLess(true))
}

// mcpGoSessions is the server as it is without options.
func mcpGoSessions() nethttp.Handler { return server.NewStreamableHTTPServer(mcpGo(oneTool)) }

func mcpGoStdio(in io.ReadCloser, out io.WriteCloser) error {
	return server.NewStdioServer(mcpGo(oneTool)).Listen(context.Background(), in, out)
}
