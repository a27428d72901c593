package mcp

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestOnlySoManyQuestionsWait(t *testing.T) {
	var w waits
	ids := map[string]bool{}
	sent := func(b []byte) bool {
		if !strings.Contains(string(b), "notifications/cancelled") {
			ids[string(b)] = true
		}
		return true
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		if _, err := w.ask(over, partner{}, "roots/list", []byte(`{}`), sent); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if len(ids) != 10 || len(w.of) != 0 {
		t.Errorf("asked %d things, and %d still wait", len(ids), len(w.of))
	}
	for n := range mostWaits {
		if _, err := w.open(strings.Repeat("x", n), partner{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.ask(t.Context(), partner{}, "roots/list", []byte(`{}`), sent); !errors.Is(err, errTooMany) || len(ids) != 10 {
		t.Errorf("got %v", err)
	}
	w.close("")
	if _, err := w.ask(t.Context(), partner{}, "roots/list", []byte(`{}`), func([]byte) bool { return false }); !errors.Is(err, errNoWay) || len(w.of) != mostWaits-1 {
		t.Errorf("got %v", err)
	}
}
