package main

import (
	"encoding/json"
	"fmt"
	"io"
	nethttp "net/http"
)

const listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

type toolPage struct {
	Tools []listedTool `json:"tools"`
}

type listedTool struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  json.RawMessage `json:"annotations,omitempty"`
}

// toolList gives the floors the very result that ours has, so that the
// three write the same bytes.
func toolList() []contender {
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprintf("get_order_%d", i)
	}
	ours := ourTools(names)
	result := resultOf(ours)
	return []contender{
		listed("by hand, precomputed bytes, id spliced in", splicedList(result)),
		listed("by hand, encoding/json each time", encodedList(result)),
		listed("ours", ours),
		listed("mcp-go, stateless", mcpGoTools(names)),
		listed("go-sdk, stateless, typed tools, JSON response", goSDKTools(names)),
	}
}

func resultOf(h nethttp.Handler) json.RawMessage {
	loop, last := posting(h, mcpPath, listRequest, handshake.header.Clone())
	loop(1)
	var got rpcAnswer[json.RawMessage]
	if err := json.Unmarshal(last.body.Bytes(), &got); err != nil {
		panic(err) // ours answers with JSON
	}
	return got.Result
}

// splicedList writes what is known beforehand as it is, around the id.
func splicedList(result []byte) nethttp.Handler {
	tail := append(append([]byte(`,"result":`), result...), '}')
	mux := nethttp.NewServeMux()
	mux.HandleFunc("POST "+mcpPath, func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(nethttp.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusRequestEntityTooLarge)
			return
		}
		request, err := readList(body)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`)
		_, _ = w.Write(request.ID)
		_, _ = w.Write(tail) // the caller has gone; nobody is left to tell
	})
	return mux
}

func encodedList(result []byte) nethttp.Handler {
	var page toolPage
	if err := json.Unmarshal(result, &page); err != nil {
		panic(err) // it came out of a decoder
	}
	return plainEndpoint(func(_ *nethttp.Request, body []byte) ([]byte, error) {
		request, err := readList(body)
		if err != nil {
			return nil, err
		}
		return json.Marshal(rpcAnswer[toolPage]{"2.0", request.ID, page})
	})
}

func readList(body []byte) (rpcRequest, error) {
	request, err := readByHand(body)
	if err == nil && request.Method != "tools/list" {
		err = fmt.Errorf("unknown method %s", request.Method)
	}
	return request, err
}

func listed(name string, h nethttp.Handler) contender {
	return answered(name, h, listRequest, handshake.header, checkedList)
}

func checkedList(body []byte) error {
	var got rpcAnswer[toolPage]
	if err := json.Unmarshal(body, &got); err != nil {
		return fmt.Errorf("%w in %.200s", err, body)
	}
	if string(got.ID) != "1" || len(got.Result.Tools) != 100 {
		return fmt.Errorf("got %d tools: %.200s", len(got.Result.Tools), body)
	}
	for _, t := range got.Result.Tools {
		if t.Name == "" || t.Description != toolDescription || t.InputSchema == nil || t.OutputSchema == nil {
			return fmt.Errorf("tool %q is incomplete", t.Name)
		}
	}
	return nil
}
