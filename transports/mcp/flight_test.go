package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestASlowCallHoldsUpNoOther(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	for n := range 200 { // more than are carried out at once
		s.say(toolCall(fmt.Sprint(n), "wait", "{}"))
	}
	s.say(pinging(`"p"`), `{"jsonrpc":"2.0","id":"l","method":"tools/list"}`)
	for _, id := range []string{`"p"`, `"l"`} {
		if h := s.hear(t); h.id != id || h.result == nil {
			t.Fatalf("got %.100s", h.text)
		}
	}
	close(r.gate)
	for range 200 {
		if h := s.hear(t); h.result == nil {
			t.Errorf("got %s", h.text)
		}
	}
}

func TestCallsBeyondWhatCanWaitAreRefused(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	const room, more = 64 + 1024, 10
	for n := range room + more {
		s.say(toolCall(fmt.Sprint(n), "wait", "{}"))
	}
	for n := range more {
		if h := s.hear(t); h.fault == nil || h.fault.Code != -32603 || h.id != fmt.Sprint(room+n) {
			t.Fatalf("got %s", h.text)
		}
	}
	close(r.gate)
	for range room {
		if h := s.hear(t); h.result == nil {
			t.Fatalf("got %s", h.text)
		}
	}
	s.say(toolCall("1", "ping_tool", "{}"))
	if h := s.hear(t); h.result == nil {
		t.Errorf("afterwards: %s", h.text)
	}
}

func TestACancelledCallGetsNoAnswer(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	s.say(toolCall("21", "sleep", `{"ms":10000}`))
	<-r.begun
	s.say(cancelling("21"))
	if err := <-r.woken; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler saw %v", err)
	}
	s.say(pinging("22"), toolCall("21", "ping_tool", "{}")) // its id is free again
	for _, id := range []string{"22", "21"} {
		if h := s.hear(t); h.id != id || h.result == nil || strings.Contains(h.text, "cancel") {
			t.Errorf("got %s", h.text)
		}
	}
}

func TestACallThatWaitsCanBeCancelled(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	for n := range 64 {
		s.say(toolCall(fmt.Sprint(n), "wait", "{}"))
	}
	s.say(toolCall("100", "sleep", "{}"), cancelling("100"), pinging("101"))
	if h := s.hear(t); h.id != "101" {
		t.Errorf("got %s", h.text)
	}
	close(r.gate)
	for range 64 {
		if h := s.hear(t); h.id == "100" {
			t.Error("it was answered")
		}
	}
	s.end()
	_ = s.ended(t)
	if len(r.begun) > 0 {
		t.Error("it ran")
	}
}

func TestCancellingWhatIsNotThereIsIgnored(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	s.say(hello("2025-11-25"), toolCall("1", "wait", "{}"),
		cancelling(`"1"`), cancelling("7"), cancelling("1.0"), cancelling("null"), cancelling("{}"), cancelling("0"),
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}`,
		`{"jsonrpc":"2.0","method":"notifications/canceled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestid":1}}`,
		pinging("2"))
	s.hear(t).welcome(t)
	if h := s.hear(t); h.id != "2" {
		t.Errorf("got %s", h.text)
	}
	close(r.gate)
	if h := s.hear(t); h.id != "1" || h.result == nil {
		t.Errorf("got %s", h.text)
	}
}

func TestAnIdInFlightIsNotTakenTwice(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Second)
	s.say(toolCall("1", "wait", "{}"), toolCall("1", "ping_tool", "{}"), pinging("1"), toolCall(`"1"`, "ping_tool", "{}"))
	for _, want := range []string{"1", "1", `"1"`} {
		h := s.hear(t)
		if h.id != want || (want == "1") != (h.fault != nil && h.fault.Code == -32600) {
			t.Errorf("got %s", h.text)
		}
	}
	close(r.gate)
	if h := s.hear(t); h.id != "1" || h.result == nil {
		t.Errorf("got %s", h.text)
	}
}

func TestAHandlerThatLeavesTakesNoWorkerAlong(t *testing.T) {
	s := talk(t, newBedroom(), time.Second)
	for n := range 100 {
		s.say(toolCall(fmt.Sprint(n), []string{"exits", "panics"}[n%2], "{}"))
		if h := s.hear(t); h.id != fmt.Sprint(n) || strings.Contains(h.text, secret) {
			t.Fatalf("got %s", h.text)
		}
	}
	s.say(toolCall("1", "ping_tool", "{}"))
	if h := s.hear(t); h.result == nil {
		t.Errorf("got %s", h.text)
	}
}

func TestManyCallersOnOneLineEachGetTheirOwnAnswer(t *testing.T) {
	const calls = 3000
	s := talk(t, newBedroom(), time.Second)
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := range calls {
			_, _ = io.WriteString(s.p.clientOut, toolCall(fmt.Sprint(n), "echo", fmt.Sprintf(`{"text":"guest %d"}`, n))+"\n")
			if n%500 == 499 {
				time.Sleep(20 * time.Millisecond)
			}
		}
	})
	answered := map[string]bool{}
	for range calls {
		h := s.hear(t)
		if answered[h.id] || !strings.Contains(h.text, "guest "+h.id+`\"`) && (h.fault == nil || h.fault.Code != -32603) {
			t.Fatalf("got %s", h.text)
		}
		answered[h.id] = true
	}
	writing.Wait()
}
