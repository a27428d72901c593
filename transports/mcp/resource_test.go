package mcp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// read reads a resource.
func (d *desk) read(t *testing.T, revision, uri string) heard {
	t.Helper()
	return d.ask(t, revision, "resources/read", `{"uri":"`+uri+`"}`)
}

func TestAResourceIsListedInTheWordsOfEachRevision(t *testing.T) {
	priority := 0.5
	d := serve(t,
		mcp.Resource("shop://b", "b", "items", mcp.MIMEType("text/markdown")),
		mcp.Resource("shop://a", "a", "text", mcp.Title("A \"title\""), mcp.Description("What it is."), mcp.Size(7),
			mcp.Icons(mcp.Icon{Src: "https://x/i.png", MIMEType: "image/png", Sizes: []string{"48x48", "any"}, Theme: "dark"}),
			mcp.Annotated(mcp.Annotations{Audience: []string{"user"}, Priority: &priority, LastModified: time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)})),
		mcp.Resource("shop://shelf/{number}{?side}", "shelves", "shelf", mcp.Title("Shelves"), mcp.Size(9)),
	)
	const (
		b      = `,{"uri":"shop://b","name":"b","mimeType":"text/markdown"}]}`
		about  = `"description":"What it is."`
		icons  = `"icons":[{"src":"https://x/i.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"}]`
		size   = `"mimeType":"text/plain","size":7`
		early  = `"annotations":{"audience":["user"],"priority":0.5}}`
		late   = `"annotations":{"audience":["user"],"priority":0.5,"lastModified":"2026-08-01T12:00:00Z"}}`
		named  = `{"resources":[{"uri":"shop://a","name":"a",`
		titled = named + `"title":"A \"title\"",`
	)
	d.in(t, "2024-11-05", "2025-03-26", "resources/list", named+about+","+size+","+early+b)
	d.in(t, "2025-06-18", "2025-06-18", "resources/list", titled+about+","+size+","+late+b)
	d.in(t, withHandshake, without, "resources/list", titled+about+","+icons+","+size+","+late+b)
	d.in(t, "2024-11-05", "2025-03-26", "resources/templates/list",
		`{"resourceTemplates":[{"uriTemplate":"shop://shelf/{number}{?side}","name":"shelves","mimeType":"application/json"}]}`)
	d.in(t, "2025-06-18", without, "resources/templates/list",
		`{"resourceTemplates":[{"uriTemplate":"shop://shelf/{number}{?side}","name":"shelves","title":"Shelves","mimeType":"application/json"}]}`)
}

func TestWhoHasResourcesAlsoHasAnEmptyListOfTemplates(t *testing.T) {
	serve(t, mcp.Resource("shop://a", "a", "text")).in(t, "2024-11-05", without, "resources/templates/list", `{"resourceTemplates":[]}`)
	serve(t, mcp.Resource("shop://{path}", "a", "page")).in(t, "2024-11-05", without, "resources/list", `{"resources":[]}`)
}

func TestWhatATopicAnswersIsTheResource(t *testing.T) {
	d := serve(t,
		mcp.Resource("shop://text", "a", "text"), mcp.Resource("shop://empty", "a", "empty", mcp.MIMEType("text/markdown")),
		mcp.Resource("shop://bytes", "a", "bytes"), mcp.Resource("shop://no-bytes", "a", "no bytes"),
		mcp.Resource("shop://contents", "a", "contents"), mcp.Resource("shop://several", "a", "several", mcp.MIMEType("text/csv")),
		mcp.Resource("shop://list", "a", "list"), mcp.Resource("shop://items", "a", "items"), mcp.Resource("shop://none", "a", "none"),
	)
	for uri, want := range map[string]string{
		"shop://text":     `{"uri":"shop://text","mimeType":"text/plain","text":"one \"two\"\n` + " \u2028 \u00e9" + `"}`,
		"shop://empty":    `{"uri":"shop://empty","mimeType":"text/markdown","text":""}`,
		"shop://bytes":    `{"uri":"shop://bytes","mimeType":"application/octet-stream","blob":"+/8AAQ=="}`,
		"shop://no-bytes": `{"uri":"shop://no-bytes","mimeType":"application/octet-stream","blob":""}`,
		"shop://contents": `{"uri":"shop://elsewhere","mimeType":"text/x-own","text":"mine"}`,
		"shop://several":  `{"uri":"shop://several","mimeType":"text/csv","text":"a"},{"uri":"shop://b","mimeType":"text/csv","blob":"Yg=="}`,
		"shop://list":     `{"uri":"shop://list","mimeType":"application/json","text":"[\"a\",\"b\"]"}`,
		"shop://items":    `{"uri":"shop://items","mimeType":"application/json","text":"{\"items\":[]}"}`,
		"shop://none":     `{"uri":"shop://none","mimeType":"application/json","text":"null"}`,
	} {
		for _, revision := range bothEras {
			d.read(t, revision, uri).says(t, revision, 0, `{"contents":[`+want+`]}`)
		}
	}
}

