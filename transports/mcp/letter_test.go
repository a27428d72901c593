package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestTheTraceIsOfOneSource(t *testing.T) {
	const inMeta, inHeader = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	d := newDesk(t)
	headers := []string{"traceparent: " + inHeader, "tracestate: h=1", "baggage: b=h"}
	for _, c := range []struct {
		meta    string
		headers []string
		want    map[string]string
	}{
		{``, nil, map[string]string{}},
		{``, headers, map[string]string{"traceparent": inHeader, "tracestate": "h=1", "baggage": "b=h"}},
		{`,"traceparent":"` + inMeta + `"`, headers, map[string]string{"traceparent": inMeta}},
		{`,"traceparent":"` + inMeta + `","tracestate":"m=1"`, headers, map[string]string{"traceparent": inMeta, "tracestate": "m=1"}},
		{`,"baggage":"b=m"`, headers, map[string]string{"baggage": "b=m"}},
		{`,"traceparent":7`, headers, map[string]string{}},
		{`,"Traceparent":"` + inMeta + `"`, nil, map[string]string{}},
		{`,"x":1`, []string{"tracestate: a=1", "+tracestate: b=2"}, map[string]string{"tracestate": "a=1,b=2"}},
	} {
		c.want["benzene-mcp-tool"] = "ping_tool"
		d.laterBody(t, metaBody("tools/call", `"name":"ping_tool"`, statelessMembers+c.meta), c.headers...)
		if diff := cmp.Diff(c.want, d.last(t).headers); diff != "" {
			t.Errorf("%s: %s", c.meta, diff)
		}
		d.post(t, metaBody("tools/call", `"name":"ping_tool"`, `"x/y":0`+c.meta), c.headers...)
		if diff := cmp.Diff(c.want, d.last(t).headers); diff != "" {
			t.Errorf("%s, earlier: %s", c.meta, diff)
		}
	}
}

func TestOnlyHeadersThatTheProgramPassesReachTheMessage(t *testing.T) {
	brought := []string{"X-Tenant: acme", "Authorization: Bearer x", "Cookie: a=b", "Benzene-Mcp-Tool: echo", "Benzene-Mcp-Session: forged", "Benzene-Topic: order", "Benzene-Version: 9", "Benzene-Internal: 1"}
	for _, c := range []struct {
		parts []mcp.Part
		want  map[string]string
	}{
		{nil, map[string]string{"benzene-mcp-tool": "ping_tool"}},
		{[]mcp.Part{mcp.PassHeaders("X-TENANT", "x-absent", "tracestate")}, map[string]string{"benzene-mcp-tool": "ping_tool", "x-tenant": "acme"}},
	} {
		d := newDesk(t, c.parts...)
		d.later(t, "tools/call", `"name":"ping_tool"`, brought...)
		if diff := cmp.Diff(c.want, d.last(t).headers); diff != "" {
			t.Error(diff)
		}
		d.call(t, "ping_tool", `{}`, brought...)
		if diff := cmp.Diff(c.want, d.last(t).headers); diff != "" {
			t.Error(diff)
		}
		d.post(t, "["+callPing+"]", append(brought, "MCP-Protocol-Version: 2025-03-26")...)
		if diff := cmp.Diff(c.want, d.last(t).headers); diff != "" {
			t.Error(diff)
		}
	}
}

func TestHeadersThatOnlyTheServiceWritesAreNotPassed(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	for _, name := range []string{"benzene-mcp-tool", "Benzene-Mcp-Session", "", "a b", "x\r\ny", "é"} {
		_, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.PassHeaders(name)))
		if err == nil || !strings.Contains(err.Error(), "mcp.PassHeaders") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestWhatAToolAsksForHasItsHeaders(t *testing.T) {
	d := newDesk(t, mcp.PassHeaders("X-Tenant"), mcp.Func("asks", "Asks a topic.", mcp.Object(), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		return call.Ask(ctx, "ping", nil)
	}))
	id := session(t, d)
	d.call(t, "asks", `{}`, "Mcp-Session-Id: "+id, "X-Tenant: acme", "X-Other: x", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	got := d.last(t)
	if diff := cmp.Diff(map[string]string{"benzene-mcp-tool": "asks", "benzene-mcp-session": id, "x-tenant": "acme"}, got.headers); diff != "" || got.topic.ID != "ping" {
		t.Errorf("%s: %s", got.topic, diff)
	}
	d.later(t, "tools/call", `"name":"asks"`, "Mcp-Session-Id: "+id)
	if diff := cmp.Diff(map[string]string{"benzene-mcp-tool": "asks"}, d.last(t).headers); diff != "" {
		t.Error(diff)
	}
}
