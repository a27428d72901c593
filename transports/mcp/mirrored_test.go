package mcp_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type parcel struct {
	Region string `json:"region,omitempty"`
	Count  int64  `json:"count,omitzero"`
	Fast   bool   `json:"fast,omitempty"`
	To     struct {
		Zip string `json:"zip,omitempty"`
	} `json:"to"`
}

// newPost is a service whose tools have callers repeat arguments in headers: one
// that a topic answers, and one of a function.
func newPost(t *testing.T) *desk {
	t.Helper()
	d := &desk{}
	registry, err := benzene.NewRegistry(benzene.Handle("send", func(_ context.Context, p parcel) (parcel, error) { return p, nil }))
	if err != nil {
		t.Fatal(err)
	}
	d.Handler, err = http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{d.note}), mcp.Endpoint(
		mcp.Tool("send", "Sends.", "send", mcp.Mirror("region", "Region"), mcp.Mirror("count", "Count"), mcp.Mirror("fast", "Fast"), mcp.Mirror("to.zip", "Zip")),
		mcp.Func("route", "Routes.", mcp.Object(mcp.Text("region", "Where to.").Header("Region")),
			func(context.Context, *mcp.Call) (*mcp.Result, error) { return mcp.Answer("routed"), nil }),
	))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sentinel(text string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

func TestAToolsSchemaSaysWhichHeadersRepeatIt(t *testing.T) {
	d := newPost(t)
	var list struct {
		Tools []struct {
			Name  string `json:"name"`
			Input struct {
				Properties map[string]struct {
					Header     string `json:"x-mcp-header"`
					Properties map[string]struct {
						Header string `json:"x-mcp-header"`
					} `json:"properties"`
				} `json:"properties"`
			} `json:"inputSchema"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(d.later(t, "tools/list", "").result, &list); err != nil || len(list.Tools) != 2 {
		t.Fatal(err, list)
	}
	route, send := list.Tools[0].Input.Properties, list.Tools[1].Input.Properties
	got := []string{route["region"].Header, send["region"].Header, send["count"].Header, send["fast"].Header, send["to"].Properties["zip"].Header}
	if diff := cmp.Diff([]string{"Region", "Region", "Count", "Fast", "Zip"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestArgumentsAreRepeatedInHeaders(t *testing.T) {
	d := newPost(t)
	for _, c := range []struct {
		arguments string
		headers   []string
		served    bool
	}{
		{`{}`, nil, true},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: eu"}, true},
		{`{"region":"eu"}`, []string{"mcp-param-REGION:   eu  "}, true},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: " + sentinel("eu")}, true},
		{`{"region":"é"}`, []string{"Mcp-Param-Region: " + sentinel("é")}, true},
		{`{"region":" eu"}`, []string{"Mcp-Param-Region: " + sentinel(" eu")}, true},
		{`{"region":"=?base64?ZXU=?="}`, []string{"Mcp-Param-Region: " + sentinel("=?base64?ZXU=?=")}, true},
		{`{"region":"=?BASE64?ZXU=?="}`, []string{"Mcp-Param-Region: =?BASE64?ZXU=?="}, true},
		{`{"region":"ZXU="}`, []string{"Mcp-Param-Region: ZXU="}, true},
		{`{"region":"eu"}`, nil, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: us"}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: EU"}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: eu", "+Mcp-Param-Region: us"}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: eu", "+Mcp-Param-Region: eu"}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: ZXU="}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: =?base64?ZXU=?"}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: base64?ZXU=?="}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: =?base64?ZXU?="}, false},
		{`{"region":"eu"}`, []string{"Mcp-Param-Region: =?base64?Z!U=?="}, false},
		{`{"region":"é"}`, []string{"Mcp-Param-Region: é"}, false},
		{`{}`, []string{"Mcp-Param-Region: eu"}, false},
		{`{"region":null}`, []string{"Mcp-Param-Region: null"}, false},
		{`{"Region":"eu"}`, []string{"Mcp-Param-Region: eu"}, false},
		{`{"count":42}`, []string{"Mcp-Param-Count: 42"}, true},
		{`{"count":42}`, []string{"Mcp-Param-Count: 42.0"}, true},
		{`{"count":9007199254740993}`, []string{"Mcp-Param-Count: 9007199254740993"}, true},
		{`{"count":9007199254740993}`, []string{"Mcp-Param-Count: 9007199254740992"}, false},
		{`{"count":42}`, []string{"Mcp-Param-Count: 43"}, false},
		{`{"count":42}`, nil, false},
		{`{"fast":true}`, []string{"Mcp-Param-Fast: true"}, true},
		{`{"fast":true}`, []string{"Mcp-Param-Fast: True"}, false},
		{`{"fast":false}`, []string{"Mcp-Param-Fast: false"}, true},
		{`{"fast":false}`, nil, false},
		{`{"to":{"zip":"1"}}`, []string{"Mcp-Param-Zip: 1"}, true},
		{`{"to":{"zip":"1"}}`, nil, false},
		{`{"to":{"zip":"1"}}`, []string{"Mcp-Param-Zip: 2"}, false},
		{`{"region":"eu","count":1,"fast":true,"to":{"zip":"1"}}`, []string{"Mcp-Param-Region: eu", "Mcp-Param-Count: 1", "Mcp-Param-Fast: true", "Mcp-Param-Zip: 1"}, true},
		{`{"region":"eu","count":1,"fast":true,"to":{"zip":"1"}}`, []string{"Mcp-Param-Region: eu", "Mcp-Param-Count: 1", "Mcp-Param-Fast: true"}, false},
	} {
		before := len(d.ran())
		h := d.later(t, "tools/call", `"name":"send","arguments":`+c.arguments, c.headers...)
		if !c.served {
			h.faulty(t, 400, -32020)
		}
		if ran := len(d.ran()) > before; ran != c.served || h.id != "1" {
			t.Errorf("%s under %q: ran is %v: %s", c.arguments, c.headers, ran, h.text)
		}
	}
}

func TestAnEmptyTextHasAnEmptyHeader(t *testing.T) {
	d := newPost(t)
	r := statelessRequest(statelessBody("tools/call", `"name":"send","arguments":{"region":""}`))
	d.send(t, r.Clone(t.Context())).faulty(t, 400, -32020)
	r = statelessRequest(statelessBody("tools/call", `"name":"send","arguments":{"region":""}`))
	r.Header["Mcp-Param-Region"] = []string{""}
	if h := d.send(t, r); h.result == nil {
		t.Error(h.text)
	}
}

func TestAFunctionsFieldsAreRepeatedToo(t *testing.T) {
	d := newPost(t)
	if h := d.later(t, "tools/call", `"name":"route","arguments":{"region":"eu"}`, "Mcp-Param-Region: eu"); h.result == nil {
		t.Error(h.text)
	}
	d.later(t, "tools/call", `"name":"route","arguments":{"region":"eu"}`, "Mcp-Param-Region: us").faulty(t, 400, -32020)
	d.later(t, "tools/call", `"name":"route","arguments":{"region":"eu"}`).faulty(t, 400, -32020)
}

func TestTheEarlierEraRepeatsNothing(t *testing.T) {
	d := newPost(t)
	wrong := []string{"Mcp-Method: ping", "Mcp-Name: other", "Mcp-Param-Region: us", "Mcp-Param-Count: =?base64?!?="}
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		for _, headers := range [][]string{nil, wrong} {
			h := d.call(t, "send", `{"region":"eu","count":1}`, append(headers, "MCP-Protocol-Version: "+version)...)
			if h.Code != 200 || h.result == nil {
				t.Errorf("%q: %d %s", version, h.Code, h.text)
			}
		}
	}
	list := `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send","arguments":{"region":"eu"}}}]`
	if h := d.post(t, list, append(wrong, "MCP-Protocol-Version: 2025-03-26")...); len(h.several) != 1 || h.several[0].result == nil {
		t.Errorf("a batch: %s", h.text)
	}
	if h := d.post(t, hello("2025-11-25"), append(wrong, "MCP-Protocol-Version:")...); h.result == nil {
		t.Error(h.text)
	}
}

func TestWhatNoHeaderCanRepeatIsRefusedAtStart(t *testing.T) {
	type cart struct {
		Text  string  `json:"text"`
		Other string  `json:"other"`
		Price float64 `json:"price"`
		Lines []line  `json:"lines"`
	}
	registry, _ := benzene.NewRegistry(benzene.Handle("cart", func(_ context.Context, c cart) (cart, error) { return c, nil }))
	for name, options := range map[string][]mcp.ToolOption{
		"a number":            {mcp.Mirror("price", "Price")},
		"a list":              {mcp.Mirror("lines", "Lines")},
		"an element's member": {mcp.Mirror("lines.sku", "Sku")},
		"no member":           {mcp.Mirror("absent", "Absent")},
		"no name":             {mcp.Mirror("text", "")},
		"no name of a header": {mcp.Mirror("text", "a b")},
		"two of one name":     {mcp.Mirror("text", "Text"), mcp.Mirror("other", "TEXT")},
		"two headers for one": {mcp.Mirror("text", "A"), mcp.Mirror("text", "B")},
		"a schema by hand":    {mcp.Mirror("text", "Text"), mcp.InputSchema(mcp.Object(mcp.Text("text", "A text.")))},
		"a line break":        {mcp.Mirror("text", "a\r\nb")},
	} {
		_, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Tool("cart", "Fills a cart.", "cart", options...)))
		if err == nil || !strings.Contains(err.Error(), `"cart"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, input := range []*mcp.Schema{
		mcp.Object(mcp.Number("n", "A number.").Header("N")),
		mcp.Object(mcp.Text("a", "One.").Header("X"), mcp.Text("b", "Two.").Header("x")),
	} {
		fn := func(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, nil }
		if _, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(mcp.Func("own", "Does.", input, fn))); err == nil {
			t.Error("a schema whose headers nobody can repeat was taken")
		}
	}
}
