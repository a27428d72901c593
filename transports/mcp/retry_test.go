package mcp_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/transports/mcp"
)

func TestAnswersOfEarlierRoundsTravelSealed(t *testing.T) {
	d := newDesk(t, askers())
	for _, m := range []modern{{name: "travel"}, {method: "prompts/get", name: "travel"}, {method: "resources/read", name: "trip://7"}} {
		first := m.send(t, d).asks(t, "from")
		m.more = answers(`{"from":`+filledIn(`{"city":"Oslo"}`)+`}`, first.State)
		h := m.send(t, d)
		second := h.asks(t, "to")
		if strings.Contains(h.text, "Oslo") || strings.Contains(h.text, "half") || second.State == "" || second.State == first.State {
			t.Errorf("the state can be read, or is missing: %s", h.text)
		}
		m.more = answers(`{"to":`+filledIn(`{"city":"Rome"}`)+`}`, second.State)
		last := m.send(t, d)
		if last.fault != nil || !strings.Contains(last.text, `"resultType":"complete"`) || strings.Contains(last.text, "input_required") {
			t.Errorf("%s: got %s", m.method, last.text)
		}
		if m.method == "" {
			last.tells(t, `{"city":"Oslo"}{"city":"Rome"}half`)
		}
		if m.method == "resources/read" && !strings.Contains(last.text, `"ttlMs":0`) {
			t.Errorf("what was answered once may be kept: %s", last.text)
		}
	}
}

func TestOnlyWhatWasAskedIsAnAnswer(t *testing.T) {
	d := newDesk(t, askers())
	first := modern{name: "travel"}.send(t, d).asks(t, "from")
	both := `{"from":` + filledIn(`{"city":"Oslo"}`) + `,"to":` + filledIn(`{"city":"Nowhere"}`) + `,"x":1}`
	second := modern{name: "travel", more: answers(both, first.State)}.send(t, d).asks(t, "to")
	changed := `{"from":` + filledIn(`{"city":"Bern"}`) + `,"to":` + filledIn(`{"city":"Rome"}`) + `}`
	modern{name: "travel", more: answers(changed, second.State)}.send(t, d).tells(t, `{"city":"Oslo"}{"city":"Rome"}half`)
	// The state of an earlier round leads nowhere else than it did then.
	again := modern{name: "travel", more: answers(`{"to":`+filledIn(`{"city":"Rome"}`)+`}`, first.State)}.send(t, d)
	again.asks(t, "from")
}

func TestAStateThatIsNotForThisRequestIsAnError(t *testing.T) {
	d, other := newDesk(t, askers()), newDesk(t, askers())
	m := modern{name: "travel", arguments: `{"for":"work","n":1}`, as: "ada"}
	first := m.send(t, d).asks(t, "from")
	if other.Handler == d.Handler {
		t.Fatal("one service is no other")
	}
	from := `{"from":` + filledIn(`{"city":"Oslo"}`) + `}`
	m.more = answers(from, first.State)
	foreign := m
	foreign.send(t, other).faulty(t, 400, -32602) // whose key is another
	for name, change := range map[string]func(*modern){
		"other tool":      func(m *modern) { m.name = "tour" },
		"other method":    func(m *modern) { m.method = "prompts/get" },
		"other arguments": func(m *modern) { m.arguments = `{"for":"work","n":2}` },
		"no arguments":    func(m *modern) { m.arguments = "" },
		"other principal": func(m *modern) { m.as = "bob" },
		"nobody":          func(m *modern) { m.as = "" },
		"no question":     func(m *modern) { m.name = "quiet" },
		"never asks":      func(m *modern) { m.name = "never" },
		"number":          func(m *modern) { m.more = `,"requestState":7` },
		"object":          func(m *modern) { m.more = `,"requestState":{}` },
		"empty":           func(m *modern) { m.more = `,"requestState":""` },
		"truncated":       func(m *modern) { m.more = answers(from, first.State[:len(first.State)-1]) },
		"longer":          func(m *modern) { m.more = answers(from, first.State+"A") },
		"64 KiB":          func(m *modern) { m.more = answers(from, strings.Repeat("A", 64<<10)) },
		"more":            func(m *modern) { m.more = answers(from, first.State+strings.Repeat("A", 1<<20)) },
	} {
		changed := m
		change(&changed)
		if h := changed.send(t, d); h.fault == nil || h.fault.Code != -32602 {
			t.Errorf("%s: got %s", name, h.text)
		}
	}
	m.arguments = ` { "n": 1, "for" : "\u0077ork" } `
	m.send(t, d).asks(t, "to")
}

