package interop_test

import (
	"context"
	nethttp "net/http"
	"testing"

	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// askOnce calls one tool of the server at url. An error says that it could not be
// called; what the tool itself refuses is a result with IsError.
func askOnce(ctx context.Context, url, token, tool string, arguments any) (*mcpsdk.CallToolResult, error) {
	client := mcpsdk.NewClient(&mcpsdk.Implementation{Name: "desk", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcpsdk.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &nethttp.Client{Transport: bearer(token)},
	}, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }() // the answer is here by then
	return session.CallTool(ctx, &mcpsdk.CallToolParams{Name: tool, Arguments: arguments})
}

// A bearer brings its token with every request.
type bearer string

// RoundTrip sends r with the token.
func (b bearer) RoundTrip(r *nethttp.Request) (*nethttp.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return nethttp.DefaultTransport.RoundTrip(r)
}

func TestAProgramCallsATool(t *testing.T) {
	url := serveHTTP(t, tools())
	for number, refused := range map[int]bool{7: false, -1: true} {
		result, err := askOnce(within(t), url, "s3cret", "get_order", map[string]any{"number": number})
		if err != nil || result.IsError != refused {
			t.Errorf("order %d: got %+v, %v; want IsError %t", number, result, err, refused)
		}
	}
}