func TestAResourceSaysHowLongItMayBeKept(t *testing.T) {
	d := serve(t, mcp.Resource("shop://a", "a", "empty", mcp.FreshFor(90*time.Second)), mcp.Resource("shop://b", "b", "empty", mcp.FreshFor(0)))
	for uri, fresh := range map[string]int{"shop://a": 90000, "shop://b": 0} {
		for _, revision := range bothEras {
			d.read(t, revision, uri).says(t, revision, fresh, `{"contents":[{"uri":"`+uri+`","mimeType":"text/plain","text":""}]}`)
		}
	}
	for _, answered := range []string{`"inputResponses":{}`, `"inputResponses":{"x":{}}`} {
		d.ask(t, without, "resources/read", `{"uri":"shop://a",`+answered+`}`).
			says(t, without, 0, `{"contents":[{"uri":"shop://a","mimeType":"text/plain","text":""}]}`)
	}
}

func TestWhatIsNotThereIsMissingAndNeverEmpty(t *testing.T) {
	gone := func(context.Context, *mcp.Call) ([]mcp.Contents, error) {
		return nil, benzene.NotFound.Errorf("%s", secret)
	}
	none := func(context.Context, *mcp.Call) ([]mcp.Contents, error) { return nil, nil }
	empty := func(context.Context, *mcp.Call) ([]mcp.Contents, error) { return []mcp.Contents{}, nil }
	d := serve(t,
		mcp.Resource("shop://shelf/{number}", "shelves", "shelf"), mcp.Resource("shop://no-contents", "a", "no contents"),
		mcp.ResourceFunc("shop://gone", "a", gone), mcp.ResourceFunc("shop://none", "a", none), mcp.ResourceFunc("shop://nil", "a", empty),
	)
	for _, uri := range []string{
		"shop://shelf/404", "shop://no-contents", "shop://gone", "shop://none", "shop://nil", // it is the handler that says so
		"shop://shelf", "shop://shelf/", "shop://shelf/1/2", "shop://shelf/{number}", "SHOP://gone", "gone", "x", strings.Repeat("x", 1000),
	} {
		for revision, code := range map[string]int{"2024-11-05": -32002, withHandshake: -32002, without: -32602} {
			h := d.read(t, revision, uri)
			h.fails(t, revision, code)
			if h.fault == nil || string(h.fault.Data) != `{"uri":"`+uri+`"}` || len(h.fault.Message) > 300 || strings.Contains(h.text, "T0P5ECRET") {
				t.Errorf("%.40s: got %.300s", uri, h.text)
			}
		}
	}
	if h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":""}}`); h.fault == nil || h.fault.Code != -32002 {
		t.Errorf("got %s", h.text)
	}
}

func TestWhatIsReadIsNamedByText(t *testing.T) {
	d := serve(t, mcp.Resource("shop://a", "a", "text"))
	for _, params := range []string{`{}`, `{"uri":null}`, `{"uri":7}`, `{"uri":["shop://a"]}`, `{"uri":{}}`, `{"URI":"shop://a"}`} {
		for _, revision := range bothEras {
			d.ask(t, revision, "resources/read", params).fails(t, revision, -32602)
		}
		for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
			d.ask(t, withHandshake, method, params).fails(t, withHandshake, -32602)
		}
	}
	if len(d.ran()) > 0 {
		t.Error("something ran")
	}
}

func TestSubscribersAreNotSentAway(t *testing.T) {
	for _, part := range []mcp.Part{mcp.Resource("shop://a", "a", "text"), mcp.Resource("shop://{path}", "a", "page")} {
		d := serve(t, part)
		for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
			d.ask(t, "2024-11-05", method, `{"uri":"shop://a"}`).says(t, "2024-11-05", -1, `{}`)
			d.ask(t, withHandshake, method, `{"uri":"shop://a"}`).says(t, withHandshake, -1, `{}`)
			d.ask(t, without, method, `{"uri":"shop://a"}`).fails(t, without, -32601)
		}
	}
	serve(t, mcp.Prompt("a", "", "text")).ask(t, withHandshake, "resources/subscribe", `{"uri":"shop://a"}`).fails(t, withHandshake, -32601)
}

