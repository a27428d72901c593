package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestAllThatWasPipedInIsAnsweredBeforeTheEnd(t *testing.T) {
	answers, err := converse(t, strings.Join([]string{
		hello("2025-11-25"), initialized,
		toolCall("2", "ping_tool", "{}"), toolCall("3", "ping_tool", "{}"), toolCall("4", "sleep", `{"ms":800}`),
	}, "\n"))
	if !errors.Is(err, benzene.ErrFinished) || len(answers) != 4 {
		t.Errorf("got %d answers, %v", len(answers), err)
	}
	if answers["4"].result == nil {
		t.Errorf("the slow one: %s", answers["4"].text)
	}
}

func TestTheEndOfInputIsNotTheEndOfTheCalls(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, 5*time.Second)
	s.say(toolCall("1", "wait", "{}"), pinging("2"))
	_ = s.hear(t)
	_ = s.p.clientOut.Close()
	time.Sleep(20 * time.Millisecond)
	close(r.gate)
	if err := s.ended(t); !errors.Is(err, benzene.ErrFinished) {
		t.Errorf("Serve returned %v", err)
	}
	if h := s.hear(t); h.id != "1" || h.result == nil {
		t.Errorf("got %s", h.text)
	}
}

func TestTheEndOfTheContextLetsCallsFinish(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, 5*time.Second)
	s.say(toolCall("1", "wait", "{}"), pinging("2"))
	_ = s.hear(t)
	s.end()
	time.Sleep(20 * time.Millisecond)
	s.say(pinging("3")) // comes too late
	close(r.gate)
	if err := s.ended(t); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	if lines := s.rest(t); len(lines) != 1 || envelope(t, lines[0]).id != "1" {
		t.Errorf("got %q", lines)
	}
}

