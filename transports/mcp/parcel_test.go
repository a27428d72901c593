package mcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

func TestTheHandshakeHoldsForTheConversation(t *testing.T) {
	batch := `[` + pinging("8") + `]`
	for revision, batches := range map[string]bool{"": true, "2025-03-26": true, "2024-11-05": false, "2025-06-18": false, "2025-11-25": false} {
		s := talk(t, newBedroom(), time.Second)
		if revision != "" {
			s.say(hello(revision), initialized)
			if got := s.hear(t).welcome(t); got.Version != revision {
				t.Errorf("asked for %s, got %s", revision, got.Version)
			}
		}
		s.say(batch)
		line, _ := s.heard.ReadString('\n')
		if got := strings.HasPrefix(line, "["); got != batches || !got && !strings.Contains(line, "-32600") {
			t.Errorf("a batch of %q got %s", revision, line)
		}
	}
}

func TestABatchIsAnsweredAsOneLine(t *testing.T) {
	s := talk(t, newBedroom(), time.Second)
	s.say(`[` + strings.Join([]string{
		toolCall("1", "sleep", `{"ms":50}`), initialized, pinging("2"), hello("2025-03-26"), `7`,
		toolCall("3", "exits", "{}"), toolCall("4", "sleep", `{"ms":10000}`), cancelling("4"), pinging("1"),
		metaBody("tools/call", `"name":"sleep"`, statelessMembers),
		`{"jsonrpc":"2.0","id":"x","result":{}}`,
	}, ",") + `]`)
	line, err := s.heard.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	h := hearList(t, line)
	var ids []string
	for _, one := range h {
		ids = append(ids, fmt.Sprint(one.id, one.fault != nil))
	}
	if diff := cmp.Diff([]string{"0true", "1false", "1true", "1true", "2false", "3true", "true"}, sorted(ids)); diff != "" {
		t.Errorf("%s\n%s", line, diff)
	}
	s.say(`[`+initialized+`]`, `[]`, `[`+strings.Repeat("1,", 100)+`1]`, `[1`, pinging("9"))
	for _, code := range []int{-32600, -32600, -32700} {
		if got := s.hear(t); got.fault == nil || got.fault.Code != code || got.id != "" {
			t.Errorf("got %.200s, want %d", got.text, code)
		}
	}
	if got := s.hear(t); got.id != "9" {
		t.Errorf("got %s", got.text)
	}
}

// hearList takes the answer to a batch apart.
func hearList(t *testing.T, line string) (several []heard) {
	t.Helper()
	var parts []jsontext.Value
	if err := json.Unmarshal([]byte(line), &parts); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	for _, part := range parts {
		several = append(several, envelope(t, string(part)))
	}
	return several
}

func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }
