package pages

import (
	"bufio"
	"context"
	"encoding/json"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/mcp"
)

const moveSeven = `"name":"move_seat","arguments":{"flight":"BZ1","row":7}`

func answered(key, how, content string) string {
	return `,"inputResponses":{"` + key + `":{"action":"` + how + `","content":` + content + `}}`
}

func TestTheTravellerIsAskedBeforeTheyAreMoved(t *testing.T) {
	handler := offering(t, seats(), Moving())
	for _, c := range []struct{ answer, want string }{
		{"", `"resultType":"input_required"`},
		{"", `"message":"Move to row 7 of flight BZ1?"`},
		{answered("move", "accept", `{"meal":"fish"}`), `"structuredContent":{"row":7,"place":"C","free":false}`},
		{answered("move", "accept", `{"meal":"steak"}`), `"resultType":"input_required"`},
		{answered("move", "decline", `null`), `stays where they are`},
	} {
		if _, body := ask(handler, true, "tools/call", "move_seat", moveSeven+c.answer); !strings.Contains(body, c.want) {
			t.Errorf("answered %s: got %s; want %s", c.answer, body, c.want)
		}
	}
}

func TestThePriceThatWasNamedHolds(t *testing.T) {
	now := 100
	handler := offering(t, seats(), Upgrading(func(context.Context) (int, error) { now++; return now, nil }))
	_, first := ask(handler, true, "tools/call", "upgrade", `"name":"upgrade"`)
	var asked struct {
		Result struct {
			RequestState string `json:"requestState"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(first), &asked); err != nil || asked.Result.RequestState == "" {
		t.Fatalf("got %s, %v", first, err)
	}
	_, second := ask(handler, true, "tools/call", "upgrade", `"name":"upgrade","requestState":"`+asked.Result.RequestState+`"`+answered("price", "accept", "{}"))
	if !strings.Contains(second, "Upgraded for 101.") {
		t.Errorf("got %s", second)
	}
	if _, forged := ask(handler, true, "tools/call", "upgrade", `"name":"upgrade","requestState":"bm90aGluZw"`+answered("price", "accept", "{}")); !strings.Contains(forged, `"error"`) {
		t.Errorf("a forged state: got %s", forged)
	}
}

// A client that began with a handshake is asked on the stream of its request,
// and answers by a request of its own.
func TestAnEarlierClientIsAskedWhileItsCallWaits(t *testing.T) {
	server := httptest.NewServer(offering(t, seats(), Moving()))
	defer server.Close()
	begin := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}}`
	opened := tell(t, server.URL, "", begin)
	session := opened.Header.Get("Mcp-Session-Id")
	_ = opened.Body.Close()

	call := tell(t, server.URL, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{`+moveSeven+`}}`)
	defer func() { _ = call.Body.Close() }()
	lines := bufio.NewScanner(call.Body)
	question := event(t, lines)
	if question.Method != "elicitation/create" {
		t.Fatalf("got %+v; want a question", question)
	}
	reply := tell(t, server.URL, session, `{"jsonrpc":"2.0","id":`+string(question.ID)+`,"result":{"action":"accept","content":{"meal":"vegan"}}}`)
	_ = reply.Body.Close()
	if reply.StatusCode != nethttp.StatusAccepted {
		t.Errorf("the answer was answered %d", reply.StatusCode)
	}
	if last := event(t, lines); !strings.Contains(string(last.Result), `"free":false`) {
		t.Errorf("got %s", last.Result)
	}
}

type frame struct {
	ID             json.RawMessage
	Method         string
	Params, Result json.RawMessage
}

func event(t *testing.T, lines *bufio.Scanner) (f frame) {
	t.Helper()
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(data), &f); err != nil {
				t.Fatal(err)
			}
			return f
		}
	}
	t.Fatal("the stream ended: ", lines.Err())
	return f
}

func tell(t *testing.T, url, session, body string) *nethttp.Response {
	t.Helper()
	r, err := nethttp.NewRequestWithContext(t.Context(), "POST", url+"/benzene/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	res, err := nethttp.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Nobody can be asked by a client that does not say it answers.
func TestAClientThatCannotAskIsTold(t *testing.T) {
	handler := offering(t, seats(), Moving())
	if _, body := ask(handler, false, "tools/call", "move_seat", moveSeven); !strings.Contains(body, `"isError":true`) || !strings.Contains(body, "input-required: ") {
		t.Errorf("the earlier era: got %s", body)
	}
	unasked := mcp.FuncOf("move_seat", "Moves.", moveSeat) // without mcp.Asks
	if _, body := ask(offering(t, seats(), unasked), true, "tools/call", "move_seat", moveSeven); !strings.Contains(body, "mcp.Asks") {
		t.Errorf("an undeclared question: got %s", body)
	}
}

func TestTheClientsModelIsAskedWhereThereIsOne(t *testing.T) {
	handler := offering(t, seats(), Explaining())
	seven := `"name":"explain_seat","arguments":{"flight":"BZ1","row":7}`
	if _, body := ask(handler, true, "tools/call", "explain_seat", seven); !strings.Contains(body, `"method":"sampling/createMessage"`) {
		t.Errorf("got %s; want a question", body)
	}
	said := `,"inputResponses":{"words":{"role":"assistant","model":"m","content":{"type":"text","text":"A fine seat."}}}`
	if _, body := ask(handler, true, "tools/call", "explain_seat", seven+said); !strings.Contains(body, "A fine seat.") {
		t.Errorf("got %s", body)
	}
	if _, body := ask(handler, false, "tools/call", "explain_seat", seven); !strings.Contains(body, `\"place\":\"C\"`) {
		t.Errorf("without a model: got %s", body)
	}
}

func TestProgressAndLogsComeBeforeTheAnswer(t *testing.T) {
	handler := offering(t, startup.Handlers(func() benzene.Endpoint { return benzene.Handle("flight:notify", notify) }),
		mcp.Logging(), mcp.Tool("notify", "Tells all passengers.", "flight:notify", mcp.Writes()))
	opened := brought(handler, "", "POST", "/benzene/mcp", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`)
	for params, want := range map[string][]string{
		`"_meta":{"progressToken":"p"},`: {"notifications/progress", `"progress":60,"total":60,"message":"row 60"`, "notifications/message", `"level":"warning"`},
		``:                               {"notifications/message", `{"flight":"BZ1","skipped":13}`},
	} {
		request := httptest.NewRequest("POST", "http://127.0.0.1/benzene/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+params+`"name":"notify","arguments":{"flight":"BZ1"}}}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		request.Header.Set("Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id"))
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		for _, text := range append(want, `All rows of flight BZ1 were told.`) {
			if !strings.Contains(answer.Body.String(), text) {
				t.Errorf("%s: got %s; want %s", params, answer.Body, text)
			}
		}
	}
	// Of the later era each request says from which level on it wants to hear.
	if _, body := ask(handler, true, "tools/call", "notify", `"name":"notify","arguments":{"flight":"BZ1"}`); strings.Contains(body, "notifications") {
		t.Errorf("nobody asked for this: %s", body)
	}
}
