package mcp_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestIdsComeBackAsTheyWere(t *testing.T) {
	d := newDesk(t)
	for _, id := range []string{
		`1`, `"1"`, `"a-1"`, `""`, `0`, `-7`, `9007199254740993`, `123456789012345678901234567890`,
		`1.0`, `10.00`, `1e3`, `0.7e1`, `70e-1`, `-0`, `0.0`, `0e99999`, `"\u00e9\"\\"`, `"é"`, `"` + strings.Repeat("x", 1000) + `"`,
	} {
		h := d.post(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"ping_tool"}}`)
		if h.id != id || h.result == nil {
			t.Errorf("id %s came back as %s", id, h.text)
		}
	}
}

func TestWhatIsNoIdIsRefusedAndNothingRuns(t *testing.T) {
	d := newDesk(t)
	for _, id := range []string{`null`, `1.5`, `1e-1`, `15e-2`, `0.1e0`, `1e99999999999999999999`, `true`, `false`, `[]`, `{}`, `[1]`} {
		h := d.post(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"ping_tool"}}`)
		h.faulty(t, 400, -32600)
		if h.id != "" {
			t.Errorf("id %s: the answer has one: %s", id, h.text)
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestProtocolMembersAreReadExactly(t *testing.T) {
	d := newDesk(t)
	h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`)
	if string(h.result) != "{}" {
		t.Errorf("another spelling of method counted: %s", h.text)
	}
	d.post(t, `{"jsonrpc":"2.0","ID":1,"Id":2,"id":3,"METHOD":"ping","method":"tools/call","params":{"Name":"echo","arguments":{"text":"x"}}}`).faulty(t, 200, -32602)
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","Name":"echo","Arguments":{"text":"x"}}}`)
	d.post(t, `{"JSONRPC":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`).faulty(t, 400, -32600)
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","Params":{"name":"echo","arguments":{"text":"x"}}}`).faulty(t, 200, -32602)
	if diff := cmp.Diff([]string{"ping"}, d.ran()); diff != "" {
		t.Error(diff)
	}
}

// A name may be written with escapes: another reader would see through them.
func TestEscapedMembersAreTheSameMembers(t *testing.T) {
	d := newDesk(t)
	h := d.post(t, `{"jsonrpc":"2\u002e0","\u0069d":1,"m\u0065thod":"tools\/call","params":{"nam\u0065":"\u0065cho","arguments":{"text":"x"}}}`)
	if h.id != "1" || h.result == nil {
		t.Error(h.text)
	}
	d.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/call"}`).faulty(t, 400, -32600)
}

func TestMembersGivenTwiceAreRefused(t *testing.T) {
	d := newDesk(t)
	call := `"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}`
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping",` + call + `}`,
		`{"jsonrpc":"2.0","id":1,` + call + `,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,` + call + `}`,
		`{"jsonrpc":"2.0","id":2,"id":1,` + call + `}`,
		`{"jsonrpc":"2.0","id":1,` + call + `,"params":{}}`,
		`{"jsonrpc":"2.0","id":1,` + call + `,"params":null}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool","name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},"arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":null,"arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{},"_meta":{},"name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"traceparent":"a","traceparent":"b"},"name":"echo","arguments":{"text":"x"}}}`,
	} {
		h := d.post(t, body)
		h.faulty(t, 400, -32600)
		if h.id != "1" {
			t.Errorf("the answer to %s has no id: %s", body, h.text)
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

// What is given twice within arguments is for the model to mend, so it is a
// tool's result and names the argument.
func TestArgumentsGivenTwiceAreAToolsFailure(t *testing.T) {
	d := newDesk(t)
	for _, arguments := range []string{`{"text":"a","text":"b"}`, `{"text":"a","Text":"b"}`} {
		text, result := d.call(t, "echo", arguments).tool(t)
		if !result.IsError || !strings.HasPrefix(text, "bad-request: ") || !strings.Contains(text, "text") {
			t.Errorf("%s: %s", arguments, text)
		}
	}
}

func TestAMessageThatIsNoneIsRefused(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		body string
		code int
		id   string
	}{
		{``, -32700, ""},
		{`   `, -32700, ""},
		{`not json`, -32700, ""},
		{`{`, -32700, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"`, -32700, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}{"again":1}`, -32700, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"} x`, -32700, ""},
		{"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}", -32700, ""},
		{"\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"ping"}`, -32700, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 20000), -32600, ""},
		{`7`, -32600, ""},
		{`"x"`, -32600, ""},
		{`null`, -32600, ""},
		{`true`, -32600, ""},
		{`{}`, -32600, ""},
		{`{"id":1,"method":"ping"}`, -32600, "1"},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, -32600, "1"},
		{`{"jsonrpc":2.0,"id":1,"method":"ping"}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":null}`, -32600, "1"},
		{`{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}`, -32602, `"a"`},
		{`{"jsonrpc":"2.0","id":"a","method":"ping","params":7}`, -32602, `"a"`},
		{`{"jsonrpc":"2.0","id":"a","method":"ping","params":{"_meta":[]}}`, -32602, `"a"`},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, -32600, ""}, // an id of ours, if any
		{`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, -32600, ""},
	} {
		h := d.post(t, c.body)
		h.faulty(t, 400, c.code)
		if h.id != c.id {
			t.Errorf("%.80s: id %q, want %q", c.body, h.id, c.id)
		}
	}
}

func TestParametersMayBeLeftOut(t *testing.T) {
	d := newDesk(t)
	for _, more := range []string{``, `,"params":null`, `,"params":{}`, `,"params":{"_meta":{"progressToken":1}}`, `,"params":{"_meta":null}`, `,"unknown":[1]`} {
		if h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping"`+more+`}`); h.text != `{"jsonrpc":"2.0","id":1,"result":{}}` {
			t.Errorf("%s: %s", more, h.text)
		}
	}
}

