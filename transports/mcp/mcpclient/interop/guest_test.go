//nolint:staticcheck // what later revisions deprecate is served, so it is tested
package interop_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	mcpsdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A guest is a session whose client has everything that a server may ask for,
// and notes what it was asked and told.
type guest struct {
	*session
	client *mcpsdk.Client
	at     address

	mu       sync.Mutex
	asked    []string         // the kinds of requests, sorted
	forms    []map[string]any // the schemas of elicitations
	progress []mcpsdk.ProgressNotificationParams
	logged   []mcpsdk.LoggingMessageParams
}

// The answers of a guest: to a form by the name of its field, and to the rest.
const (
	sampled = "sampled words"
	home    = "file:///home/ada"
)

func answers() map[string]any {
	return map[string]any{"username": "ada", "email": "ada@example.org", "name": "Ada", "ok": true}
}

// visit begins a session as a guest.
func visit(t *testing.T, r rule, at address) *guest {
	t.Helper()
	g := &guest{at: at}
	g.client = mcpsdk.NewClient(implementation(), &mcpsdk.ClientOptions{
		ElicitationHandler:          g.elicit,
		CreateMessageHandler:        g.sample,
		ProgressNotificationHandler: g.takeProgress,
		LoggingMessageHandler:       g.takeLog,
	})
	g.client.AddRoots(&mcpsdk.Root{URI: home, Name: "home"})
	g.client.AddReceivingMiddleware(g.noteRoots)
	g.session = begin(t, r, at, g.client)
	return g
}

func (g *guest) elicit(_ context.Context, r *mcpsdk.ElicitRequest) (*mcpsdk.ElicitResult, error) {
	form, err := asMap(r.Params.RequestedSchema)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked, g.forms = append(g.asked, "elicitation/create"), append(g.forms, form)
	fields, _ := form["properties"].(map[string]any)
	content := map[string]any{}
	for name, answer := range answers() {
		if fields[name] != nil {
			content[name] = answer
		}
	}
	return &mcpsdk.ElicitResult{Action: "accept", Content: fill(content, form)}, nil
}

// fill gives every other field that has to be there some text.
func fill(content, form map[string]any) map[string]any {
	required, _ := form["required"].([]any)
	for _, name := range required {
		if name, ok := name.(string); ok && content[name] == nil {
			content[name] = "some text"
		}
	}
	return content
}

func (g *guest) sample(context.Context, *mcpsdk.CreateMessageRequest) (*mcpsdk.CreateMessageResult, error) {
	g.note("sampling/createMessage")
	return &mcpsdk.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcpsdk.TextContent{Text: sampled}}, nil
}

// noteRoots notes the requests for roots that come as such; those of an
// input-required result are answered by the client without a word.
func (g *guest) noteRoots(next mcpsdk.MethodHandler) mcpsdk.MethodHandler {
	return func(ctx context.Context, method string, r mcpsdk.Request) (mcpsdk.Result, error) {
		if method == "roots/list" {
			g.note(method)
		}
		return next(ctx, method, r)
	}
}

func (g *guest) note(kind string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, kind)
}

func (g *guest) takeProgress(_ context.Context, r *mcpsdk.ProgressNotificationClientRequest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.progress = append(g.progress, *r.Params)
}

func (g *guest) takeLog(_ context.Context, r *mcpsdk.LoggingMessageRequest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.logged = append(g.logged, *r.Params)
}

// forget makes the guest ready for the next thing.
func (g *guest) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked, g.forms, g.progress, g.logged = nil, nil, nil, nil
}

// were lists the kinds of requests that came, sorted.
func (g *guest) were() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(slices.Values(g.asked))
}

// eventually waits until got is true of what the guest noted: the client hands
// out notifications when it likes.
func (g *guest) eventually(t *testing.T, what string, got func() bool) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < waiting/3; time.Sleep(5 * time.Millisecond) {
		g.mu.Lock()
		ok := got()
		g.mu.Unlock()
		if ok {
			return
		}
	}
	t.Errorf("there was no %s; asked %v, progress %v, logged %v", what, g.asked, g.progress, g.logged)
}

// asMap is a value as JSON has it.
func asMap(v any) (m map[string]any, err error) {
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	return m, err
}
