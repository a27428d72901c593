package main

import (
	"encoding/json"
	"errors"
	"fmt"
	nethttp "net/http"
)

// statelessParams are those of tools/call since 2026-07-28, where each request
// says who asks.
type statelessParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Meta      struct {
		Version      string          `json:"io.modelcontextprotocol/protocolVersion"`
		Capabilities map[string]any  `json:"io.modelcontextprotocol/clientCapabilities"`
		Client       *implementation `json:"io.modelcontextprotocol/clientInfo"`
	} `json:"_meta"`
}

func plainStatelessTools() nethttp.Handler {
	return plainEndpoint(func(r *nethttp.Request, body []byte) ([]byte, error) {
		request, err := readByHand(body)
		if err != nil {
			return nil, err
		}
		var params statelessParams
		if err := json.Unmarshal(request.Params, &params); err != nil {
			return nil, err
		}
		if err := params.check(r.Header, request.Method); err != nil {
			return nil, err
		}
		text, err := orderByHand(r.Context(), params.Arguments)
		if err != nil {
			return nil, err
		}
		return json.Marshal(rpcAnswer[toolResult]{"2.0", request.ID, toolResult{
			ResultType: "complete", Content: []toolText{{"text", string(text)}}, StructuredContent: text,
			Meta: &serverMeta{implementation{"orders", "1"}},
		}})
	})
}

// check compares what a request says in its headers with what its body says.
func (p *statelessParams) check(header nethttp.Header, method string) error {
	switch {
	case p.Meta.Version != "2026-07-28" || header.Get("MCP-Protocol-Version") != p.Meta.Version:
		return fmt.Errorf("unknown version %q", p.Meta.Version)
	case p.Meta.Capabilities == nil:
		return errors.New("no client capabilities")
	case p.Meta.Client != nil && (p.Meta.Client.Name == "" || p.Meta.Client.Version == ""):
		return errors.New("half a client")
	case method != "tools/call" || header.Get("Mcp-Method") != method:
		return fmt.Errorf("unknown method %q", method)
	case p.Name != "get_order" || header.Get("Mcp-Name") != p.Name:
		return fmt.Errorf("unknown tool %q", p.Name)
	}
	return nil
}
