package interop_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A verdict is what the official suite's results come to.
type verdict struct {
	passed             int
	failures, warnings []string // a line each
}

// A check is one of a scenario's results.
type check struct{ ID, Status, Description, ErrorMessage string }

// judge reads the results of scenarios. One passes when something in it went
// well and nothing failed: what left no results has not shown anything.
func judge(results string, scenarios []string) (v verdict) {
	for _, scenario := range scenarios {
		failures := v.failures
		checks, err := checksOf(results, scenario)
		if err != nil {
			v.failures = append(v.failures, fmt.Sprintf("%s: %v", scenario, err))
		} else if !slices.ContainsFunc(checks, func(c check) bool { return c.Status == "SUCCESS" }) {
			v.failures = append(v.failures, scenario+": nothing went well")
		}
		for _, c := range checks {
			line := fmt.Sprintf("%s: %s: %s %s", scenario, c.ID, c.Description, c.ErrorMessage)
			switch c.Status {
			case "FAILURE":
				v.failures = append(v.failures, line)
			case "WARNING":
				v.warnings = append(v.warnings, line)
			}
		}
		if len(v.failures) == len(failures) {
			v.passed++
		}
	}
	return v
}

// checksOf reads the results of one scenario, which lie in a folder that has the
// time in its name.
func checksOf(results, scenario string) (checks []check, err error) {
	found, err := filepath.Glob(filepath.Join(results, "server-"+scenario+"-20[0-9][0-9]-*", "checks.json"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("it has left %d results, want one", len(found))
	}
	text, err := os.ReadFile(found[0])
	if err == nil {
		err = json.Unmarshal(text, &checks)
	}
	return checks, err
}

func TestTheVerdictCountsOnlyWhatWasShown(t *testing.T) {
	results := t.TempDir()
	for scenario, checks := range map[string]string{
		"good": `[{"id":"a","status":"SUCCESS"},{"id":"b","status":"WARNING","description":"could be nicer"},{"id":"c","status":"SKIPPED"}]`,
		"bad":  `[{"id":"a","status":"SUCCESS"},{"id":"b","status":"FAILURE","description":"says hello","errorMessage":"it was silent"}]`,
		"idle": `[{"id":"a","status":"SKIPPED"}]`,
		"torn": `[{"id":`,
	} {
		folder := filepath.Join(results, "server-"+scenario+"-2026-12-01T01-19-52-051Z")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "checks.json"), []byte(checks), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	v := judge(results, []string{"good", "bad", "idle", "torn", "absent"})
	want := []string{
		"bad: b: says hello it was silent",
		"idle: nothing went well",
		"torn: unexpected end of JSON input",
		"absent: it has left 0 results, want one",
	}
	if diff := cmp.Diff(want, v.failures); diff != "" || v.passed != 1 {
		t.Errorf("passed %d; failures (-want +got):\n%s", v.passed, diff)
	}
	if diff := cmp.Diff([]string{"good: b: could be nicer "}, v.warnings); diff != "" {
		t.Error("warnings (-want +got):", diff)
	}
}
