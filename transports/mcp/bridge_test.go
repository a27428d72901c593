package mcp_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A conversation is a client of the era of handshakes that answers questions,
// over the wire.
type conversation struct {
	*desk
	server  *httptest.Server
	session string
}

func confer(t *testing.T, can string, parts ...mcp.Part) *conversation {
	t.Helper()
	d := newDesk(t, append(parts, askers())...)
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	return &conversation{d, server, "Mcp-Session-Id: " + sessionOf(t, d, can)}
}

func (c *conversation) calls(t *testing.T, tool string, headers ...string) *streamed {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `"}}`
	return openStream(t, c.server, body, append([]string{c.session}, headers...)...)
}

// A question is a request of the server's.
type question struct {
	ID     string `json:"id"`
	Method string `json:"method"`
	Params struct {
		Message   string         `json:"message"`
		ID        string         `json:"elicitationId"`
		RequestID string         `json:"requestId"`
		Schema    jsontext.Value `json:"requestedSchema"`
	} `json:"params"`
}

func (s *streamed) question(t *testing.T) (q question) {
	t.Helper()
	text := s.next(t)
	if err := json.Unmarshal([]byte(text), &q); err != nil || q.ID == "" || q.Method == "" {
		t.Fatalf("no question: %s", text)
	}
	return q
}

// answers POSTs a client's response.
func (c *conversation) answers(t *testing.T, id, outcome string) heard {
	t.Helper()
	return c.post(t, `{"jsonrpc":"2.0","id":"`+id+`",`+outcome+`}`, c.session)
}

func accepted(content string) string { return `"result":` + filledIn(content) }

func TestAQuestionGoesOutOnTheCallsOwnStream(t *testing.T) {
	c := confer(t, canAll)
	s := c.calls(t, "greet")
	q := s.question(t)
	if q.Method != "elicitation/create" || q.Params.Message != "Who are you?" || !strings.HasPrefix(q.ID, "bz-") || len(q.ID) < 29 || q.Params.ID != "" {
		t.Errorf("asked %+v", q)
	}
	if h := c.answers(t, q.ID, accepted(`{"name":"Ada"}`)); h.Code != 202 || h.text != "" {
		t.Errorf("the answer was answered %d %s", h.Code, h.text)
	}
	if got := s.next(t); !strings.Contains(got, `"id":1,"result":{"content":[{"type":"text","text":"accept {\"name\":\"Ada\"}"}]}`) {
		t.Errorf("got %s", got)
	}
	for _, id := range []string{q.ID, "bz-AAAAAAAAAAAAAAAAAAAAAAAAAA", ""} {
		h := c.answers(t, id, accepted(`{"name":"Eve"}`))
		h.faulty(t, 400, -32600)
		if h.id != "" {
			t.Errorf("the refusal looks like the answer to %s", h.id)
		}
	}
}

func TestAWaitingQuestionTakesOneAnswerFromWhoWasAsked(t *testing.T) {
	c := confer(t, canAll)
	s := c.calls(t, "greet")
	q := s.question(t)
	for _, foreign := range []string{`"id":1`, `"id":null`, `"id":"` + q.ID[:10] + `"`, `"id":"` + strings.ToLower(q.ID) + `"`, `"x":1`} {
		if h := c.post(t, `{"jsonrpc":"2.0",`+foreign+`,"result":{"action":"cancel"}}`, c.session); h.Code != 400 {
			t.Errorf("%s: got %d", foreign, h.Code)
		}
	}
	other := sessionOf(t, c.desk, canAll)
	answer := `{"jsonrpc":"2.0","id":"` + q.ID + `","result":{"action":"accept","content":{"name":"Eve"}}}`
	c.post(t, answer, "Mcp-Session-Id: "+other).faulty(t, 400, -32600)
	c.post(t, answer).faulty(t, 400, -32600)
	c.post(t, "["+answer+`,{"jsonrpc":"2.0","id":2,"method":"ping"}]`, "MCP-Protocol-Version: 2025-03-26", "Mcp-Session-Id: "+other)
	somebody := request(answer, c.session)
	somebody = somebody.WithContext(benzene.WithPrincipal(somebody.Context(), benzene.Principal{Subject: "eve"}))
	c.send(t, somebody).faulty(t, 400, -32600)
	if h := c.answers(t, q.ID, `"error":{"code":-1,"message":"no\u0000 \"way\""}`); h.Code != 202 {
		t.Errorf("got %d", h.Code)
	}
	c.answers(t, q.ID, accepted(`{"name":"Eve"}`)).faulty(t, 400, -32600)
	if got := s.next(t); !strings.Contains(got, `the client refused its question`) || !strings.Contains(got, `"isError":true`) {
		t.Errorf("got %s", got)
	}
}

