package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A ledger is a scoped value that notes how each of its scopes ended.
type ledger struct {
	benzene.Scoped[*leaf]
	mu    sync.Mutex
	ended []string
}

type leaf struct{ topic string }

func newLedger() *ledger {
	l := &ledger{}
	l.Scoped = benzene.NewScoped(
		func(ctx context.Context) (*leaf, error) {
			inv, _ := benzene.InvocationFrom(ctx)
			return &leaf{inv.Topic.ID}, nil
		},
		func(_ context.Context, p *leaf, outcome error) error {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.ended = append(l.ended, p.topic+" "+string(statusOf(outcome)))
			return nil
		})
	return l
}

func statusOf(outcome error) benzene.Status {
	if outcome == nil {
		return benzene.OK
	}
	return benzene.StatusOf(outcome)
}

// write begins the message's leaf, as a handler that uses a transaction does.
func (l *ledger) write(ctx context.Context) { _, _ = l.From(ctx) }

// custom is a desk with one custom tool, "do", that takes no arguments.
func custom(t *testing.T, fn mcp.ToolHandler, options ...mcp.ToolOption) *desk {
	t.Helper()
	return newDesk(t, mcp.Func("do", "Does something.", mcp.Object(), fn, options...))
}

func TestACustomToolIsAMessageLikeAnyOther(t *testing.T) {
	l := newLedger()
	var seen mcp.Call
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		l.write(ctx)
		seen = *call
		return mcp.Answer("done"), nil
	}, mcp.Destructive())
	id := session(t, d)
	h := d.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","arguments":{ "n":9007199254740993 },"_meta":{"progressToken":"p"}}}`, "Mcp-Session-Id: "+id)
	if string(h.result) != `{"content":[{"type":"text","text":"done"}]}` {
		t.Error(h.text)
	}
	want := came{
		topic: benzene.Topic{ID: "benzene:mcp:do"}, body: `{ "n":9007199254740993 }`, via: "mcp",
		headers: map[string]string{"benzene-mcp-tool": "do", "benzene-mcp-session": id},
		facts: map[string]any{
			"mcp.method.name": "tools/call", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "1", "mcp.session.id": id,
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "do",
		},
	}
	if diff := cmp.Diff(want, d.last(t), cmp.AllowUnexported(came{})); diff != "" {
		t.Error(diff)
	}
	if seen.Method != "tools/call" || seen.Name != "do" || !seen.Writes || !seen.Destructive || seen.Session != id || seen.Revision != "2025-11-25" ||
		string(seen.Arguments) != `{ "n":9007199254740993 }` || string(seen.ProgressToken) != `"p"` || seen.URI != "" {
		t.Errorf("the function was told %+v", seen)
	}
	if diff := cmp.Diff([]string{"benzene:mcp:do ok"}, l.ended); diff != "" {
		t.Error(diff)
	}
}

func TestACustomToolIsReachedByItsNameAlone(t *testing.T) {
	ran := 0
	registry, _ := benzene.NewRegistry(endpoints()...)
	dispatcher := benzene.NewDispatcher(registry, nil)
	_, err := http.Handler(dispatcher, mcp.Endpoint(mcp.Func("do", "Does something.", mcp.Object(),
		func(context.Context, *mcp.Call) (*mcp.Result, error) { ran++; return nil, nil })))
	if err != nil {
		t.Fatal(err)
	}
	_, err = dispatcher.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "benzene:mcp:do"}, Body: []byte(`{}`)})
	if benzene.StatusOf(err) != benzene.NotFound || ran != 0 {
		t.Errorf("got %v, ran %d times", err, ran)
	}
	d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		return call.Ask(ctx, "benzene:mcp:do", nil)
	})
	if text, result := d.call(t, "do", `{}`).tool(t); !result.IsError || text != `not-found: topic "benzene:mcp:do" has no handler` {
		t.Error(text)
	}
	d.call(t, "benzene:mcp:do", `{}`).faulty(t, 200, -32602)
}

