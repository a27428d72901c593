package pages

import (
	"context"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// modern is what a client of the 2026-07-28 era says of itself in a request.
const modern = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"sampling":{}}}`

// offering serves parts, and the topics of all pages.
func offering(t *testing.T, topics fx.Option, parts ...mcp.Part) nethttp.Handler {
	t.Helper()
	handler, err := http.Handler(startuptest.New(t, topics), mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func seats() fx.Option { return startup.Handlers(Seats, Advice) }

// ask sends a request of the era of handshakes, or of the later one.
func ask(handler nethttp.Handler, later bool, method, name, params string) (int, string) {
	if !later {
		return send(handler, "POST", "/benzene/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`, "")
	}
	if params != "" {
		params += ","
	}
	request := httptest.NewRequest("POST", "http://127.0.0.1/benzene/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+modern+`}}`))
	for key, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name,
	} {
		request.Header.Set(key, value)
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer.Code, answer.Body.String()
}

func TestCustomToolsAnswerInBothEras(t *testing.T) {
	handler := offering(t, seats(), CustomTools())
	for _, c := range []struct{ name, arguments, want string }{
		{"first_free_seat", `{"flight":"BZ1","from":13}`, `"structuredContent":{"row":14,"place":"C","free":true}`},
		{"first_free_seat", `{"flight":"BZ1","from":13,"to":13}`, `Flight BZ1 has no free seat in these rows. Try others."}],"isError":true`},
		{"first_free_seat", `{"flight":"BZ1","from":-9e18,"to":9e18}`, `"row":1,`},
		{"first_free_seat", `{"flight":"BZ1","from":"first"}`, `from must be a whole number`},
		{"describe_seat", `{"flight":"BZ1","row":7}`, `"type":"resource_link","uri":"seats://plan"`},
		{"describe_seat", `{"flight":"BZ1","row":99}`, `row must be`},
	} {
		for _, later := range []bool{false, true} {
			params := `"name":"` + c.name + `","arguments":` + c.arguments
			if code, body := ask(handler, later, "tools/call", c.name, params); code != 200 || !strings.Contains(body, c.want) {
				t.Errorf("%s, later era %t: got %d %s; want %s", params, later, code, body, c.want)
			}
		}
	}
}

func TestAFailureOfTheDomainIsTranslated(t *testing.T) {
	topics := startup.Handlers(func() benzene.Endpoint {
		return benzene.Handle("seat:find", func(context.Context, FindSeat) (Seat, error) { return Seat{}, ErrClosed })
	})
	handler := offering(t, topics, FindByHand(), mcp.OnFailure(Closed))
	_, body := ask(handler, true, "tools/call", "find_seat", `"name":"find_seat","arguments":{"flight":"BZ1","row":7}`)
	if !strings.Contains(body, `offer the next flight."}],"isError":true`) {
		t.Errorf("got %s", body)
	}
	handler = offering(t, topics, FindByHand())
	_, body = ask(handler, true, "tools/call", "find_seat", `"name":"find_seat","arguments":{"flight":"BZ1","row":7}`)
	if !strings.Contains(body, `service-unavailable: `) || !strings.Contains(body, `(reference `) || strings.Contains(body, "check-in") {
		t.Errorf("without a translation: got %s", body)
	}
}

func TestASchemaByHandIsListedAsItIs(t *testing.T) {
	_, body := ask(offering(t, seats(), FindByHand()), true, "tools/list", "", "")
	for _, want := range []string{`"examples":["BZ1"]`, `"additionalProperties":false`, `"icons":[{"src":"https://seats.example/seat.png"`} {
		if !strings.Contains(body, want) {
			t.Errorf("got %s; want %s", body, want)
		}
	}
}

// A schema tells a model what to send; what is let in is for the handler's tags
// to say.
func TestASchemaByHandDoesNotJudgeArguments(t *testing.T) {
	arguments := `"name":"find_seat","arguments":{"flight":"BZ1","row":7,"color":"red"}`
	if _, body := ask(offering(t, seats(), FindByHand()), true, "tools/call", "find_seat", arguments); !strings.Contains(body, `"row":7`) {
		t.Errorf("got %s", body)
	}
}
