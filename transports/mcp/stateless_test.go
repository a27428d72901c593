package mcp_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/transports/mcp"
)

func supportedBy(t *testing.T, d *desk) (versions []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(d.later(t, "server/discover", "").member(t, "supportedVersions")), &versions); err != nil {
		t.Fatal(err)
	}
	return versions
}

func TestAServerIsDiscovered(t *testing.T) {
	h := newDesk(t, mcp.Instructions("Ask first.")).later(t, "server/discover", "")
	want := `{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{}},"instructions":"Ask first.",` +
		`"ttlMs":60000,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shop","version":"v1.2.3"}}}`
	if h.Code != 200 || string(h.result) != want {
		t.Errorf("got  %d %s\nwant %s", h.Code, h.result, want)
	}
}

func TestARequestOfTheLaterEraIsServedByItself(t *testing.T) {
	d := newDesk(t)
	for _, meta := range []string{
		statelessMembers,
		declaresVersion + "," + declaresCan, // clientInfo must not be demanded
		declaresCan + "," + declaresVersion,
		statelessMembers + `,"io.modelcontextprotocol/logLevel":"info","progressToken":0,"com.example/x":[1]`,
		declaresVersion + `,"io.modelcontextprotocol/clientCapabilities":{"sampling":{"tools":{}},"elicitation":{},"roots":null,"extensions":{"x/y":7}}`,
		`"io.modelcontextprotocol\/protocolVersion":"2026\u002d07-28",` + declaresCan,
	} {
		h := d.laterBody(t, metaBody("tools/call", `"name":"ping_tool"`, meta), "Mcp-Session-Id: "+session(t, d))
		if h.Code != 200 || h.result == nil || h.id != "1" {
			t.Errorf("%s: got %d %s", meta, h.Code, h.text)
			continue
		}
		got := d.last(t)
		if got.headers["benzene-mcp-session"] != "" || got.facts["mcp.session.id"] != nil || got.facts["mcp.protocol.version"] != "2026-07-28" {
			t.Errorf("the message has %v, %v", got.headers, got.facts)
		}
	}
}