func TestATypedToolGetsItsArgumentsDecodedAndValidated(t *testing.T) {
	ran := 0
	d := newDesk(t, mcp.FuncOf("shout", "Says it louder.", func(_ context.Context, call *mcp.Call, e echo) (*mcp.Result, error) {
		ran++
		return mcp.Answer(call.Name + " " + strings.ToUpper(e.Text)), nil
	}))
	for arguments, want := range map[string]string{
		`{"text":"a"}`: "shout A",
		`{}`:           "validation-error: text is required",
		`{"text":7}`:   "bad-request: text must be text, got 7",
	} {
		if text, result := d.call(t, "shout", arguments).tool(t); text != want || result.IsError != (want != "shout A") {
			t.Errorf("%s: got %q", arguments, text)
		}
	}
	if ran != 1 {
		t.Errorf("ran %d times", ran)
	}
	for _, tool := range d.list(t) {
		if tool.Name == "shout" && (!strings.Contains(string(tool.Input), `"required":["text"]`) || tool.Output != nil) {
			t.Errorf("%s, %s", tool.Input, tool.Output)
		}
	}
}

// What a function says no to has not happened: nothing of it is kept.
func TestARefusalRollsBack(t *testing.T) {
	l := newLedger()
	d := custom(t, func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		l.write(ctx)
		return mcp.Refusal("there are %d left", 3), nil
	})
	if text, result := d.call(t, "do", `{}`).tool(t); text != "there are 3 left" || !result.IsError {
		t.Errorf("got %q, %+v", text, result)
	}
	if diff := cmp.Diff([]string{"benzene:mcp:do refused"}, l.ended); diff != "" {
		t.Error(diff)
	}
}

func TestARefusalIsToldAsItIs(t *testing.T) {
	for _, c := range []struct {
		result *mcp.Result
		want   string
	}{
		{&mcp.Result{IsError: true}, `{"content":[],"isError":true}`},
		{&mcp.Result{IsError: true, Structured: echo{Text: "x"}}, `{"content":[{"type":"text","text":"{\"text\":\"x\"}"}],"isError":true}`},
		{&mcp.Result{IsError: true, Structured: 7, Content: []mcp.Content{&mcp.TextContent{Text: "no"}}}, `{"content":[{"type":"text","text":"no"}],"isError":true}`},
	} {
		d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) { return c.result, nil },
			mcp.OutputSchema(mcp.Object(mcp.Text("text", "Said.").Required())))
		if got := d.call(t, "do", `{}`); string(got.result) != c.want {
			t.Errorf("got %s, want %s", got.text, c.want)
		}
	}
}

func TestWhatAFunctionReturnsIsAlwaysAnAnswer(t *testing.T) {
	var none *mcp.TextContent
	for name, c := range map[string]struct {
		result *mcp.Result
		want   string
	}{
		"nothing":            {nil, `{"content":[]}`},
		"no content":         {&mcp.Result{}, `{"content":[]}`},
		"an empty text":      {mcp.Answer(""), `{"content":[{"type":"text","text":""}]}`},
		"broken UTF-8":       {mcp.Answer("a\xffb"), `{"content":[{"type":"text","text":"a` + "\uFFFD" + `b"}]}`},
		"a value":            {&mcp.Result{Structured: items{}}, `{"content":[{"type":"text","text":"{\"items\":[]}"}],"structuredContent":{"items":[]}}`},
		"JSON":               {&mcp.Result{Structured: jsontext.Value("{\n \"b\": 1.50,\r\n\t\"a\": \"\\u0061\" }\n")}, `{"content":[{"type":"text","text":"{\"b\":1.50,\"a\":\"\\u0061\"}"}],"structuredContent":{"b":1.50,"a":"\u0061"}}`},
		"no JSON":            {&mcp.Result{Structured: jsontext.Value(nil)}, `{"content":[]}`},
		"a value and a text": {&mcp.Result{Structured: nothing{}, Content: []mcp.Content{mcp.TextContent{Text: "t"}}}, `{"content":[{"type":"text","text":"t"}],"structuredContent":{}}`},
		"a list":             {&mcp.Result{Structured: []string(nil)}, `{"content":[{"type":"text","text":"[]"}]}`},
		"pointers":           {&mcp.Result{Content: []mcp.Content{&mcp.ImageContent{Data: []byte{0xfb, 0xff}, MIMEType: "image/png"}}}, `{"content":[{"type":"image","data":"+/8=","mimeType":"image/png"}]}`},
	} {
		d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) { return c.result, nil })
		if got := d.call(t, "do", `{}`); string(got.result) != c.want {
			t.Errorf("%s: got %s, want %s", name, got.text, c.want)
		}
	}
	for name, result := range map[string]*mcp.Result{
		"half JSON":         {Structured: jsontext.Value(`{"a":`)},
		"two JSON texts":    {Structured: jsontext.Value(`{}{}`)},
		"a member twice":    {Structured: jsontext.Value(`{"a":1,"a":2}`)},
		"JSON broken UTF-8": {Structured: jsontext.Value("\"\xff\"")},
		"empty JSON":        {Structured: jsontext.Value{}},
		"a channel":         {Structured: make(chan int)},
		"a nil content":     {Content: []mcp.Content{mcp.TextContent{Text: "a"}, nil}},
		"a nil pointer":     {Content: []mcp.Content{none}},
		"a refusal of none": {Content: []mcp.Content{none}, IsError: true},
	} {
		l := newLedger()
		d := custom(t, func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) { l.write(ctx); return result, nil })
		text, got := d.call(t, "do", `{}`).tool(t)
		if !got.IsError || !strings.HasPrefix(text, "unexpected-error: the result ") {
			t.Errorf("%s: got %q, %+v", name, text, got)
		}
		if diff := cmp.Diff([]string{"benzene:mcp:do unexpected-error"}, l.ended); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A result may be one that the application keeps, and gives to many.