func TestEveryKindOfQuestionCrossesTheBridge(t *testing.T) {
	c := confer(t, canAll, mcp.Func("all", "Asks.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		in := mcp.Input(ctx)
		sampled, one := poem.Answer(in, "a")
		roots, two := mcp.Roots{}.Answer(in, "b")
		paid, three := payHere.Answer(in, "c")
		if !one || !two || !three {
			options := poem
			options.Options = jsontext.Value("{\n\"temperature\": 0.5\r\n}")
			return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"a": options, "b": mcp.Roots{}, "c": payHere}}
		}
		return mcp.Answer(fmt.Sprint(sampled.Text(), len(roots), paid.Action)), nil
	}, mcp.Asks()))
	s := c.calls(t, "all")
	text := s.next(t)
	var q question
	_ = json.Unmarshal([]byte(text), &q)
	if !strings.HasSuffix(text, `"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Write a poem."}}],"maxTokens":10,"temperature":0.5}}`) {
		t.Errorf("asked %s", text)
	}
	c.answers(t, q.ID, `"result":{"role":"assistant","model":"m","content":{"type":"text","text":"Roses"}}`)
	q = s.question(t)
	if q.Method != "roots/list" {
		t.Errorf("asked %+v", q)
	}
	c.answers(t, q.ID, `"result":{"roots":[{"uri":"file:///a"}]}`)
	q = s.question(t)
	if q.Method != "elicitation/create" || len(q.Params.ID) < 20 {
		t.Errorf("asked %+v", q)
	}
	c.answers(t, q.ID, `"result":{"action":"accept"}`)
	if got := s.next(t); !strings.Contains(got, `"text":"Roses1accept"`) {
		t.Errorf("got %s", got)
	}
}

func TestRoundsAndStateCrossTheBridge(t *testing.T) {
	c := confer(t, canAll)
	s := c.calls(t, "travel")
	for _, city := range []string{"Oslo", "Rome"} {
		c.answers(t, s.question(t).ID, accepted(`{"city":"`+city+`"}`))
	}
	if got := s.next(t); !strings.Contains(got, `"text":"{\"city\":\"Oslo\"}{\"city\":\"Rome\"}half"`) {
		t.Errorf("got %s", got)
	}
}

func TestAUserIsAskedThreeTimesForAnAnswerThatFits(t *testing.T) {
	c := confer(t, canAll)
	s := c.calls(t, "greet")
	for range 3 {
		c.answers(t, s.question(t).ID, accepted(`{"name":"A"}`))
	}
	if got := s.next(t); !strings.Contains(got, "its question got no answer that fits it") || !strings.Contains(got, `"isError":true`) {
		t.Errorf("got %s", got)
	}
	s = c.calls(t, "greet")
	for _, result := range []string{`7`, `{"action":"accept","content":{"name":7}}`, filledIn(`{"name":"Ada"}`)} {
		c.answers(t, s.question(t).ID, `"result":`+result)
	}
	if got := s.next(t); !strings.Contains(got, "Ada") {
		t.Errorf("got %s", got)
	}
}

func TestAClientThatCannotAnswerIsNeverAsked(t *testing.T) {
	c := confer(t, canAll)
	for name, h := range map[string]heard{
		"no session":      c.call(t, "greet", `{}`),
		"foreign session": c.call(t, "greet", `{}`, "Mcp-Session-Id: stale-1"),
		"no events":       c.call(t, "greet", `{}`, c.session, "Accept: application/json"),
		"events refused":  c.call(t, "greet", `{}`, c.session, "Accept: application/json, text/event-stream;q=0"),
		"no Accept":       c.call(t, "greet", `{}`, c.session, "Accept:"),
		"no capability":   c.call(t, "greet", `{}`, "Mcp-Session-Id: "+sessionOf(t, c.desk, `{"roots":{}}`)),
		"no pages":        c.call(t, "pay", `{}`, "Mcp-Session-Id: "+sessionOf(t, c.desk, `{"elicitation":{}}`)),
	} {
		text, result := h.tool(t)
		why := "this client has not declared"
		if strings.Contains(name, "events") || name == "no Accept" {
			why = "this request takes no stream of events (Accept: text/event-stream)"
		}
		if !result.IsError || !strings.HasPrefix(text, "input-required: the tool cannot go on: it has to ask for input, and "+why) {
			t.Errorf("%s: got %q", name, text)
		}
	}
	batch := `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}]`
	h := c.post(t, batch, c.session, "MCP-Protocol-Version: 2025-03-26")
	if len(h.several) != 1 || !strings.Contains(h.text, "input-required: the tool cannot go on: ") {
		t.Errorf("in a batch: %s", h.text)
	}
	h = c.post(t, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"travel"}}`)
	h.faulty(t, 200, -32603)
}

func TestAClientThatNeverAnswersIsWaitedForSoLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, askers(), mcp.AnswerWithin(time.Minute))
		began := time.Now()
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}`
		w := d.record(t, request(body, "Mcp-Session-Id: "+sessionOf(t, d, canAll)))
		events := w.events(t)
		if len(events) != 3 || time.Since(began) != time.Minute {
			t.Fatalf("after %v: %q", time.Since(began), events)
		}
		var asked, gone question
		_ = json.Unmarshal([]byte(events[0]), &asked)
		_ = json.Unmarshal([]byte(events[1]), &gone)
		if gone.Method != "notifications/cancelled" || gone.Params.RequestID != asked.ID || asked.ID == "" {
			t.Errorf("the question was not taken back: %s", events[1])
		}
		if !strings.Contains(events[2], "nobody answered its question in time") || !strings.Contains(events[2], `"isError":true`) {
			t.Errorf("got %s", events[2])
		}
		h := d.post(t, `{"jsonrpc":"2.0","id":"`+asked.ID+`",`+accepted(`{"name":"Ada"}`)+`}`)
		h.faulty(t, 400, -32600)
	})
}