func TestAnAlteredStateIsAnErrorWhereverItWasAltered(t *testing.T) {
	d := newDesk(t, askers())
	first := modern{name: "travel"}.send(t, d).asks(t, "from")
	for at := range first.State {
		with := byte('A')
		if first.State[at] == with {
			with = 'B'
		}
		state := first.State[:at] + string(with) + first.State[at+1:]
		if h := (modern{name: "travel", more: answers(`{}`, state)}).send(t, d); h.fault == nil || h.fault.Code != -32602 {
			t.Fatalf("at %d: %s", at, h.text)
		}
	}
}

func TestAStateIsGoodForTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, askers())
		first := modern{name: "travel"}.send(t, d).asks(t, "from")
		time.Sleep(10 * time.Minute)
		retry := modern{name: "travel", more: answers(`{"from":`+filledIn(`{"city":"Oslo"}`)+`}`, first.State)}
		second := retry.send(t, d).asks(t, "to")
		time.Sleep(time.Minute)
		retry.send(t, d).faulty(t, 400, -32602)
		retry.more = answers(`{"to":`+filledIn(`{"city":"Rome"}`)+`}`, second.State) // of a round of its own
		retry.send(t, d).tells(t, `{"city":"Oslo"}{"city":"Rome"}half`)
	})
}

func TestAnotherReplicaGoesOnWithTheSharedKey(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	here, there := newDesk(t, askers(), mcp.SealState(key)), newDesk(t, askers(), mcp.SealState(key))
	first := modern{name: "travel"}.send(t, here).asks(t, "from")
	second := modern{name: "travel", more: answers(`{"from":`+filledIn(`{"city":"Oslo"}`)+`}`, first.State)}.send(t, there).asks(t, "to")
	modern{name: "travel", more: answers(`{"to":`+filledIn(`{"city":"Rome"}`)+`}`, second.State)}.send(t, here).tells(t, `{"city":"Oslo"}{"city":"Rome"}half`)
}

func TestAHandlerMayAskTenTimes(t *testing.T) {
	for name, endless := range map[string]func(in *mcp.Inputs) *mcp.NeedInput{
		"with a state": func(in *mcp.Inputs) *mcp.NeedInput {
			var n int
			in.State(&n)
			return &mcp.NeedInput{Requests: map[string]mcp.InputRequest{fmt.Sprint("q", n): whoAreYou}, State: n + 1}
		},
		"the same":     func(*mcp.Inputs) *mcp.NeedInput { return needing("q", whoAreYou) },
		"only to wait": func(*mcp.Inputs) *mcp.NeedInput { return &mcp.NeedInput{State: "later"} },
		"without a change": func(*mcp.Inputs) *mcp.NeedInput {
			return &mcp.NeedInput{State: 1, Requests: needing("q", payHere).Requests}
		},
	} {
		d := newDesk(t, mcp.Func("endless", "Asks.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
			return nil, endless(mcp.Input(ctx))
		}, mcp.Asks()))
		for first, want := range map[string]int{"": 10, answers(`{}`, ""): 9} { // an answer tells that somebody has asked
			if rounds := roundsOf(t, d, "endless", first); rounds != want {
				t.Errorf("%s, begun with %q: asked %d times, want %d", name, first, rounds, want)
			}
		}
	}
}

// roundsOf answers nothing to whatever a tool asks until that is refused, and counts
// how often it asked. The first request has these members more.
func roundsOf(t *testing.T, d *desk, tool, more string) (rounds int) {
	t.Helper()
	for ; rounds <= 10; rounds++ {
		h := modern{name: tool, more: more}.send(t, d)
		if !strings.Contains(h.text, "input_required") {
			h.refuses(t, "input-required: the tool cannot go on: it asks for more and more input")
			break
		}
		var p pending
		decode(t, h.result, &p)
		more = answers(`{}`, p.State)
	}
	return rounds
}

func TestAStateThatIsTooLongIsAFailureInWords(t *testing.T) {
	d := newDesk(t, mcp.Func("long", "Remembers much.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return nil, &mcp.NeedInput{State: strings.Repeat("x", 64<<10)}
	}, mcp.Asks()))
	modern{name: "long"}.send(t, d).refuses(t, "what it has to remember is too long")
}
