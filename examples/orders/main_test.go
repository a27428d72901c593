package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/benzene-go/framework/examples/internal/curl"
)

// The program prints lines to try. Here they are tried, and then it is asked to
// stop.
func TestWhatTheProgramPrintsCanBeTried(t *testing.T) {
	orders := exec.CommandContext(t.Context(), build(t), "-addr", "127.0.0.1:0", "-db", filepath.Join(t.TempDir(), "made", "orders.db"))
	stdout, err := orders.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := orders.Start(); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for lines := bufio.NewScanner(stdout); tried < 2 && lines.Scan(); {
		command, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "curl ")
		if !ok {
			continue
		}
		tried++
		if got, err := curl.Run("curl " + command); err != nil || !strings.Contains(got, "ada@example.org") {
			t.Errorf("curl %s: %s, %v", command, got, err)
		}
	}
	if tried != 2 {
		t.Errorf("tried %d lines, want one over HTTP and one over MCP", tried)
	}
	if err := orders.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := orders.Wait(); err != nil {
		t.Errorf("it ended with %v, want no error", err)
	}
}

func build(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "orders")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}