func TestACallerThatHangsUpIsNotWaitedFor(t *testing.T) {
	for _, parts := range [][]mcp.Part{nil, {mcp.FinishWithin(time.Hour)}} {
		c := confer(t, canAll, parts...)
		s := c.calls(t, "greet")
		q := s.question(t)
		s.hang()
		c.server.Close() // waits for requests in hand
		c.answers(t, q.ID, accepted(`{"name":"Ada"}`)).faulty(t, 400, -32600)
	}
}

func TestAServerThatStopsWaitsForNoAnswer(t *testing.T) {
	registry, _ := benzene.NewRegistry()
	draining := make(chan struct{})
	h, err := mcp.Surface(askers())(http.Site{Dispatcher: benzene.NewDispatcher(registry, nil), Draining: draining})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	c := &conversation{d, httptest.NewServer(d), "Mcp-Session-Id: " + sessionOf(t, d, canAll)}
	defer c.server.Close()
	s := c.calls(t, "greet")
	s.question(t)
	close(draining)
	if m := s.next(t); !strings.Contains(m, "notifications/cancelled") {
		t.Errorf("the question was not taken back: %s", m)
	}
	if m := s.next(t); !strings.Contains(m, "the server stops") || !strings.Contains(m, `"isError":true`) {
		t.Errorf("got %s", m)
	}
}

func TestManyCallsWaitForAnswersOfTheirOwn(t *testing.T) {
	c := confer(t, canAll)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			s := c.calls(t, "greet")
			name := fmt.Sprintf("caller-%d", n)
			c.answers(t, s.question(t).ID, accepted(`{"name":"`+name+`"}`))
			if got := s.next(t); !strings.Contains(got, `\"`+name+`\"`) {
				t.Errorf("%s got %s", name, got)
			}
		})
	}
	all.Wait()
}

func TestAnAnswerMayRaceWithAHangUp(t *testing.T) {
	c := confer(t, canAll)
	for range 30 {
		s := c.calls(t, "greet")
		q := s.question(t)
		var both sync.WaitGroup
		both.Go(s.hang)
		both.Go(func() {
			if h := c.answers(t, q.ID, accepted(`{"name":"Ada"}`)); h.Code != 202 && h.Code != nethttp.StatusBadRequest {
				t.Errorf("got %d", h.Code)
			}
		})
		both.Wait()
	}
}

func TestTenRoundsAreTheMostInEitherEra(t *testing.T) {
	c := confer(t, canAll, mcp.Func("endless", "Asks.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		var n int
		mcp.Input(ctx).State(&n)
		return nil, &mcp.NeedInput{Requests: needing(fmt.Sprint("q", n), whoAreYou).Requests, State: n + 1}
	}, mcp.Asks()), mcp.Func("waits", "Waits.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return nil, &mcp.NeedInput{State: "later"}
	}, mcp.Asks()))
	s := c.calls(t, "endless")
	for range 10 {
		c.answers(t, s.question(t).ID, accepted(`{"name":"Ada"}`))
	}
	if got := s.next(t); !strings.Contains(got, "it asks for more and more input") {
		t.Errorf("got %s", got)
	}
	c.call(t, "waits", `{}`, c.session).refuses(t, "it asks for more and more input")
	if n := len(c.ran()); n != 22 {
		t.Errorf("two handlers ran %d times, want 11 each", n)
	}
}
