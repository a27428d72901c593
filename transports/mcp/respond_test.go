package mcp_test

import (
	"bufio"
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// folders is a tool that asks its client for its folders, and tells of progress.
func folders() mcp.Part {
	return mcp.Func("folders", "Asks for folders.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		benzene.Progress(ctx, 1, 2, "")
		if roots, ok := (mcp.Roots{}).Answer(mcp.Input(ctx), "where"); ok && len(roots) > 0 {
			return mcp.Answer(roots[0].URI), nil
		}
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"where": mcp.Roots{}}}
	}, mcp.Asks())
}

const callFolders = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"folders"}}`

// Only the session that was asked answers, in the era that asks.
func TestAQuestionIsAnsweredByWhoWasAsked(t *testing.T) {
	d := newDesk(t, folders(), mcp.SealSessions(sealKey)).as("ada")
	server := httptest.NewServer(d)
	defer server.Close()
	id := session(t, d)
	r, _ := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path, strings.NewReader(callFolders))
	r.Header = request("", "Mcp-Session-Id: "+id).Header
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	events := bufio.NewScanner(response.Body)
	next := func() string {
		for events.Scan() {
			if text, ok := strings.CutPrefix(events.Text(), "data: "); ok {
				return text
			}
		}
		return ""
	}
	var asked struct{ ID, Method string }
	if err := json.Unmarshal([]byte(next()), &asked, json.MatchCaseInsensitiveNames(true)); err != nil || asked.Method != "roots/list" {
		t.Fatal(asked, err)
	}
	answer := `{"jsonrpc":"2.0","id":"` + asked.ID + `","result":{"roots":[{"uri":"file:///home"}]}}`
	d.forgotten(t, answer, "Mcp-Session-Id: stale-1")
	d.forgotten(t, "["+answer+"]", "Mcp-Session-Id: stale-1", "MCP-Protocol-Version: 2025-03-26")
	d.post(t, answer, "MCP-Protocol-Version: 2026-07-28", "Mcp-Session-Id: "+id).faulty(t, 400, -32600)
	d.post(t, answer, "MCP-Protocol-Version: banana", "Mcp-Session-Id: "+id).faulty(t, 400, -32602)
	d.post(t, strings.Replace(answer, `"bz-`, `"bz-x`, 1), "Mcp-Session-Id: "+id).faulty(t, 400, -32600)
	if h := d.post(t, answer, "Mcp-Session-Id: "+id); h.Code != 202 || h.text != "" {
		t.Errorf("got %d %s", h.Code, h.text)
	}
	d.post(t, answer, "Mcp-Session-Id: "+id).faulty(t, 400, -32600)
	if last := next(); !strings.Contains(last, "file:///home") {
		t.Errorf("the call was answered %s", last)
	}
}

// One answer to many messages has no room for what belongs to one of them.
func TestABatchIsToldNothingAndAskedNothing(t *testing.T) {
	d := newDesk(t, folders())
	id := d.post(t, hello("2025-03-26")).Header().Get("Mcp-Session-Id")
	list := "[" + strings.Replace(callFolders, `"folders"`, `"folders","_meta":{"progressToken":1}`, 1) + "," + ping + "]"
	h := d.post(t, list, "MCP-Protocol-Version:", "Mcp-Session-Id: "+id)
	if len(h.several) != 2 || h.several[0].fault == nil && h.several[0].member(t, "isError") != "true" || string(h.several[1].result) != `{}` {
		t.Errorf("got %d %s", h.Code, h.text)
	}
}