func TestUnknownMethodsAreNamed(t *testing.T) {
	d := newDesk(t)
	for _, method := range []string{"resources/list", "notifications/initialized", "server/discover", "", "Ping", "\\u0000\\n"} {
		h := d.post(t, `{"jsonrpc":"2.0","id":4,"method":"`+method+`"}`)
		h.faulty(t, 200, -32601)
	}
	h := d.post(t, `{"jsonrpc":"2.0","id":4,"method":"`+strings.Repeat("é", 100000)+`"}`)
	h.faulty(t, 200, -32601)
	if len(h.text) > 300 {
		t.Errorf("a long name is repeated at length: %d bytes", len(h.text))
	}
}

func TestNotificationsAreAcceptedAndRunNothing(t *testing.T) {
	d := newDesk(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`,
		`{"jsonrpc":"2.0","method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	} {
		h := d.post(t, body)
		if h.Code != 202 || h.text != "" || h.Header().Get("Content-Type") != "" {
			t.Errorf("%s: got %d %q", body, h.Code, h.text)
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestListsOfMessagesAreRefusedWhereThereAreNoBatches(t *testing.T) {
	d := newDesk(t)
	list := `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}}]`
	for _, version := range []string{"2025-11-25", "2025-06-18", "2024-11-05", "2026-07-28", "banana"} {
		d.post(t, list, "MCP-Protocol-Version: "+version).faulty(t, 400, -32600)
	}
	for _, version := range []string{"2025-11-25", "2025-03-26", ""} {
		d.post(t, ` []`, "MCP-Protocol-Version: "+version).faulty(t, 400, -32600)
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestABatchIsAnsweredMessageByMessage(t *testing.T) {
	d := newDesk(t)
	batch := `[
		{"jsonrpc":"2.0","id":"a","method":"ping"},
		{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}},
		{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_tool"}},
		{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"exits"}},
		{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"panics"}},
		{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"hollow"}},
		{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":"2025-03-26"}},
		{"jsonrpc":"2.0","id":null,"method":"ping"},
		{"jsonrpc":"2.0","id":5,"result":{}},
		7,
		{"jsonrpc":"2.0","id":6,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}},
		{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"missing"}}
	]`
	for _, version := range []string{"2025-03-26", ""} {
		h := d.post(t, batch, "MCP-Protocol-Version: "+version)
		var got []string
		for _, part := range h.several {
			code := 0
			if part.fault != nil {
				code = part.fault.Code
			}
			got = append(got, fmt.Sprintf("%s %d", part.id, code))
		}
		want := []string{`"a" 0`, "1 0", "2 -32603", "3 -32603", "8 -32603", "4 -32600", " -32600", " -32600", "6 -32600", "7 0"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %q: %s", version, diff)
		}
	}
}

func TestABatchThatAsksNothingIsAccepted(t *testing.T) {
	d := newDesk(t)
	h := d.post(t, `[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":5,"result":{}}]`, "MCP-Protocol-Version: 2025-03-26")
	if h.Code != 202 || h.text != "" {
		t.Errorf("got %d %q", h.Code, h.text)
	}
	d.post(t, `[{"jsonrpc":"2.0","id":1,"method":"ping"}`, "MCP-Protocol-Version: 2025-03-26").faulty(t, 400, -32700)
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	d.post(t, `[`+strings.Repeat(ping+",", 100)+ping+`]`, "MCP-Protocol-Version: 2025-03-26").faulty(t, 400, -32600)
}

// Two bytes of a list could become a hundred of memory.
func TestABatchOfFarTooManyCostsLittle(t *testing.T) {
	d := newDesk(t)
	list := "[" + strings.Repeat("1,", 100_000) + "1]"
	allocations := testing.AllocsPerRun(1, func() {
		d.post(t, list, "MCP-Protocol-Version: 2025-03-26").faulty(t, 400, -32600)
	})
	if allocations > 1000 {
		t.Errorf("it took %v allocations", allocations)
	}
}

// Who asked for a batch that is cancelled in its midst may be there still, as
// when the server stops.
func TestACancelledBatchIsAnsweredAllTheSame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	registry, _ := benzene.NewRegistry(benzene.Handle("last", func(context.Context, nothing) (nothing, error) {
		calls++
		cancel()
		return nothing{}, nil
	}))
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Tool("last", "Cancels.", "last")))
	if err != nil {
		t.Fatal(err)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"last"}}`
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request("["+call+","+strings.Replace(call, "1", "2", 1)+"]", "MCP-Protocol-Version: 2025-03-26").WithContext(ctx))
	answers := hear(t, w).several
	if calls != 1 || len(answers) != 2 || answers[0].fault != nil || answers[1].fault == nil || answers[1].fault.Code != -32603 {
		t.Errorf("%d calls, answered %s", calls, w.Body)
	}
}
