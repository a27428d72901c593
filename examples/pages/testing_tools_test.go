package pages

import (
	"context"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/mcp"
)

// exchange gives lines to a server of these tools, and returns what it says.
func exchange(t *testing.T, service *benzene.Dispatcher, tools mcp.Part, lines ...string) string {
	t.Helper()
	var said strings.Builder
	transport := mcp.StdioOn(strings.NewReader(strings.Join(lines, "\n")), &said, tools)
	if err := transport.Bind(service); err != nil {
		t.Fatal(err)
	}
	_ = transport.Serve(t.Context()) // which ends with the lines
	return said.String()
}

// later makes a tools/call of 2026-07-28, which needs no handshake.
func later(params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + params + `,"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`
}

func TestTheTravellerIsAskedAndMoved(t *testing.T) {
	service := startuptest.New(t, startup.Handlers(Seats()))
	tools := Moving() // once: a function is attached to a service once
	call := `"name":"move_seat","arguments":{"flight":"BZ1","row":7}`

	asked := exchange(t, service, tools, later(call))
	if !strings.Contains(asked, `"inputRequests":{"move":{"method":"elicitation/create"`) {
		t.Errorf("got %s; want a question", asked)
	}
	moved := exchange(t, service, tools, later(call+`,"inputResponses":{"move":{"action":"accept","content":{"meal":"fish"}}}`))
	if !strings.Contains(moved, `"free":false`) {
		t.Errorf("got %s; want the seat held", moved)
	}
}

func TestAPriceThatNobodyNamedIsNotAgreedTo(t *testing.T) {
	service := startuptest.New(t, startup.Handlers(Seats()))
	tools := Upgrading(func(context.Context) (int, error) { return 7, nil })
	said := exchange(t, service, tools, later(`"name":"upgrade","inputResponses":{"price":{"action":"accept"}}`))
	if !strings.Contains(said, "Upgrade for 7?") || strings.Contains(said, "Upgraded") {
		t.Errorf("got %s; want the question first", said)
	}
}
