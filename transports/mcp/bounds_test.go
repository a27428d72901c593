package mcp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestALongAnswerOfAModelIsReadInOneGo(t *testing.T) {
	const blocks = 100_000
	s := Sampled{Content: jsontext.Value("[" + strings.Repeat(`{"text":"abcdefgh"},`, blocks) + `{"text":"."}]`)}
	began := time.Now()
	if n := len(s.Text()); n != 8*blocks+1 {
		t.Errorf("got %d bytes", n)
	}
	if took := time.Since(began); took > 2*time.Second { // it was tens of them
		t.Errorf("reading %d blocks took %v", blocks, took)
	}
}

func TestAResultOfManyAlternativesIsJudgedWithinBounds(t *testing.T) {
	s := SchemaText(`{"type":"object","properties":{"e":{"$ref":"#/$defs/e"}},"$defs":{"e":{"type":"object","anyOf":[
		{"properties":{"op":{"const":"and"},"of":{"$ref":"#/$defs/e"}}},
		{"properties":{"op":{"const":"or"},"of":{"$ref":"#/$defs/e"}}}]}}}`)
	value := `{"e":` + strings.Repeat(`{"of":`, 25) + `{"op":"x","pad":"` + strings.Repeat("x", 60_000) + `"}` + strings.Repeat("}", 26)
	began := time.Now()
	_ = s.document().Conforms(jsontext.Value(value))     // which it may or may not find out
	if took := time.Since(began); took > 2*time.Second { // it was a minute
		t.Errorf("judging %d bytes took %v", len(value), took)
	}
}

func TestNothingIsBegunOnceTheServerStops(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	w := waits{closed: closed}
	_, err := w.ask(t.Context(), partner{}, "roots/list", empty, func(b []byte) bool {
		t.Errorf("asked %s", b)
		return true
	})
	if !errors.Is(err, errStopping) {
		t.Errorf("got %v", err)
	}
	h := &handler{waits: waits{closed: closed}}
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	over := make(chan struct{})
	go func() { defer close(over); h.outstay(gone, t.Context(), time.Hour) }()
	select {
	case <-over:
	case <-time.After(5 * time.Second):
		t.Error("a call goes on whose caller and server have gone")
	}
}

func TestAnAnswerThatCannotBeReadAnswersNothing(t *testing.T) {
	f, out := grounded(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := f.ask(ctx, "roots/list", empty); ended <- err }()
	id := string(askedFor(t, out, 1))
	f.conversation.take([]byte(`{"id":`+id+`,"result":{},"result":{}}`), nil)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestANilPartOrOptionIsFoundAtStart(t *testing.T) {
	registry, err := benzene.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	fn := func(context.Context, *Call) (*Result, error) { return nil, nil }
	d := declare([]Part{nil, Func("tool", "Does.", Object(), fn, nil), PromptFunc("prompt", "Says.", nil,
		func(context.Context, *Call) (*PromptResult, error) { return nil, nil }, nil),
		ResourceFunc("x://y", "Y", func(context.Context, *Call) ([]Contents, error) { return nil, nil }, nil)})
	_, wrong := d.compile(benzene.NewDispatcher(registry, nil))
	want := []string{"mcp: a part is nil; leave it out"}
	for _, about := range []string{`tool "tool"`, `resource "x://y"`, `prompt "prompt"`} {
		want = append(want, "mcp: "+about+" has an option that is nil; leave it out")
	}
	var got []string
	for _, w := range wrong {
		got = append(got, w.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