func TestVariablesFillTheFieldsOfTheRequest(t *testing.T) {
	d := serve(t, mcp.Resource("shop://shelf/{NUMBER}{?Side}", "shelves", "shelf"), mcp.Resource("shop://page/{+path}", "pages", "page"))
	for uri, want := range map[string]string{
		"shop://shelf/7":                          `{\"number\":7,\"side\":\"\"}`,
		"shop://shelf/7?Side=far%20left":          `{\"number\":7,\"side\":\"far left\"}`,
		"shop://shelf/%37?Side=":                  `{\"number\":7,\"side\":\"\"}`,
		"shop://page/a/b%2Fc/%C3%A9":              "a/b/c/\u00e9",
		"shop://page/%252F..%252F":                "%2F..%2F",
		"shop://page/" + strings.Repeat("a", 999): strings.Repeat("a", 999),
	} {
		mimeType := "text/plain"
		if strings.HasPrefix(want, "{") {
			mimeType = "application/json"
		}
		for _, revision := range bothEras {
			d.read(t, revision, uri).says(t, revision, 0, `{"contents":[{"uri":"`+uri+`","mimeType":"`+mimeType+`","text":"`+want+`"}]}`)
		}
	}
	before := len(d.ran())
	for _, uri := range []string{
		"shop://page/../etc", "shop://page/a%2F..%2F..%2Fetc", "shop://page/a/%2e%2E/b", `shop://page/a%5C..%5Cetc`, "shop://page/%00", "shop://page/%ff",
		"shop://shelf/a%2Fb", "shop://shelf/a%5Cb", "shop://shelf/..", "shop://shelf/7?side=a", "shop://shelf/7?Side=a&Side=b", "shop://shelf/7?Side", "shop://shelf/7#x",
	} {
		d.read(t, withHandshake, uri).fails(t, withHandshake, -32002)
	}
	if len(d.ran()) > before {
		t.Error("something ran")
	}
	if body := d.came[0].body; body != "" {
		t.Errorf("the message has the body %q", body)
	}
}

func TestAnExactResourceComesBeforeTemplatesAndTheyComeInOrder(t *testing.T) {
	d := serve(t,
		mcp.Resource("shop://page/{path}", "first", "page"),
		mcp.Resource("shop://page/{+path}", "second", "page"),
		mcp.Resource("shop://{+path}", "third", "page"),
		mcp.Resource("shop://page/exact", "exact", "empty"),
	)
	for _, revision := range bothEras {
		for uri, want := range map[string]string{
			"shop://page/exact": "", "shop://page/a": "a", "shop://page/a/b": "a/b", "shop://pages/a": "pages/a",
		} {
			d.read(t, revision, uri).says(t, revision, 0, `{"contents":[{"uri":"`+uri+`","mimeType":"text/plain","text":"`+want+`"}]}`)
		}
	}
}

func TestAFunctionReadsItsVariables(t *testing.T) {
	d := serve(t, mcp.ResourceFunc("shop://{what}/{id}{?page}", "anything", func(_ context.Context, call *mcp.Call) ([]mcp.Contents, error) {
		return []mcp.Contents{{Text: call.Variable("what") + "|" + call.Variable("id") + "|" + call.Variable("page") + "|" + call.Variable("other") + "|" + call.URI}}, nil
	}, mcp.MIMEType("text/plain")))
	for _, revision := range bothEras {
		d.read(t, revision, "shop://order/%C3%A9?page=2").
			says(t, revision, 0, `{"contents":[{"uri":"shop://order/%C3%A9?page=2","mimeType":"text/plain","text":"order|`+"\u00e9"+`|2||shop://order/%C3%A9?page=2"}]}`)
		got := d.last(t)
		if diff := cmp.Diff(benzene.Topic{ID: "benzene:mcp:resource:shop://{what}/{id}{?page}"}, got.topic); diff != "" {
			t.Error(diff)
		}
	}
}

func TestMiddlewareReadsVariablesAsTheTemplateNamesThem(t *testing.T) {
	var seen string
	d := deskWith(t, func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			call, _ := mcp.CallFrom(ctx)
			seen = call.Variable("NUMBER")
			return next(ctx, inv)
		}
	}, mcp.Resource("shop://shelf/{NUMBER}", "shelves", "shelf"))
	d.read(t, withHandshake, "shop://shelf/7")
	if seen != "7" {
		t.Errorf("got %q", seen)
	}
}
