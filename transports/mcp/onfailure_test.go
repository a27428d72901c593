package mcp_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

var errSoldOut = errors.New("sold out: table seats, shard 7")

// failingDesk is a service whose tools fail with the outcomes of the names, once
// bound to a topic and once as functions, which are named own_.
func failingDesk(t *testing.T, l *ledger, hook func(error) *mcp.Result) *desk {
	t.Helper()
	outcomes := map[string]error{"sold_out": errSoldOut, "conflict": benzene.Conflict.Wrap(errSoldOut, "no"), "other": errors.New(secret)}
	var served []benzene.Endpoint
	parts := []mcp.Part{mcp.OnFailure(hook)}
	add := func(name string, fail func() error) {
		served = append(served, benzene.Handle(name, func(ctx context.Context, _ nothing) (nothing, error) {
			l.write(ctx)
			return nothing{}, fail()
		}))
		parts = append(parts, mcp.Tool(name, "Fails.", name), mcp.Func("own_"+name, "Fails.", mcp.Object(), func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
			l.write(ctx)
			return nil, fail()
		}))
	}
	for name, err := range outcomes {
		add(name, func() error { return err })
	}
	add("panic", func() error { panic(errSoldOut) })
	parts = append(parts, mcp.Func("refuses", "Refuses.", mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) { return mcp.Refusal("own words"), nil }))
	registry, err := benzene.NewRegistry(served...)
	if err != nil {
		t.Fatal(err)
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, nil), mcp.Endpoint(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Handler: h}
}

func TestAFailureIsToldInTheProgramsWords(t *testing.T) {
	l := newLedger()
	d := failingDesk(t, l, func(outcome error) *mcp.Result {
		if errors.Is(outcome, errSoldOut) {
			return mcp.Answer("there are none left; ask for another day") // an error all the same
		}
		return nil
	})
	for _, name := range []string{"sold_out", "own_sold_out", "conflict", "own_conflict"} {
		if text, result := d.call(t, name, `{}`).tool(t); text != "there are none left; ask for another day" || !result.IsError {
			t.Errorf("%s: %q, %v", name, text, result.IsError)
		}
	}
	want := []string{"sold_out service-unavailable", "benzene:mcp:own_sold_out service-unavailable", "conflict conflict", "benzene:mcp:own_conflict conflict"}
	if diff := cmp.Diff(want, l.ended); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"other", "own_other"} {
		if text, result := d.call(t, name, `{}`).tool(t); reference.ReplaceAllString(text, "#") != "service-unavailable: the service could not handle the message (#)" || !result.IsError {
			t.Errorf("%s: %q", name, text)
		}
	}
	if text, _ := d.call(t, "refuses", `{}`).tool(t); text != "own words" {
		t.Error(text)
	}
}

func TestAPanicIsNotTranslated(t *testing.T) {
	asked := 0
	d := failingDesk(t, newLedger(), func(error) *mcp.Result { asked++; return mcp.Answer("all is well") })
	for _, name := range []string{"panic", "own_panic"} {
		d.call(t, name, `{}`).faulty(t, 200, -32603)
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

func TestATranslationThatFailsLeavesTheFailureItsWords(t *testing.T) {
	var none *mcp.TextContent
	for name, hook := range map[string]func(error) *mcp.Result{
		"panics":        func(error) *mcp.Result { panic(secret) },
		"nil content":   func(error) *mcp.Result { return &mcp.Result{Content: []mcp.Content{none}} },
		"unwritable":    func(error) *mcp.Result { return &mcp.Result{Structured: func() {}} },
		"there is none": nil,
	} {
		d := failingDesk(t, newLedger(), hook)
		for _, tool := range []string{"conflict", "own_conflict"} {
			if text, result := d.call(t, tool, `{}`).tool(t); reference.ReplaceAllString(text, "#") != "conflict: no (#)" || !result.IsError {
				t.Errorf("%s: %s: %q", name, tool, text)
			}
		}
	}
}

// An error has no structured content: a client would check it against the schema
// of results.
func TestATranslatedFailureHasAllItSaysInContent(t *testing.T) {
	kept := &mcp.Result{Structured: map[string]int{"left": 0}}
	d := failingDesk(t, newLedger(), func(error) *mcp.Result { return kept })
	for _, tool := range []string{"conflict", "own_conflict"} {
		if got := d.call(t, tool, `{}`); string(got.result) != `{"content":[{"type":"text","text":"{\"left\":0}"}],"isError":true}` {
			t.Error(got.text)
		}
	}
	if kept.IsError {
		t.Error("the application's own result was changed")
	}
}