func TestAnIdleConversationEndsAtOnce(t *testing.T) {
	for name, end := range map[string]func(*dialogue){
		"context": func(s *dialogue) { s.end() },
		"input":   func(s *dialogue) { _ = s.p.clientOut.Close() },
	} {
		s := talk(t, newBedroom(), time.Minute)
		s.say(pinging("1"))
		_ = s.hear(t)
		begun := time.Now()
		end(s)
		if err := s.ended(t); errors.Is(err, benzene.ErrFinished) != (name == "input") {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(begun); took > 500*time.Millisecond {
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

func TestAHandlerThatNeverReturnsHoldsUpNothing(t *testing.T) {
	r := newBedroom()
	defer close(r.gate)
	s := talk(t, r, 50*time.Millisecond)
	s.say(toolCall("1", "wait", "{}"), toolCall("2", "sleep", `{"ms":60000}`), toolCall("3", "ping_tool", "{}"))
	_ = s.hear(t)
	_ = s.p.clientOut.Close()
	if err := s.ended(t); !errors.Is(err, benzene.ErrFinished) {
		t.Errorf("Serve returned %v", err)
	}
	if h := s.hear(t); h.id != "2" { // its context ended, and it had time to say so
		t.Errorf("got %s", h.text)
	}
}

func TestAClientThatNeverReadsHoldsUpNothing(t *testing.T) {
	words := strings.Repeat("x", 1<<20)
	for _, plain := range []bool{false, true} {
		r, p := newBedroom(), newPipes(t)
		var out io.Writer = p.out
		if plain {
			blocked := &stuck{make(chan struct{})}
			defer close(blocked.gate)
			out = blocked
		}
		transport := mcp.StdioOn(p.in, out, bedTools())
		mcp.DrainWithin(transport, 50*time.Millisecond)
		if err := transport.Bind(r.dispatcher(t)); err != nil {
			t.Fatal(err)
		}
		served := make(chan error, 1)
		go func() { served <- transport.Serve(t.Context()) }()
		for n := range 10 {
			_, _ = io.WriteString(p.clientOut, toolCall(fmt.Sprint(n), "echo", `{"text":"`+words+`"}`)+"\n")
		}
		_ = p.clientOut.Close()
		select {
		case err := <-served:
			if !errors.Is(err, benzene.ErrFinished) {
				t.Errorf("Serve returned %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("Serve does not return")
		}
	}
}

// A stuck is written to in vain.
type stuck struct{ gate chan struct{} }

func (s *stuck) Write(b []byte) (int, error) {
	<-s.gate
	return len(b), nil
}

func TestAClientThatHangsUpEndsTheConversation(t *testing.T) {
	r := newBedroom()
	s := talk(t, r, time.Minute)
	s.say(toolCall("1", "sleep", `{"ms":60000}`))
	<-r.begun
	_ = s.p.clientIn.Close()
	s.say(pinging("2"))
	if err := s.ended(t); !errors.Is(err, benzene.ErrFinished) {
		t.Errorf("Serve returned %v", err)
	}
	if err := <-r.woken; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler saw %v", err)
	}
}

// failing streams fail with an error of their own.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStreamsThatFailFailTheTransport(t *testing.T) {
	bad := failing{errors.New("the disk is full")}
	reading, writing := io.Pipe()
	go func() { _, _ = io.WriteString(writing, pinging("1")+"\n") }()
	for name, transport := range map[string]benzene.Transport{
		"input":  mcp.StdioOn(bad, io.Discard, tools()),
		"output": mcp.StdioOn(reading, bad, tools()),
	} {
		if err := transport.Bind(newBedroom().dispatcher(t)); err != nil {
			t.Fatal(err)
		}
		if err := transport.Serve(t.Context()); !errors.Is(err, bad.err) || errors.Is(err, benzene.ErrFinished) {
			t.Errorf("%s: Serve returned %v", name, err)
		}
	}
}

func TestServeWithAnEndedContextTouchesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	transport := mcp.StdioOn(strings.NewReader(pinging("1")), &out, tools())
	if err := transport.Serve(ctx); err != nil || out.Len() > 0 {
		t.Errorf("got %v, %q", err, out.String())
	}
	if err := transport.Serve(t.Context()); err == nil || errors.Is(err, benzene.ErrFinished) {
		t.Errorf("unbound it served: %v", err)
	}
}

func TestBindReportsWhatIsWrongWithTools(t *testing.T) {
	transport := mcp.StdioOn(strings.NewReader(""), io.Discard, mcp.Tool("a b", "", "nowhere"))
	if err := transport.Bind(newBedroom().dispatcher(t)); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v", err)
	}
}

func TestConversationsLeaveNoGoroutineBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 10 {
		s := talk(t, newBedroom(), time.Second)
		for n := range 50 {
			s.say(toolCall(fmt.Sprint(n), "sleep", `{"ms":5}`))
		}
		s.say(toolCall("50", "exits", "{}"))
		for range 51 {
			_ = s.hear(t)
		}
		s.end()
		if err := s.ended(t); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, were %d", runtime.NumGoroutine(), before)
}

func TestWhoCallsIsSaidForBothEras(t *testing.T) {
	for name, c := range map[string]struct {
		parts []mcp.Part
		want  string
	}{
		"nobody":   {nil, " false"},
		"somebody": {[]mcp.Part{mcp.As(benzene.Principal{Subject: "ida", Scopes: []string{"read"}})}, "ida true"},
		"the last": {[]mcp.Part{mcp.As(benzene.Principal{Subject: "ida"}), mcp.As(benzene.Principal{Subject: "bo"})}, "bo true"},
	} {
		found := make(chan string, 2)
		registry, err := benzene.NewRegistry(benzene.Handle("who", func(ctx context.Context, _ nothing) (nothing, error) {
			p, known := benzene.PrincipalFrom(ctx)
			found <- fmt.Sprint(p.Subject, " ", known)
			return nothing{}, nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		in := strings.NewReader(toolCall("99", "who", "{}") + "\n" + statelessBody("tools/call", `"name":"who"`))
		transport := mcp.StdioOn(in, io.Discard, append(c.parts, mcp.Tool("who", "Says who calls.", "who"))...)
		if err := transport.Bind(benzene.NewDispatcher(registry, nil)); err != nil {
			t.Fatal(err)
		}
		_ = transport.Serve(t.Context()) // it is finished
		close(found)
		if first, second := <-found, <-found; first != c.want || second != c.want {
			t.Errorf("%s: found %q and %q", name, first, second)
		}
	}
}
