package mcp_test

import (
	"bufio"
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp"
)

var whoReads = mcp.Elicitation{Message: "Who reads?", Form: mcp.Object(mcp.Text("name", "Your name."))}

// who asks for the reader's name.
func who(ctx context.Context) (string, error) {
	answer, ok := whoReads.Answer(mcp.Input(ctx), "who")
	if !ok {
		return "", &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"who": whoReads}, State: "asked"}
	}
	if answer.Action != mcp.Accept {
		return string(answer.Action), nil
	}
	var form struct {
		Name string `json:"name"`
	}
	return form.Name, answer.Decode(&form)
}

// curious are a resource and a prompt that ask who reads.
func curious() mcp.Part {
	return mcp.Parts(
		mcp.ResourceFunc("shop://{what}", "a", func(ctx context.Context, call *mcp.Call) ([]mcp.Contents, error) {
			name, err := who(ctx)
			return []mcp.Contents{{Text: call.Variable("what") + " for " + name}}, err
		}, mcp.Asks(), mcp.FreshFor(1)),
		mcp.PromptFunc("hi", "", []mcp.PromptArgument{{Name: "a"}}, func(ctx context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
			name, err := who(ctx)
			text := call.Args().OptionalText("a", "") + " for " + name
			return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Content: mcp.TextContent{Text: text}}}}, err
		}, mcp.Asks()),
	)
}

// asking is what each of them is asked for, and what it says at last, but for
// the name and what is after it.
var asking = []struct{ method, params, says, end string }{
	{"resources/read", `{"uri":"shop://map"`, `{"contents":[{"uri":"shop://map","text":"map for `, `"}]`},
	{"prompts/get", `{"name":"hi","arguments":{"a":"card"}`, `{"messages":[{"role":"user","content":{"type":"text","text":"card for `, `"}}]`},
}

const elicits = `{"elicitation":{}}`

func TestAResourceAndAPromptMayAskInTheLaterEra(t *testing.T) {
	d := serve(t, curious())
	for _, c := range asking {
		h := d.declaring(t, without, elicits, c.method, c.params+`}`)
		var need struct {
			Requests map[string]jsontext.Value `json:"inputRequests"`
			State    string                    `json:"requestState"`
			Type     string                    `json:"resultType"`
			Meta     jsontext.Value            `json:"_meta"`
		}
		if err := json.Unmarshal(h.result, &need, json.RejectUnknownMembers(true)); err != nil || len(need.Requests) != 1 ||
			need.Type != "input_required" || need.State == "" || h.Code != 200 || !strings.HasPrefix(string(need.Requests["who"]), `{"method":"elicitation/create",`) {
			t.Fatalf("%s: got %d %s", c.method, h.Code, h.text)
		}
		end := ""
		if c.method == "resources/read" {
			end = `,"ttlMs":0,"cacheScope":"private"`
		}
		for response, name := range map[string]string{
			`{"action":"accept","content":{"name":"Ada"}}`: "Ada", `{"action":"decline"}`: "decline", `{"action":"cancel"}`: "cancel",
		} {
			answered := c.params + `,"requestState":"` + need.State + `","inputResponses":{"other":{},"who":` + response + `}}`
			d.declaring(t, without, elicits, c.method, answered).says(t, without, -1, c.says+name+c.end+end+`}`)
		}
		again := d.declaring(t, without, elicits, c.method, c.params+`,"inputResponses":{"who":{"action":"accept","content":{"name":7}}}}`)
		if !strings.Contains(again.text, `"resultType":"input_required"`) {
			t.Errorf("an answer that does not fit: %s", again.text)
		}
		d.declaring(t, without, elicits, c.method, c.params+`,"requestState":"`+need.State[1:]+`"}`).fails(t, without, -32602)
		d.declaring(t, without, elicits, c.method, c.params+`,"inputResponses":[]}`).fails(t, without, -32602)
		if h := d.declaring(t, without, `{}`, c.method, c.params+`}`); h.fault == nil || string(h.fault.Data) != `{"requiredCapabilities":{"elicitation":{}}}` {
			t.Errorf("a client that cannot be asked: %s", h.text)
		} else {
			h.fails(t, without, -32021)
		}
	}
	state := func(params string) string {
		_, rest, _ := strings.Cut(d.declaring(t, without, elicits, "resources/read", params).text, `"requestState":"`)
		state, _, _ := strings.Cut(rest, `"`)
		return state
	}
	d.declaring(t, without, elicits, "resources/read", `{"uri":"shop://list","requestState":"`+state(`{"uri":"shop://map"}`)+`"}`).fails(t, without, -32602)
}

