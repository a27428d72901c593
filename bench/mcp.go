package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

const toolRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":"ord-42"}}}`

// plainTools is a tools/call server as it would be written by hand, with
// encoding/json.
func plainTools() nethttp.Handler {
	mux := nethttp.NewServeMux()
	mux.HandleFunc("POST /benzene/mcp", func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(nethttp.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusRequestEntityTooLarge)
			return
		}
		out, err := callByHand(r, body)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(out) // the caller has gone; nobody is left to tell
	})
	return mux
}

type rpcRequest struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type rpcAnswer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  toolResult      `json:"result"`
}

type toolResult struct {
	Content           []toolText      `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
}

type toolText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func callByHand(r *nethttp.Request, body []byte) ([]byte, error) {
	var call rpcRequest
	if err := json.Unmarshal(body, &call); err != nil {
		return nil, err
	}
	var params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(call.Params, &params); err != nil {
		return nil, err
	}
	if call.JSONRPC != "2.0" || call.Method != "tools/call" || params.Name != "get_order" {
		return nil, fmt.Errorf("unknown call %s %s", call.Method, params.Name)
	}
	var req getOrder
	if err := json.Unmarshal(params.Arguments, &req); err != nil {
		return nil, err
	}
	if err := rules.Struct(&req); err != nil {
		return nil, err
	}
	found, err := find(r.Context(), req)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(found)
	if err != nil {
		return nil, err
	}
	return json.Marshal(rpcAnswer{"2.0", call.ID, toolResult{[]toolText{{"text", string(text)}}, text}})
}

func ourTools() nethttp.Handler {
	d := benzene.NewDispatcher(getting.registry(), benzene.Pipeline{middleware.NewRules().Validate})
	h, err := http.Handler(d, mcp.Endpoint(mcp.Tool("get_order", "Finds an order.", "order:get")))
	if err != nil {
		panic(err) // the tool is a constant
	}
	return h
}

func toolCall() scenario {
	return scenario{"mcp, tools/call, structured", []contender{
		called("by hand, net/http and encoding/json", plainTools()),
		called("ours, Validate", ourTools()),
	}}
}

func called(name string, h nethttp.Handler) contender {
	loop, last := posting(h, "/benzene/mcp", toolRequest, nethttp.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2025-11-25"},
	})
	return contender{
		name: name,
		once: func() error {
			loop(1)
			var got rpcAnswer
			if err := json.Unmarshal(last.body.Bytes(), &got); err != nil {
				return fmt.Errorf("%w in %s", err, last.body.String())
			}
			if len(got.Result.Content) != 1 || !bytes.Equal(got.ID, []byte("1")) {
				return fmt.Errorf("got %s", last.body.String())
			}
			if err := getting.checked([]byte(got.Result.Content[0].Text), nil); err != nil {
				return err
			}
			return getting.checked(got.Result.StructuredContent, nil)
		},
		loop: loop,
	}
}
