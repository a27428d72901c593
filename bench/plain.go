package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	nethttp "net/http"
)

// What an MCP server is when it is written by hand, with encoding/json.

type rpcRequest struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type rpcAnswer[Result any] struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  Result          `json:"result"`
}

type toolResult struct {
	ResultType        string          `json:"resultType,omitempty"` // since 2026-07-28
	Content           []toolText      `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	Meta              *serverMeta     `json:"_meta,omitempty"` // since 2026-07-28
}

type toolText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type serverMeta struct {
	ServerInfo implementation `json:"io.modelcontextprotocol/serverInfo"`
}

type implementation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// plainEndpoint posts each body to answer.
func plainEndpoint(answer func(*nethttp.Request, []byte) ([]byte, error)) nethttp.Handler {
	mux := nethttp.NewServeMux()
	mux.HandleFunc("POST /benzene/mcp", func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(nethttp.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusRequestEntityTooLarge)
			return
		}
		out, err := answer(r, body)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(out) // the caller has gone; nobody is left to tell
	})
	return mux
}

func plainTools() nethttp.Handler {
	return plainEndpoint(func(r *nethttp.Request, body []byte) ([]byte, error) {
		request, err := readByHand(body)
		if err != nil {
			return nil, err
		}
		return callByHand(r.Context(), request)
	})
}

func readByHand(body []byte) (rpcRequest, error) {
	var request rpcRequest
	err := json.Unmarshal(body, &request)
	if err == nil && request.JSONRPC != "2.0" {
		err = errors.New("not JSON-RPC 2.0")
	}
	return request, err
}

func callByHand(ctx context.Context, request rpcRequest) ([]byte, error) {
	arguments, err := argumentsByHand(request)
	if err != nil {
		return nil, err
	}
	text, err := orderByHand(ctx, arguments)
	if err != nil {
		return nil, err
	}
	return json.Marshal(rpcAnswer[toolResult]{"2.0", request.ID, toolResult{
		Content: []toolText{{"text", string(text)}}, StructuredContent: text,
	}})
}

func argumentsByHand(request rpcRequest) (json.RawMessage, error) {
	var params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(request.Params, &params); err != nil {
		return nil, err
	}
	if request.Method != "tools/call" || params.Name != "get_order" {
		return nil, fmt.Errorf("unknown call %s %s", request.Method, params.Name)
	}
	return params.Arguments, nil
}

func orderByHand(ctx context.Context, arguments []byte) ([]byte, error) {
	var req getOrder
	if err := json.Unmarshal(arguments, &req); err != nil {
		return nil, err
	}
	found, err := validFind(ctx, req)
	if err != nil {
		return nil, err
	}
	return json.Marshal(found)
}
