package mcp_test

import (
	"context"
	"errors"
	"maps"
	nethttp "net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

type nothing struct{}

type echo struct {
	Text string   `json:"text" validate:"required"`
	N    int64    `json:"n,omitzero"`
	Tags []string `json:"tags,omitempty"`
}

type line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type order struct {
	Lines []line `json:"lines"`
}

type items struct {
	Items []string `json:"items"`
}

// A hollow is an error that cannot be asked anything when it is nil.
type hollow struct{ cause error }

func (h *hollow) Error() string { return h.cause.Error() }
func (h *hollow) Unwrap() error { return h.cause }

const secret = "token=T0P5ECRET path=/srv/app/db.go"

// endpoints are the topics of the tests' service.
func endpoints() []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("ping", func(context.Context, nothing) (nothing, error) { return nothing{}, nil }),
		benzene.Handle("echo", func(_ context.Context, e echo) (echo, error) { return e, nil }),
		benzene.Handle("echo", func(_ context.Context, e echo) (echo, error) {
			e.Tags = append(e.Tags, "second")
			return e, nil
		}, benzene.Version("2")),
		benzene.Handle("order", func(_ context.Context, o order) (order, error) { return o, nil }),
		benzene.Handle("items", func(context.Context, nothing) (items, error) { return items{}, nil }),
		benzene.Handle("none", func(context.Context, nothing) (*items, error) { return nil, nil }),
		benzene.Handle("list", func(context.Context, nothing) ([]string, error) { return []string{"a", "b"}, nil }),
		benzene.Handle("text", func(context.Context, nothing) (string, error) { return "one \"two\"\n \u2028 \u00e9", nil }),
		benzene.On("event", func(context.Context, echo) error { return nil }),
		benzene.Handle("missing", func(context.Context, nothing) (items, error) {
			return items{}, benzene.NotFound.Errorf("there is no order %d", 7)
		}),
		benzene.Handle("fails", func(context.Context, nothing) (items, error) { return items{}, errors.New(secret) }),
		benzene.Handle("hollow", func(context.Context, nothing) (items, error) {
			var none *hollow
			return items{}, none
		}),
		benzene.Handle("panics", func(context.Context, nothing) (items, error) { panic(secret) }),
		benzene.Handle("exits", func(context.Context, nothing) (items, error) {
			runtime.Goexit()
			return items{}, nil
		}),
	}
}

// tools offers each of the topics under its own name.
func tools() mcp.Part {
	return mcp.Parts(
		mcp.Tool("ping_tool", "Does nothing.", "ping"),
		mcp.Tool("echo", "Says what it is told.", "echo"),
		mcp.Tool("echo_2", "Says it twice.", "echo", mcp.TopicVersion("2"), mcp.Writes()),
		mcp.Tool("order", "Takes an order.", "order", mcp.Writes()),
		mcp.Tool("items", "Lists items.", "items"),
		mcp.Tool("none", "Promises an object.", "none"),
		mcp.Tool("list", "Lists names.", "list"),
		mcp.Tool("text", "Says a text.", "text"),
		mcp.Tool("event", "Tells of something.", "event", mcp.Destructive()),
		mcp.Tool("missing", "Finds nothing.", "missing"),
		mcp.Tool("fails", "Fails.", "fails"),
		mcp.Tool("hollow", "Fails with a nil pointer.", "hollow"),
		mcp.Tool("panics", "Panics.", "panics"),
		mcp.Tool("exits", "Ends its goroutine.", "exits"),
	)
}

// A desk is a service with its tools, and notes what came to its handlers.
type desk struct {
	nethttp.Handler
	mu   sync.Mutex
	came []came
}

// came is a message as the pipeline saw it.
type came struct {
	topic   benzene.Topic
	headers map[string]string
	body    string
	facts   map[string]any
	via     string
}

func newDesk(t testing.TB, parts ...mcp.Part) *desk {
	t.Helper()
	return deskOf(t, endpoints(), validate, append(parts, tools())...)
}

// deskOf is a desk of other topics, which offers parts alone.
func deskOf(t testing.TB, endpoints []benzene.Endpoint, middleware benzene.Middleware, parts ...mcp.Part) *desk {
	t.Helper()
	d := &desk{}
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	dispatcher := benzene.NewDispatcher(registry, benzene.Pipeline{d.note, middleware}, benzene.Named("shop", "v1.2.3"))
	d.Handler, err = http.Handler(dispatcher, mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) note(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		c := came{topic: inv.Topic, headers: maps.Collect(inv.Headers.All()), body: string(inv.Body), via: inv.Transport, facts: map[string]any{}}
		inv.Facts.Facts(func(key string, value any) { c.facts[key] = value })
		d.mu.Lock()
		d.came = append(d.came, c)
		d.mu.Unlock()
		return next(ctx, inv)
	}
}

// validate is the least that could be called a validating middleware.
func validate(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		request, err := inv.Request()
		if err != nil {
			return benzene.Reply{}, err
		}
		if e, ok := request.(*echo); ok && e.Text == "" {
			return benzene.Reply{}, &benzene.Error{Status: benzene.ValidationError, Details: []benzene.Detail{
				{Message: "text is required", Field: "text", Code: "required"},
			}}
		}
		return next(ctx, inv)
	}
}