func TestAResultIsNotChanged(t *testing.T) {
	kept := &mcp.Result{Structured: jsontext.Value("{ }")}
	d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) { return kept, nil })
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() { d.call(t, "do", `{}`) })
	}
	calls.Wait()
	if diff := cmp.Diff(&mcp.Result{Structured: jsontext.Value("{ }")}, kept, cmp.AllowUnexported(mcp.Result{})); diff != "" {
		t.Error(diff)
	}
}

func TestAFunctionsFailureIsToldAsAHandlersIs(t *testing.T) {
	for name, c := range map[string]struct {
		fn   mcp.ToolHandler
		want string // the text begins with it; "" is for a fault
	}{
		"an error for callers": {func(context.Context, *mcp.Call) (*mcp.Result, error) {
			return mcp.Answer("lost"), benzene.Conflict.Errorf("the seat is taken")
		}, "conflict: the seat is taken"},
		"an error of its own": {func(context.Context, *mcp.Call) (*mcp.Result, error) { return nil, errors.New(secret) },
			"service-unavailable: the service could not handle the message (reference "},
		"a panic": {func(context.Context, *mcp.Call) (*mcp.Result, error) { panic(secret) }, ""},
		"its goroutine ends": {func(context.Context, *mcp.Call) (*mcp.Result, error) {
			runtime.Goexit()
			return nil, nil
		}, ""},
	} {
		l := newLedger()
		d := custom(t, func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) { l.write(ctx); return c.fn(ctx, call) })
		h := d.call(t, "do", `{}`)
		if strings.Contains(h.text, "T0P5ECRET") {
			t.Errorf("%s: the cause is told: %s", name, h.text)
		}
		if c.want == "" {
			h.faulty(t, 200, -32603)
			if !strings.HasPrefix(h.fault.Message, "internal error (reference ") {
				t.Errorf("%s: %s", name, h.text)
			}
		} else if text, result := h.tool(t); !result.IsError || !strings.HasPrefix(text, c.want) || result.Structured != nil {
			t.Errorf("%s: %s", name, h.text)
		}
		if len(l.ended) != 1 || strings.HasSuffix(l.ended[0], " ok") {
			t.Errorf("%s: the scope ended %v", name, l.ended)
		}
	}
}

// A middleware may answer in the function's stead, with whatever it has.
func TestAMiddlewareMayAnswerForAFunction(t *testing.T) {
	for want, value := range map[string]any{
		`{"content":[{"type":"text","text":"kept"}]}`:                                              mcp.Answer("kept"),
		`{"content":[{"type":"text","text":"{\"text\":\"x\"}"}],"structuredContent":{"text":"x"}}`: echo{Text: "x"},
		`{"content":[]}`: nil,
	} {
		answers := func(benzene.Contract, benzene.Next) benzene.Next {
			return func(_ context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				return inv.Reply(benzene.OK, value)
			}
		}
		registry, _ := benzene.NewRegistry()
		h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{answers}), mcp.Endpoint(
			mcp.Func("do", "Does something.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) { return mcp.Answer("own"), nil })))
		if err != nil {
			t.Fatal(err)
		}
		if got := (&desk{Handler: h}).call(t, "do", `{}`); string(got.result) != want {
			t.Errorf("got %s, want %s", got.text, want)
		}
	}
}

func TestWhatAMiddlewareAnswersIsHeldToTheSame(t *testing.T) {
	var none *mcp.Result
	for _, c := range []struct {
		value any
		want  string
	}{
		{make(chan int), "unexpected-error: the result could not be written"},
		{&mcp.Result{Content: []mcp.Content{nil}}, "unexpected-error: the result has a content that is nil"},
		{none, "unexpected-error: the result is not what the tool's output schema says"},
		{items{}, "unexpected-error: the result is not what the tool's output schema says"},
		{mcp.Refusal("no"), "no"},
	} {
		answers := func(benzene.Contract, benzene.Next) benzene.Next {
			return func(_ context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				return inv.Reply(benzene.OK, c.value)
			}
		}
		registry, _ := benzene.NewRegistry()
		h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{answers}), mcp.Endpoint(
			mcp.Func("do", "Does something.", mcp.Object(), answersNothing, mcp.OutputSchema(totalSchema))))
		if err != nil {
			t.Fatal(err)
		}
		if text, result := (&desk{Handler: h}).call(t, "do", `{}`).tool(t); !result.IsError || !strings.HasPrefix(text, c.want) || result.Structured != nil {
			t.Errorf("%T: got %q, %+v", c.value, text, result)
		}
	}
}

