package mcp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestOddLinesHarmNoOther(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 4<<20) + `"}}`
	for name, c := range map[string]struct {
		line string
		code int // 0 for no answer
	}{
		"blank":              {"", 0},
		"spaces":             {" \t\r", 0},
		"no JSON":            {"not json", -32700},
		"half a message":     {`{"jsonrpc":"2.0","id":1,"method":"ping"`, -32700},
		"two messages":       {pinging("1") + pinging("2"), -32700},
		"no UTF-8":           {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700},
		"too long":           {long, -32600},
		"a scalar":           {"7", -32600},
		"a notification":     {`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`, 0},
		"no request":         {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}`, 0},
		"a response":         {`{"jsonrpc":"2.0","id":"x","result":{}}`, 0},
		"a response's fault": {`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`, 0},
	} {
		for _, ending := range []string{"\n", "\r\n"} {
			answers, _ := converse(t, c.line+ending+pinging("99")+ending)
			odd, answered := answers[""]
			if answers["99"].result == nil {
				t.Errorf("%s: the next line was not served", name)
			}
			if answered != (c.code != 0) || answered && odd.fault.Code != c.code || len(answers) > 2 {
				t.Errorf("%s: got %v", name, answers)
			}
		}
	}
}

func TestLinesAreReadWhateverTheirEnds(t *testing.T) {
	answers, _ := converse(t, "\xEF\xBB\xBF"+pinging("1")+"\r\n\n\r\n\xEF\xBB\xBF"+pinging("2")+"\n  "+pinging("3"))
	for _, id := range []string{"1", "2", "3"} {
		if string(answers[id].result) != "{}" {
			t.Errorf("%s: %s", id, answers[id].text)
		}
	}
}

func TestLongLinesComeBackWhole(t *testing.T) {
	for _, size := range []int{0, 1000, 64<<10 - 90, 64 << 10, 64<<10 + 1, 1 << 20, 3 << 20} {
		words := strings.Repeat("x", size)
		answers, _ := converse(t, toolCall("1", "echo", `{"text":"`+words+`"}`)+"\n"+pinging("2")+"\n")
		if got := string(answers["1"].result); !strings.Contains(got, `{\"text\":\"`+words+`\"}`) || answers["2"].result == nil {
			t.Errorf("of %d bytes there came %d back", size, len(got))
		}
	}
}

func TestALineMayBeExactlyAsLongAsTheLimit(t *testing.T) {
	frame := len(`{"jsonrpc":"2.0","id":1,"method":"ping","x":""}`)
	for _, ending := range []string{"\n", "\r\n", ""} {
		for over, code := range map[int]int{0: 0, 1: -32600} {
			line := `{"jsonrpc":"2.0","id":1,"method":"ping","x":"` + strings.Repeat("x", 4<<20-frame+over) + `"}`
			answers, _ := converse(t, line+ending)
			switch h := answers["1"]; {
			case code == 0 && h.result == nil:
				t.Errorf("a line of the limit with end %q was refused", ending)
			case code != 0 && (answers[""].fault == nil || answers[""].fault.Code != code):
				t.Errorf("a line over the limit with end %q got %v", ending, answers)
			}
		}
	}
}

func TestTextOfAnyBytesIsOneLine(t *testing.T) {
	answers, _ := converse(t, toolCall("1", "text", "{}")+"\n"+toolCall("2", "echo", `{"text":"a\nb\r\nc"}`))
	for id, h := range answers {
		if h.result == nil {
			t.Errorf("%s: %s", id, h.text)
		}
	}
	if len(answers) != 2 {
		t.Errorf("got %d lines", len(answers))
	}
}

// Whatever comes, every line that goes is a JSON-RPC message, and Serve returns.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "\n\r\n\xEF\xBB\xBF\n", "not json\n" + pinging("1"), hello("2025-03-26") + "\n[" + pinging("1") + "," + pinging("2") + "]",
		toolCall("1", "echo", `{"text":"x"}`) + "\r\n" + cancelling("1") + "\n" + toolCall("1", "exits", "{}"),
		`{"jsonrpc":"2.0","id":"x","result":{}}` + "\n" + `[[],{},7]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		var out strings.Builder
		transport := mcp.StdioOn(strings.NewReader(input), &out, tools())
		if err := transport.Bind(newBedroom().dispatcher(t)); err != nil {
			t.Fatal(err)
		}
		if err := transport.Serve(t.Context()); !errors.Is(err, benzene.ErrFinished) {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); line[0] == '[' {
				hearList(t, line)
			} else {
				envelope(t, line)
			}
		}
	})
}
