package interop_test

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// everything is where the example of that name is served: by one process over
// HTTP for all revisions, and over stdio by one for each client.
func everything(t *testing.T) map[string]address {
	t.Helper()
	program := buildEverything(t)
	return map[string]address{
		"http":  serveEverything(t, program),
		"stdio": {command: []string{program, "-stdio"}},
	}
}

func buildEverything(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "everything")
	build := exec.Command("go", "build", "-o", program, "./everything")
	build.Dir = filepath.Join("..", "..", "..", "..", "examples")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, said)
	}
	return program
}

// serveEverything starts the program over HTTP at any port, and finds it by the
// line in which it says which.
func serveEverything(t *testing.T, program string) address {
	t.Helper()
	server := exec.CommandContext(t.Context(), program, "-addr", "127.0.0.1:0")
	server.Stdout = t.Output()
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() }) // killed when the test ends, so it says so
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if url, ok := strings.CutPrefix(lines.Text(), "everything is at "); ok {
			keepLog(t, said)
			return address{url: url}
		}
	}
	t.Fatal("the example has ended, or does not say where it is")
	return address{}
}

// keepLog reads what a program says to its end, and shows it if the test fails.
func keepLog(t *testing.T, said io.Reader) {
	var log bytes.Buffer
	var reading sync.WaitGroup
	reading.Go(func() { _, _ = log.ReadFrom(said) }) // until it is killed
	t.Cleanup(func() {
		reading.Wait()
		if t.Failed() {
			t.Log("the example's standard error:\n" + log.String())
		}
	})
}