// For programs that keep results, or write them elsewhere.
func TestAResultIsWrittenAsItIsSent(t *testing.T) {
	got, err := json.Marshal(mcp.Result{Structured: []string(nil)})
	if want := `{"content":[{"type":"text","text":"[]"}],"structuredContent":[]}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
	if got, err := json.Marshal(mcp.Result{Structured: jsontext.Value(`{`)}); err == nil {
		t.Errorf("got %s", got)
	}
}

// A middleware may also change what the function said.
func TestAMiddlewareMayChangeWhatAFunctionSaid(t *testing.T) {
	redacts := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			reply, err := next(ctx, inv)
			if result, ok := reply.Value.(**mcp.Result); ok {
				(*result).Structured = map[string]string{"number": "****"}
			}
			return reply, err
		}
	}
	registry, _ := benzene.NewRegistry()
	h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{redacts}), mcp.Endpoint(
		mcp.Func("do", "Does something.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
			return &mcp.Result{Structured: map[string]string{"number": "4711"}}, nil
		})))
	if err != nil {
		t.Fatal(err)
	}
	if got := (&desk{Handler: h}).call(t, "do", `{}`); strings.Contains(got.text, "4711") || strings.Count(got.text, "****") != 2 {
		t.Error(got.text)
	}
}

func TestOneToolStandsInSeveralEndpointsOfAService(t *testing.T) {
	registry, _ := benzene.NewRegistry(endpoints()...)
	dispatcher := benzene.NewDispatcher(registry, nil)
	n := 0
	part := mcp.Func("do", "Does something.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		n++
		return mcp.Answer(fmt.Sprint(n)), nil
	})
	h, err := http.Handler(dispatcher, mcp.Endpoint(part), mcp.Endpoint(part, mcp.Path("/other"), mcp.Instructions("Be brief.")))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	other := request(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do"}}`)
	other.URL.Path = "/other"
	for i, got := range []heard{d.call(t, "do", `{}`), d.send(t, other)} {
		if text, _ := got.tool(t); text != fmt.Sprint(i+1) {
			t.Error(got.text)
		}
	}
	if got := len(dispatcher.Attached()); got != 1 || n != 2 {
		t.Errorf("attached %d times, ran %d times", got, n)
	}
	if _, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(part)); err != nil {
		t.Errorf("another service of the same parts: %v", err)
	}
}

// One service may serve a tool over a port and over its standard streams at once.
func TestOneToolStandsOnAPortAndOnStandardStreams(t *testing.T) {
	registry, _ := benzene.NewRegistry(endpoints()...)
	dispatcher := benzene.NewDispatcher(registry, nil)
	part := mcp.Parts(mcp.Func("do", "Does something.", mcp.Object(), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
		return call.Ask(ctx, "echo", call.Arguments)
	}))
	h, err := http.Handler(dispatcher, mcp.Endpoint(part))
	if err != nil {
		t.Fatal(err)
	}
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","arguments":{"text":"x"}}}`
	var out strings.Builder
	streams := mcp.StdioOn(strings.NewReader(body+"\n"), &out, part)
	if err := streams.Bind(dispatcher); err != nil {
		t.Fatal(err)
	}
	if err := streams.Serve(t.Context()); !errors.Is(err, benzene.ErrFinished) {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	want, _ := d.post(t, body).tool(t)
	if got, result := envelope(t, strings.TrimSpace(out.String())).tool(t); got != want || result.IsError {
		t.Errorf("over a port %s, over the streams %s", want, got)
	}
}
