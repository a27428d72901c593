package main

import (
	"context"

	"github.com/benzene-go/framework/transports/mcp"
)

// Reports are tools that say how they get on before they answer. A client that
// has asked for that hears it at once, on the stream of its call.
func Reports() mcp.Part {
	return mcp.Parts(
		mcp.Tool("test_tool_with_progress", "Reports progress while it works.", "work:do"), // by benzene.Progress
		logs("test_tool_with_logging", "Logs while it works.", "Tool execution started", "Tool processing data", "Tool execution completed"),
		logs("test_logging_tool", "Logs once.", "One message"),
	)
}

// logs is a tool that sends messages and then answers.
func logs(name, description string, messages ...string) mcp.Part {
	return mcp.Func(name, description, mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		for _, message := range messages {
			mcp.Log(ctx, mcp.LevelInfo, "everything", message)
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
		return mcp.Answer("Logged."), nil
	})
}
