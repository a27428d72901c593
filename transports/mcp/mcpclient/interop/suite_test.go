package interop_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// suiteWanted is set where the official conformance suite is to be run: once in
// .ci/run, and not whenever somebody runs the tests.
const suiteWanted = "BENZENE_MCP_SUITE"

// One process, one endpoint: the example has to pass what each era requires.
func TestTheOfficialConformanceSuitePasses(t *testing.T) {
	if os.Getenv(suiteWanted) == "" {
		t.Skip("the official conformance suite was not asked for; " + suiteWanted + "=1 does")
	}
	s, err := fetchSuite()
	if err != nil {
		t.Skip("the official conformance suite cannot be had here: ", err)
	}
	at := serveEverything(t, buildEverything(t))
	for _, r := range requirements() {
		t.Run(r.revision, func(t *testing.T) {
			scenarios, err := s.requires(r.revision)
			if err != nil || len(scenarios) != r.scenarios {
				t.Fatalf("the suite requires %d scenarios, want %d; %v", len(scenarios), r.scenarios, err)
			}
			results := s.run(t, r.revision, at.url)
			required, beyond := judge(results, scenarios), judge(results, r.beyond)
			for _, line := range append(required.failures, beyond.failures...) {
				t.Error(line)
			}
			for _, line := range append(required.warnings, beyond.warnings...) {
				t.Log("only a warning:", line)
			}
			t.Logf("PASS %d/%d %s", required.passed, len(scenarios), r.revision)
			t.Logf("and %d/%d of what is looked at beyond that", beyond.passed, len(r.beyond))
		})
	}
}

// A requirement is what the suite requires for a revision, and what it looks at
// besides, that the example passes.
type requirement struct {
	revision  string
	scenarios int
	beyond    []string
}

func requirements() []requirement {
	return []requirement{
		{"2025-11-25", 30, []string{"server-session-lifecycle", "json-schema-2020-12"}},
		{"2026-07-28", 37, []string{"json-schema-2020-12", "http-header-validation", "http-custom-header-server-validation"}},
	}
}

// A suite is the official conformance suite and the Node that runs it.
type suite struct{ node, home string }

const suitePackage = "@modelcontextprotocol/conformance"

// oldestNode is the first release of Node that the suite runs on.
const oldestNode = 22

func fetchSuite() (suite, error) {
	modules, err := packages("suite", suitePackage)
	if err != nil {
		return suite{}, err
	}
	node, err := findNode()
	return suite{node, filepath.Join(modules, suitePackage)}, err
}

// findNode finds this machine's Node, or fetches one if that is too old.
func findNode() (string, error) {
	own, err := exec.LookPath("node")
	if err == nil && majorOf(own) >= oldestNode {
		return own, nil
	}
	modules, err := packages("node", ".bin/node")
	if err != nil {
		return "", fmt.Errorf("it needs Node %d or later: %w", oldestNode, err)
	}
	fetched := filepath.Join(modules, ".bin", "node")
	if majorOf(fetched) < oldestNode {
		return "", fmt.Errorf("it needs Node %d or later, and %s does not run here", oldestNode, fetched)
	}
	return fetched, nil
}

// majorOf is 22 for a Node of v22.1.0, and 0 for what is none.
func majorOf(node string) int {
	said, err := exec.Command(node, "--version").Output()
	if err != nil {
		return 0
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(string(said), "v"), ".")
	n, _ := strconv.Atoi(major)
	return n
}

// run has the suite look at a server, and returns the folder of its results.
func (s suite) run(t *testing.T, revision, url string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	results := t.TempDir()
	command := exec.CommandContext(ctx, s.node, filepath.Join(s.home, "dist", "index.js"),
		"server", "--url", url, "--requirements", revision, "-o", results)
	command.WaitDelay = waiting
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		_, summary, _ := strings.Cut(said.String(), "=== SUMMARY ===")
		t.Errorf("the suite ended with %v, and said:\n%s", err, cmp.Or(summary, said.String()))
	}
	return results
}

// requires lists the scenarios that count for a revision: the sequence under
// the key server of a file in YAML.
func (s suite) requires(revision string) (scenarios []string, err error) {
	text, err := os.ReadFile(filepath.Join(s.home, "requirements", revision+".yaml"))
	if err != nil {
		return nil, err
	}
	key := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, " \r\n")
		if name, ok := strings.CutSuffix(line, ":"); ok && !strings.HasPrefix(line, " ") {
			key = name
		} else if scenario, ok := strings.CutPrefix(line, "  - "); ok && key == "server" {
			scenarios = append(scenarios, scenario)
		}
	}
	return scenarios, nil
}