func TestMetaThatIsMalformedIsRefusedByName(t *testing.T) {
	d := newDesk(t)
	const version, can, client, level = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities",
		"io.modelcontextprotocol/clientInfo", "io.modelcontextprotocol/logLevel"
	for _, c := range []struct{ meta, names string }{
		{``, version},
		{declaresCan, version},
		{declaresCan + "," + declaresClient, version},
		{`"` + version + `":null,` + declaresCan, version},
		{`"` + version + `":20260728,` + declaresCan, version},
		{declaresVersion, can},
		{declaresVersion + "," + declaresClient, can},
		{declaresVersion + `,"` + can + `":[]`, can},
		{declaresVersion + `,"` + can + `":"x"`, can},
		{declaresVersion + `,"` + can + `":null`, can},
		{declaresVersion + `,"` + can + `":7`, can},
		{declaresVersion + `,"` + can + `":{"sampling":true}`, can},
		{declaresVersion + "," + declaresCan + `,"` + client + `":"x"`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":null`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":[]`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":{}`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":{"name":"x"}`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":{"name":"x","version":2}`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":{"name":null,"version":"2"}`, client},
		{declaresVersion + "," + declaresCan + `,"` + client + `":{"Name":"x","version":"2"}`, client},
		{statelessMembers + `,"` + level + `":"loud"`, level},
		{statelessMembers + `,"` + level + `":"INFO"`, level},
		{statelessMembers + `,"` + level + `":3`, level},
		{statelessMembers + `,"` + level + `":null`, level},
	} {
		for _, method := range []string{"server/discover", "tools/list", "tools/call", "ping", "no/such"} {
			h := d.laterBody(t, metaBody(method, `"name":"ping_tool"`, c.meta))
			h.faulty(t, 400, -32602)
			if h.id != "1" || h.fault != nil && !strings.Contains(h.fault.Message, c.names) {
				t.Errorf("%s with %s: %s", method, c.meta, h.text)
			}
		}
	}
	h := d.laterBody(t, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`)
	h.faulty(t, 400, -32602)
	d.laterBody(t, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":null}}`).faulty(t, 400, -32602)
	d.laterBody(t, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{}}}`, "MCP-Protocol-Version: 2031-01-01").faulty(t, 400, -32602)
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestTheVersionOfHeaderAndBodyMustBeOne(t *testing.T) {
	d := newDesk(t)
	body := statelessBody("tools/call", `"name":"ping_tool"`)
	for _, headers := range [][]string{
		{"MCP-Protocol-Version:"},
		{"MCP-Protocol-Version: 2025-11-25"},
		{"MCP-Protocol-Version: v999.0.0"},
		{"MCP-Protocol-Version: 2026-07-28x"},
		{"+MCP-Protocol-Version: 2025-11-25"},
		{"+MCP-Protocol-Version: 2026-07-28"},
	} {
		h := d.laterBody(t, body, headers...)
		h.faulty(t, 400, -32020)
		if h.id != "1" || h.fault.Data != nil {
			t.Errorf("%v: %s", headers, h.text)
		}
	}
	unknown := strings.Replace(body, "2026-07-28", "v999.0.0", 1)
	d.laterBody(t, unknown).faulty(t, 400, -32020)
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
	if h := d.laterBody(t, body, "MCP-Protocol-Version: \t2026-07-28 "); h.Code != 200 {
		t.Errorf("blanks around the version: %d %s", h.Code, h.text)
	}
}

func TestAVersionThatIsNotSupportedIsToldWhichAre(t *testing.T) {
	d := newDesk(t)
	discovered := supportedBy(t, d)
	for _, version := range []string{"v999.0.0", "2031-01-01", "2026-07-29", "2025-11-25", "2024-11-05", "banana"} {
		for _, method := range []string{"server/discover", "tools/call", "initialize", "no/such"} {
			body := strings.Replace(statelessBody(method, `"name":"ping_tool"`), "2026-07-28", version, 1)
			h := d.laterBody(t, body, "MCP-Protocol-Version: "+version)
			h.faulty(t, 400, -32022)
			var data struct {
				Supported []string `json:"supported"`
				Requested string   `json:"requested"`
			}
			if h.fault == nil || json.Unmarshal(h.fault.Data, &data, json.RejectUnknownMembers(true)) != nil || data.Requested != version || len(data.Supported) == 0 || h.id != "1" {
				t.Fatalf("%s at %s: %s", method, version, h.text)
			}
			for _, each := range data.Supported {
				if !slices.Contains(discovered, each) || each == version {
					t.Errorf("%q is said to be supported, discovered were %v", each, discovered)
				}
			}
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestWhatOneEraHasTheOtherDoesNot(t *testing.T) {
	d := newDesk(t, mcp.Logging())
	for method, params := range map[string]string{
		"initialize":             `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}`,
		"ping":                   ``,
		"logging/setLevel":       `"level":"info"`,
		"resources/subscribe":    `"uri":"x:y"`,
		"resources/unsubscribe":  `"uri":"x:y"`,
		"subscriptions/listen":   `"notifications":{"toolsListChanged":true}`,
		"unknown/method":         ``,
		"TOOLS/CALL":             `"name":"ping_tool"`,
		"prompts/list":           ``,
		"resources/list":         ``,
		"completion/complete":    ``,
		"notifications/progress": ``,
		"tasks/get":              ``,
	} {
		h := d.later(t, method, params)
		h.faulty(t, 404, -32601)
		if h.id != "1" {
			t.Errorf("%s: %s", method, h.text)
		}
	}
	for method, params := range map[string]string{"ping": ``, "logging/setLevel": `"level":"info"`} {
		if h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`); string(h.result) != `{}` || h.Code != 200 {
			t.Errorf("%s: %d %s", method, h.Code, h.text)
		}
	}
	for _, method := range []string{"server/discover", "subscriptions/listen"} {
		for _, version := range []string{"", "2025-11-25", "2024-11-05"} {
			d.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`, "MCP-Protocol-Version: "+version).faulty(t, 200, -32601)
		}
	}
	// A header that differs is said before that the method is unknown.
	d.later(t, "unknown/method", "", "Mcp-Method: ping").faulty(t, 400, -32020)
}

func TestEveryRequestIsOfItsOwnEra(t *testing.T) {
	d := newDesk(t)
	id := session(t, d)
	for range 3 {
		if h := d.later(t, "tools/list", "", "Mcp-Session-Id: "+id); h.member(t, "resultType") != `"complete"` {
			t.Errorf("the later era got %s", h.text)
		}
		h := d.post(t, listTools, "Mcp-Session-Id: "+id)
		members := h.members(t)
		if len(members) != 1 || members["tools"] == nil || h.Header().Get("Mcp-Session-Id") != id {
			t.Errorf("the earlier era got %s", h.text)
		}
	}
	// A handshake that asks for the later revision gets the last with handshakes,
	// and so does what follows it.
	begun := d.post(t, hello("2026-07-28"), "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: initialize")
	id = begun.Header().Get("Mcp-Session-Id")
	if begun.welcome(t).Version != "2025-11-25" || id == "" {
		t.Fatal(begun.text)
	}
	h := d.call(t, "ping_tool", `{}`, "Mcp-Session-Id: "+id, "MCP-Protocol-Version:")
	if _, hasType := h.members(t)["resultType"]; hasType || d.last(t).facts["mcp.protocol.version"] != "2025-11-25" {
		t.Errorf("got %s, %v", h.text, d.last(t).facts)
	}
}

func TestCacheableResultsSayForHowLong(t *testing.T) {
	d := newDesk(t)
	for method, cached := range map[string]bool{"server/discover": true, "tools/list": true, "tools/call": false} {
		members := d.later(t, method, `"name":"ping_tool"`).members(t)
		_, ttl := members["ttlMs"]
		_, scope := members["cacheScope"]
		if ttl != cached || scope != cached || string(members["resultType"]) != `"complete"` || members["_meta"] == nil {
			t.Errorf("%s: got %v", method, members)
		}
	}
	for _, body := range []string{listTools, ping, callPing, hello("2025-11-25")} {
		for name := range d.post(t, body).members(t) {
			if slices.Contains([]string{"ttlMs", "cacheScope", "resultType", "_meta"}, name) {
				t.Errorf("%s got %s in the earlier era", body, name)
			}
		}
	}
}

func TestNothingIsRememberedOfACaller(t *testing.T) {
	form := mcp.Object(mcp.Text("name", "What to call you."))
	ask := mcp.Func("ask", "Asks.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"who": mcp.Elicitation{Message: "Who?", Form: form}}}
	}, mcp.Asks())
	d := newDesk(t, ask)
	can := declaresVersion + `,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}`
	for range 2 {
		if h := d.laterBody(t, metaBody("tools/call", `"name":"ask"`, can)); h.member(t, "resultType") != `"input_required"` {
			t.Errorf("a client that answers forms got %s", h.text)
		}
		h := d.later(t, "tools/call", `"name":"ask"`)
		h.faulty(t, 400, -32021)
		if diff := cmp.Diff(`{"requiredCapabilities":{"elicitation":{}}}`, string(h.fault.Data)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestNotificationsOfTheLaterEraAreAcceptedAsTheyAre(t *testing.T) {
	d := newDesk(t)
	key := `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`
	for _, c := range []struct{ body, version string }{
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":` + key + `}`, "2026-07-28"},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":` + key + `}`, ""},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":` + key + `}`, "banana"},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "2026-07-28"},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, "2026-07-28"},
		{`{"jsonrpc":"2.0","method":"no/such","params":[]}`, "2026-07-28"},
		{`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"ping_tool","_meta":{` + statelessMembers + `}}}`, "2026-07-28"},
	} {
		h := d.post(t, c.body, "MCP-Protocol-Version: "+c.version, "Mcp-Session-Id: "+session(t, d))
		if h.Code != 202 || h.text != "" || h.Header().Get("Content-Type") != "" || h.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%s at %q: got %d %s %v", c.body, c.version, h.Code, h.text, h.Header())
		}
	}
	if got := d.ran(); len(got) > 0 {
		t.Errorf("ran %v", got)
	}
}

func TestResponsesHaveNoPlaceWhereNothingWasAsked(t *testing.T) {
	d := newDesk(t)
	for _, version := range []string{"", "2025-11-25", "2026-07-28"} {
		for _, body := range []string{
			`{"jsonrpc":"2.0","id":"bz-1","result":{}}`,
			`{"jsonrpc":"2.0","id":"bz-1","error":{"code":1,"message":"x"}}`,
			`{"jsonrpc":"2.0","id":"bz-1","result":{},"params":{"_meta":{` + statelessMembers + `}}}`,
		} {
			h := d.post(t, body, "MCP-Protocol-Version: "+version)
			h.faulty(t, 400, -32600)
			if h.id != "" {
				t.Errorf("the id is no request's: %s", h.text)
			}
		}
		d.post(t, `{"jsonrpc":"2.0","result":{}}`, "MCP-Protocol-Version: "+version).faulty(t, 400, -32600)
	}
	d.post(t, `{"jsonrpc":"2.0","id":"bz-1","result":{}}`, "MCP-Protocol-Version: banana").faulty(t, 400, -32602)
}