func TestWhoHasNotSaidSoAsksNothing(t *testing.T) {
	d := serve(t, mcp.PromptFunc("hi", "", nil, func(ctx context.Context, _ *mcp.Call) (*mcp.PromptResult, error) {
		_, err := who(ctx)
		return nil, err
	}), mcp.Prompt("greet", "", "greet", mcp.CompletesBy("name", func(ctx context.Context, _ mcp.CompletionRequest) (mcp.Completion, error) {
		_, err := who(ctx)
		return mcp.Completion{}, err
	})))
	d.declaring(t, without, elicits, "prompts/get", `{"name":"hi"}`).fails(t, without, -32603)
	d.declaring(t, without, elicits, "prompts/get", `{"name":"hi","requestState":"x"}`).fails(t, without, -32602)
	d.declaring(t, without, elicits, "completion/complete", `{"ref":`+ofGreet+`,"argument":{"name":"name","value":""}}`).fails(t, without, -32603)
}

// A client of the earlier era is asked on the stream of its own request.
func TestAResourceAndAPromptMayAskInTheEarlierEra(t *testing.T) {
	d := serve(t, curious())
	server := httptest.NewServer(d)
	defer server.Close()
	greeting := d.post(t, strings.Replace(hello(withHandshake), `"roots":{"listChanged":true}`, `"elicitation":{}`, 1))
	post := func(body string) *nethttp.Response {
		r := request(body, "Mcp-Session-Id: "+greeting.Header().Get("Mcp-Session-Id")).WithContext(t.Context())
		sent, err := nethttp.NewRequestWithContext(t.Context(), nethttp.MethodPost, server.URL+path, r.Body)
		if err != nil {
			t.Fatal(err)
		}
		sent.Header = r.Header
		response, err := server.Client().Do(sent)
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	for _, c := range asking {
		response := post(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}}`)
		events := bufio.NewScanner(response.Body)
		var question struct {
			ID     string `json:"id"`
			Method string `json:"method"`
		}
		if err := json.Unmarshal(event(t, events), &question); err != nil || question.Method != "elicitation/create" {
			t.Fatalf("%s: asked %+v, %v", c.method, question, err)
		}
		told := post(`{"jsonrpc":"2.0","id":"` + question.ID + `","result":{"action":"accept","content":{"name":"Ada"}}}`)
		if _ = told.Body.Close(); told.StatusCode != 202 {
			t.Errorf("the answer got %s", told.Status)
		}
		if got, want := string(event(t, events)), `{"jsonrpc":"2.0","id":1,"result":`+c.says+"Ada"+c.end+`}}`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		_ = response.Body.Close()
	}
	for _, c := range asking { // a client that has not said that it can be asked
		d.ask(t, withHandshake, c.method, c.params+`}`).fails(t, withHandshake, -32603)
	}
}

// event is the next message of a stream.
func event(t *testing.T, from *bufio.Scanner) []byte {
	t.Helper()
	for from.Scan() {
		if data, ok := strings.CutPrefix(from.Text(), "data: "); ok {
			return []byte(data)
		}
	}
	t.Fatal("the stream has ended")
	return nil
}
