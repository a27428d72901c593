package mcp_test

import (
	"bufio"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What an envelope must be is the same in both eras.
func TestAnEnvelopeOfTheLaterEraIsReadAsStrictly(t *testing.T) {
	d := newDesk(t)
	params := `"params":{"name":"ping_tool","_meta":{` + statelessMembers + `}}`
	for _, id := range []string{`1`, `"1"`, `""`, `0`, `-1`, `9007199254740993`, `1.0`, `"` + strings.Repeat("x", 1000) + `"`} {
		if h := d.laterBody(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call",`+params+`}`); h.id != id || h.result == nil {
			t.Errorf("id %.20s came back as %.60s", id, h.text)
		}
		h := d.laterBody(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"no/such",`+params+`}`)
		h.faulty(t, 404, -32601)
		if h.id != id {
			t.Errorf("id %.20s came back as %.60s", id, h.text)
		}
	}
	before := len(d.ran())
	for _, c := range []struct {
		body string
		code int
		id   string
	}{
		{`{"jsonrpc":"2.0","id":null,"method":"tools/call",` + params + `}`, -32600, ""},
		{`{"jsonrpc":"2.0","id":1.5,"method":"tools/call",` + params + `}`, -32600, ""},
		{`{"jsonrpc":"2.0","id":[],"method":"tools/call",` + params + `}`, -32600, ""},
		{`{"jsonrpc":"2.0","id":{},"method":"tools/call",` + params + `}`, -32600, ""},
		{`{"jsonrpc":"2.0","id":true,"method":"tools/call",` + params + `}`, -32600, ""},
		{`{"id":1,"method":"tools/call",` + params + `}`, -32600, "1"},
		{`{"jsonrpc":"1.0","id":1,"method":"tools/call",` + params + `}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"METHOD":"tools/call",` + params + `}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping",` + params + `}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","name":"echo","_meta":{` + statelessMembers + `}}}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","_meta":{` + statelessMembers + `,` + declaresVersion + `}}}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","_meta":{` + statelessMembers + `,` + declaresCan + `}}}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","_meta":{` + statelessMembers + `},"_meta":{}}}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, -32602, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","_meta":7}}`, -32602, "1"},
		{`[{"jsonrpc":"2.0","id":1,"method":"tools/call",` + params + `}]`, -32600, ""},
		{`[]`, -32600, ""},
		{``, -32700, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call",` + params + `} {}`, -32700, ""},
		{"\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"tools/call",` + params + `}`, -32700, ""},
	} {
		h := d.laterBody(t, c.body, "Mcp-Method: tools/call", "Mcp-Name: ping_tool", "MCP-Protocol-Version: 2026-07-28")
		h.faulty(t, 400, c.code)
		if h.id != c.id {
			t.Errorf("%.80s: id %q, want %q", c.body, h.id, c.id)
		}
	}
	if len(d.ran()) > before {
		t.Error("something ran")
	}
}

// Another spelling of the key is another key, so the request has none.
func TestTheKeyOfTheLaterEraIsReadExactly(t *testing.T) {
	d := newDesk(t)
	h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolversion":"2026-07-28"}}}`)
	if string(h.result) != `{}` {
		t.Error(h.text)
	}
	h = d.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_Meta":{`+statelessMembers+`},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`)
	if string(h.result) != `{}` {
		t.Error(h.text)
	}
}