// ran lists the topics of the messages that reached the pipeline.
func (d *desk) ran() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	topics := []string{}
	for _, c := range d.came {
		topics = append(topics, c.topic.ID)
	}
	return topics
}

func (d *desk) last(t *testing.T) came {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.came) == 0 {
		t.Fatal("no message came")
	}
	return d.came[len(d.came)-1]
}

const path = "/benzene/mcp"

// request makes a POST as a client of 2025-11-25 does. A header such as
// "Accept: text/html" replaces the client's own, "Accept:" drops it, and
// "+Accept: …" adds to it.
func request(body string, headers ...string) *nethttp.Request {
	r := httptest.NewRequest(nethttp.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		value = strings.TrimSpace(value)
		switch more, add := strings.CutPrefix(name, "+"); {
		case add:
			r.Header.Add(more, value)
		case value == "":
			r.Header.Del(name)
		default:
			r.Header.Set(name, value)
		}
	}
	return r
}

// A heard is an answer and, where it has a body, its members as they came.
type heard struct {
	*httptest.ResponseRecorder
	text    string
	id      string // as it came; "" for none
	result  jsontext.Value
	fault   *fault
	several []heard // of a batch
}

type fault struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data"`
}

// post sends a body, and checks of every answer that it is a JSON-RPC one.
func (d *desk) post(t *testing.T, body string, headers ...string) heard {
	t.Helper()
	return d.send(t, request(body, headers...))
}

func (d *desk) send(t *testing.T, r *nethttp.Request) heard {
	t.Helper()
	w := httptest.NewRecorder()
	var own sync.WaitGroup // as a server does: a handler may end the goroutine
	own.Go(func() { d.ServeHTTP(w, r) })
	own.Wait()
	return hear(t, w)
}

func hear(t *testing.T, w *httptest.ResponseRecorder) heard {
	t.Helper()
	text := w.Body.String()
	if text == "" {
		return heard{ResponseRecorder: w}
	}
	if strings.ContainsAny(text, "\r\n") || !jsontext.Value(text).IsValid() {
		t.Errorf("the answer is not one line of JSON: %q", text)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("Content-Type %q, want application/json", got)
	}
	if text[0] != '[' {
		h := envelope(t, text)
		h.ResponseRecorder = w
		return h
	}
	h := heard{ResponseRecorder: w, text: text}
	var parts []jsontext.Value
	if err := json.Unmarshal([]byte(text), &parts); err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		h.several = append(h.several, envelope(t, string(part)))
	}
	return h
}

// envelope takes an answer apart and checks its shape (JSON-RPC 2.0, section 5).
func envelope(t *testing.T, text string) heard {
	t.Helper()
	var members map[string]jsontext.Value
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		t.Fatalf("the answer is no object: %s", text)
	}
	h := heard{text: text, id: string(members["id"]), result: members["result"]}
	for name := range members {
		if !slices.Contains([]string{"jsonrpc", "id", "result", "error"}, name) {
			t.Errorf("member %q has no place in an answer: %s", name, text)
		}
	}
	if string(members["jsonrpc"]) != `"2.0"` || (members["error"] == nil) == (members["result"] == nil) {
		t.Errorf("no JSON-RPC answer: %s", text)
	}
	if id, given := members["id"]; given && id.Kind() != '"' && id.Kind() != '0' {
		t.Errorf("id is neither text nor a number: %s", text)
	}
	if members["error"] != nil {
		h.fault = &fault{}
		err := json.Unmarshal(members["error"], h.fault, json.RejectUnknownMembers(true))
		if err != nil || h.fault.Message == "" || h.fault.Code == 0 || string(h.fault.Data) == "null" {
			t.Errorf("no JSON-RPC error object: %s", text)
		}
	}
	return h
}

// A toolResult is a CallToolResult of text.
type toolResult struct {
	Content []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	} `json:"content"`
	Structured jsontext.Value `json:"structuredContent"`
	IsError    bool           `json:"isError"`
}

// tool reads the result of a tool call.
func (h heard) tool(t *testing.T) (text string, result toolResult) {
	t.Helper()
	err := json.Unmarshal(h.result, &result, json.RejectUnknownMembers(true))
	if err != nil || len(result.Content) != 1 || result.Content[0].Type != "text" || result.Content[0].Text == nil {
		t.Fatalf("no tool result of one text: %s", h.text)
	}
	return *result.Content[0].Text, result
}

// call calls a tool and returns its answer.
func (d *desk) call(t *testing.T, tool, arguments string, headers ...string) heard {
	t.Helper()
	return d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`, headers...)
}

// faulty checks that an answer is the fault of a code, under a status.
func (h heard) faulty(t *testing.T, status, code int) {
	t.Helper()
	if h.Code != status || h.fault == nil || h.fault.Code != code {
		t.Errorf("got %d %s, want %d and error %d", h.Code, h.text, status, code)
	}
}

func decode(t *testing.T, from jsontext.Value, into any) {
	t.Helper()
	if err := json.Unmarshal(from, into); err != nil {
		t.Fatalf("%v: %s", err, from)
	}
}
