package main

import (
	"context"
	"strings"

	"github.com/benzene-go/framework/transports/mcp"
)

// begins completes what somebody types to those of values that begin so.
func begins(values ...string) mcp.CompletionFunc {
	return func(_ context.Context, req mcp.CompletionRequest) (mcp.Completion, error) {
		var c mcp.Completion
		for _, value := range values {
			if strings.HasPrefix(value, req.Value) {
				c.Values = append(c.Values, value)
			}
		}
		return c, nil
	}
}
