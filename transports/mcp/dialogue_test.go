package mcp_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

type nap struct {
	Millis int `json:"ms"`
}

// A bedroom is a service whose handlers take their time.
type bedroom struct {
	gate  chan struct{} // holds up "wait"
	begun chan struct{} // a "sleep" has
	woken chan error    // why a "sleep" ended
}

func newBedroom() *bedroom {
	return &bedroom{make(chan struct{}), make(chan struct{}, 2000), make(chan error, 2000)}
}

func (r *bedroom) dispatcher(t testing.TB) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(append(endpoints(),
		benzene.Handle("sleep", func(ctx context.Context, n nap) (nap, error) {
			var err error
			r.begun <- struct{}{}
			select {
			case <-time.After(time.Duration(n.Millis) * time.Millisecond):
			case <-ctx.Done():
				err = ctx.Err()
			}
			r.woken <- err
			return n, err
		}),
		benzene.Handle("wait", func(context.Context, nothing) (nothing, error) {
			<-r.gate
			return nothing{}, nil
		}),
	)...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, nil, benzene.Named("shop", "v1.2.3"))
}

// bedTools adds those of the bedroom.
func bedTools() mcp.Part {
	return mcp.Parts(tools(),
		mcp.Tool("sleep", "Sleeps.", "sleep"),
		mcp.Tool("wait", "Waits for the gate.", "wait"))
}

// A dialogue is a client and, once it has, how the server ended.
type dialogue struct {
	t      testing.TB
	p      *pipes
	heard  *bufio.Reader
	end    context.CancelFunc
	served chan error
}

// talk serves r over pipes.
func talk(t *testing.T, r *bedroom, limit time.Duration) *dialogue {
	t.Helper()
	p := newPipes(t)
	transport := mcp.StdioOn(p.in, p.out, bedTools())
	mcp.DrainWithin(transport, limit)
	if err := transport.Bind(r.dispatcher(t)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := transport.Open(ctx); err != nil {
		t.Fatal(err)
	}
	s := &dialogue{t, p, bufio.NewReader(p.clientIn), cancel, make(chan error, 1)}
	go func() { s.served <- transport.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		_ = p.clientOut.Close()
		select { // a test that waits for the end itself has had it
		case err := <-s.served:
			_ = err // why it ended is not what is tested
		case <-time.After(10 * time.Millisecond):
		}
	})
	return s
}

func (s *dialogue) say(lines ...string) {
	s.t.Helper()
	if _, err := io.WriteString(s.p.clientOut, strings.Join(lines, "\n")+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// hear reads the next line, and checks that it is an answer.
func (s *dialogue) hear(t *testing.T) heard {
	t.Helper()
	_ = s.p.clientIn.SetReadDeadline(time.Now().Add(5 * time.Second))
	line, err := s.heard.ReadString('\n')
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	return envelope(t, strings.TrimSuffix(line, "\n"))
}

// rest reads what the server says until it has ended.
func (s *dialogue) rest(t *testing.T) []string {
	t.Helper()
	_ = s.p.out.Close()
	_ = s.p.clientIn.SetReadDeadline(time.Now().Add(5 * time.Second))
	text, err := io.ReadAll(s.heard)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// ended waits for Serve.
func (s *dialogue) ended(t *testing.T) error {
	t.Helper()
	select {
	case err := <-s.served:
		return err
	case <-time.After(5 * time.Second):
		t.Fatal("Serve does not return")
		return nil
	}
}

func toolCall(id, tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

func pinging(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

func cancelling(id string) string {
	return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
}

const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

// converse serves a whole input, and returns the lines of the output by the id
// in them.
func converse(t *testing.T, input string) (map[string]heard, error) {
	t.Helper()
	var out strings.Builder
	transport := mcp.StdioOn(strings.NewReader(input), &out, bedTools())
	if err := transport.Bind(newBedroom().dispatcher(t)); err != nil {
		t.Fatal(err)
	}
	err := transport.Serve(t.Context())
	answers := map[string]heard{}
	for line := range strings.Lines(out.String()) {
		h := envelope(t, strings.TrimSuffix(line, "\n"))
		if _, twice := answers[h.id]; twice {
			t.Errorf("two answers for %s", h.id)
		}
		answers[h.id] = h
	}
	return answers, err
}