// What is nested too deep for the codec has no id that could be told.
func TestAMessageMayHaveAThousandLevels(t *testing.T) {
	d := newDesk(t)
	const around = 3 // the message, its parameters and the arguments
	deep := func(levels int) string {
		return `{"a":` + strings.Repeat("[", levels-around) + strings.Repeat("]", levels-around) + `}`
	}
	for levels, id := range map[int]string{1001: "1", 9000: "1", 12_000: ""} {
		for era, h := range map[string]heard{
			"earlier": d.call(t, "ping_tool", deep(levels)),
			"later":   d.later(t, "tools/call", `"name":"ping_tool","arguments":`+deep(levels)),
		} {
			h.faulty(t, 400, -32600)
			if h.fault == nil || h.fault.Message != "a message must not be nested deeper than 1000 levels" || h.id != id {
				t.Errorf("%s, %d levels: got %.200s", era, levels, h.text)
			}
		}
		d.post(t, strings.Repeat("[", levels)).faulty(t, 400, -32600)
		d.post(t, `{"jsonrpc":"2.0","id":1,"result":`+deep(levels+10)).faulty(t, 400, -32600)
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
	for _, arguments := range []string{deep(1000), `{"a":"` + strings.Repeat("[", 12_000) + `"}`, `{"a":[` + strings.Repeat("[],", 12_000) + `[]]}`} {
		if h := d.call(t, "ping_tool", arguments); h.Code != 200 || h.fault != nil {
			t.Errorf("got %d %.200s", h.Code, h.text)
		}
	}
}

func TestArgumentsOfTheWrongShapeAreAFaultInEitherEra(t *testing.T) {
	d := newDesk(t)
	for _, arguments := range []string{`[]`, `"x"`, `7`, `true`, `"{}"`} {
		d.later(t, "tools/call", `"name":"ping_tool","arguments":`+arguments).faulty(t, 400, -32602)
		d.call(t, "ping_tool", arguments).faulty(t, 200, -32602)
	}
	for _, name := range []string{"no_such", "", "../echo", "Echo"} {
		d.later(t, "tools/call", `"name":"`+name+`"`, "Mcp-Name: "+name).faulty(t, 400, map[bool]int{true: -32020, false: -32602}[name == ""])
		d.call(t, name, `{}`).faulty(t, 200, -32602)
	}
	for _, cursor := range []string{`""`, `"garbage"`, `7`, `null`} {
		want := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":`+cursor+`}}`)
		h := d.later(t, "tools/list", `"cursor":`+cursor)
		if (want.fault == nil) != (h.fault == nil) || h.fault != nil && (h.Code != 400 || h.fault.Code != -32602 || want.Code != 200) {
			t.Errorf("cursor %s: %d %s and %d %s", cursor, want.Code, want.text, h.Code, h.text)
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestAPanicIsToldInEitherEraUnder200(t *testing.T) {
	d := newDesk(t)
	for _, tool := range []string{"panics", "exits", "hollow"} {
		h := d.later(t, "tools/call", `"name":"`+tool+`"`)
		h.faulty(t, 200, -32603)
		if !strings.HasPrefix(h.fault.Message, "internal error (reference ") || h.fault.Data != nil || h.id != "1" {
			t.Error(h.text)
		}
	}
	text, failed := "", d.later(t, "tools/call", `"name":"missing"`)
	if text = failed.member(t, "content"); !strings.Contains(text, "not-found: there is no order 7") || failed.member(t, "isError") != "true" || failed.member(t, "structuredContent") != "" {
		t.Error(failed.text)
	}
}

// One connection carries both eras, a body without end marks, and what is
// refused, one after another.
func TestAConnectionServesBothErasAndOutlivesARefusal(t *testing.T) {
	server := httptest.NewServer(newDesk(t))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	reader := bufio.NewReader(conn)
	send := func(r *nethttp.Request) string {
		r.Host, r.RequestURI = "localhost", ""
		if err := r.Write(conn); err != nil {
			t.Fatal(err)
		}
		response, err := nethttp.ReadResponse(reader, r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		text, _ := io.ReadAll(response.Body)
		kind := "none"
		switch {
		case strings.Contains(string(text), `"resultType"`):
			kind = "later"
		case strings.Contains(string(text), `"result"`):
			kind = "earlier"
		case strings.Contains(string(text), `"error"`):
			kind = "error"
		}
		return response.Status[:3] + " " + kind
	}
	chunked := statelessRequest(statelessBody("tools/list", ""))
	chunked.ContentLength = -1
	empty := request("")
	empty.Body = nil
	var got []string
	for _, r := range []*nethttp.Request{
		request(hello("2025-11-25")), statelessRequest(statelessBody("server/discover", "")), request(ping),
		request(`{`), chunked, empty, request(`{"jsonrpc":"2.0","method":"x"}`), statelessRequest(statelessBody("ping", "")), request(listTools),
	} {
		got = append(got, send(r))
	}
	want := []string{"200 earlier", "200 later", "200 earlier", "400 error", "200 later", "400 error", "202 none", "404 error", "200 earlier"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheLadderBeforeTheBodyIsTheSameInTheLaterEra(t *testing.T) {
	d := newDesk(t)
	body := statelessBody("tools/call", `"name":"ping_tool"`)
	for header, status := range map[string]int{
		"Content-Type: application/json; charset=utf-8": 200, "Content-Type: text/plain": 415, "Content-Type:": 415, "Content-Encoding: gzip": 415,
		"Accept: */*": 200, "Accept:": 200, "Accept: text/html": 406, "Accept: application/json;q=0.5, text/event-stream;q=0.1": 200,
		"Origin: https://evil.example": 403, "Origin: null": 403,
	} {
		before := len(d.ran())
		h := d.laterBody(t, body, header)
		if h.Code != status || (len(d.ran()) > before) != (status == 200) || h.fault != nil && h.id != "" {
			t.Errorf("%s: got %d %s", header, h.Code, h.text)
		}
	}
	for _, method := range []string{"GET", "DELETE", "PUT"} {
		r := statelessRequest(body)
		r.Method = method
		if w := newRecorder(d.Handler, r); w.Code != 405 || w.Header().Get("Allow") != "POST" {
			t.Errorf("%s: got %d", method, w.Code)
		}
	}
}
