package mcp

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/capability"
)

// A bufferOf holds the lines that were written.
type bufferOf struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *bufferOf) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *bufferOf) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// grounded is a flight that no worker takes.
func grounded(t *testing.T) (*flight, *bufferOf) {
	t.Helper()
	out := &bufferOf{}
	registry, err := benzene.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	own, wrong := declare(nil).compile(benzene.NewDispatcher(registry, nil))
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	c := newConversation(t.Context(), &stdio{in: strings.NewReader(""), out: out, catalog: own})
	f := &flight{conversation: c, client: c.client, call: call{Context: t.Context()}}
	f.caller = f
	f.read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`))
	return f, out
}

func TestANotificationComesBeforeTheAnswerOrNotAtAll(t *testing.T) {
	f, out := grounded(t)
	f.notify("notifications/progress", []byte(`{"progress":1}`))
	f.conclude(answer{whole: empty})
	f.notify("notifications/progress", []byte(`{"progress":2}`))
	f.late(answer{whole: empty})
	want := `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}
{"jsonrpc":"2.0","id":1,"result":{}}
`
	if got := out.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// askedFor waits for the n-th request of the server's, and returns its id.
func askedFor(t *testing.T, out *bufferOf, n int) jsontext.Value {
	t.Helper()
	for range 500 {
		if lines := strings.SplitAfter(out.String(), "\n"); len(lines) > n {
			var m struct {
				ID     jsontext.Value `json:"id"`
				Method string         `json:"method"`
			}
			if err := json.Unmarshal([]byte(lines[n-1]), &m); err != nil || m.Method != "roots/list" {
				t.Fatalf("%v: %s", err, lines[n-1])
			}
			return m.ID
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nothing was asked")
	return nil
}

func TestAnAskGetsWhatTheClientSays(t *testing.T) {
	f, out := grounded(t)
	var value jsontext.Value
	var err error
	var asking sync.WaitGroup
	ask := func() { value, err = f.ask(t.Context(), "roots/list", empty) }

	asking.Go(ask)
	first := askedFor(t, out, 1)
	f.conversation.take([]byte(`{"jsonrpc":"2.0","id":"guess","result":{"no":1}}`), nil)
	f.conversation.take([]byte(`{"jsonrpc":"2.0","id":`+string(first)+`,"result":{"roots":[]}}`), nil)
	asking.Wait()
	if string(value) != `{"roots":[]}` || err != nil {
		t.Errorf("got %s, %v", value, err)
	}

	asking.Go(ask)
	second := askedFor(t, out, 2)
	f.conversation.take([]byte(`{"jsonrpc":"2.0","id":`+string(first)+`,"result":{}}`), nil) // is over
	f.conversation.take([]byte(`{"jsonrpc":"2.0","id":`+string(second)+`,"error":{"code":-1,"message":"no"}}`), nil)
	asking.Wait()
	if no, ok := errors.AsType[refusedInput](err); !ok || no.message != "no" {
		t.Errorf("got %s, %v", value, err)
	}
	if len(first) < 22 || string(first) == string(second) || len(f.conversation.waits.of) > 0 {
		t.Errorf("ids %s and %s, %d are kept", first, second, len(f.conversation.waits.of))
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("answers were answered: %s", out)
	}
}

func TestAnAskEndsWithItsContextItsRequestOrTheInput(t *testing.T) {
	f, out := grounded(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	var err error
	var asking sync.WaitGroup
	asking.Go(func() { _, err = f.ask(ctx, "roots/list", empty) })
	askedFor(t, out, 1)
	cancel(io.ErrNoProgress)
	asking.Wait()
	if !errors.Is(err, io.ErrNoProgress) || len(f.conversation.waits.of) > 0 {
		t.Errorf("got %v", err)
	}
	asking.Go(func() { _, err = f.ask(t.Context(), "roots/list", empty) })
	askedFor(t, out, 3) // the second line takes the first question back
	close(f.conversation.halted)
	asking.Wait()
	if !errors.Is(err, errStopping) {
		t.Errorf("got %v", err)
	}
	if _, err = f.ask(t.Context(), "roots/list", empty); !errors.Is(err, errStopping) {
		t.Errorf("got %v", err)
	}
	f, out = grounded(t)
	f.conclude(answer{whole: empty})
	if _, err = f.ask(t.Context(), "roots/list", empty); !errors.Is(err, errNoWay) || strings.Contains(out.String(), "roots/list") {
		t.Errorf("got %v, %s", err, out)
	}
}

func TestAsksAreBounded(t *testing.T) {
	var w waits
	for n := range mostWaits {
		if _, err := w.open(strconv.Itoa(n), partner{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.open("more", partner{}); !errors.Is(err, errTooMany) {
		t.Errorf("got %v", err)
	}
}

func TestTheHandshakeTellsOfTheClient(t *testing.T) {
	f, _ := grounded(t)
	c := f.conversation
	c.take([]byte(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}}}}`), nil)
	if c.client.revision != "2025-06-18" || c.client.can != capability.Roots {
		t.Errorf("got %+v", c.client)
	}
	c.take([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}}`), nil)
	if c.client.revision != "2025-06-18" {
		t.Error("a handshake that failed counts")
	}
}

func TestTheCallsThatWaitAreBoundedInBytes(t *testing.T) {
	f, out := grounded(t)
	c := f.conversation
	c.inHand, c.weight = 1, mostBytes-10
	c.take([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`), nil)
	if got := out.String(); !strings.Contains(got, `"id":7,"error":{"code":-32603`) {
		t.Errorf("got %s", got)
	}
}

func TestNothingIsLeftOfCallsThatHaveEnded(t *testing.T) {
	f, _ := grounded(t)
	lines := strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`+"\n", 3) +
		`[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none"}},{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"none"}}]` + "\n"
	out := &bufferOf{}
	c := newConversation(t.Context(), &stdio{in: strings.NewReader(lines), out: out, catalog: f.conversation.catalog, limit: time.Minute})
	_ = c.serve(t.Context()) // the input ends
	if c.weight != 0 || c.inHand != 0 || len(c.flights) != 0 || len(c.waits.of) != 0 {
		t.Errorf("%d bytes of %d calls are still counted, %d can be cancelled", c.weight, c.inHand, len(c.flights))
	}
	if n := strings.Count(out.String(), "-32602") + strings.Count(out.String(), "-32600"); n != 5 {
		t.Errorf("got %s", out)
	}
}
