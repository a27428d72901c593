//go:build unix && !solaris

package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// logsIn, in the environment of a test's child process, has it serve its
// standard streams with handlers that write to standard error.
const logsIn = "BENZENE_TEST_LOGS"

// TestLogsInAChild is what a child process runs.
func TestLogsInAChild(t *testing.T) {
	if os.Getenv(logsIn) == "" {
		t.Skip("it serves the tests that follow")
	}
	os.Exit(serveAloud())
}

func serveAloud() int {
	_, _ = fmt.Fprintln(os.Stderr, "before")
	registry, _ := benzene.NewRegistry(
		benzene.Handle("log", func(context.Context, nothing) (nothing, error) {
			slog.Info(strings.Repeat("x", 4<<10))
			return nothing{}, nil
		}),
		benzene.Handle("say", func(context.Context, nothing) (nothing, error) {
			slog.Info("while")
			return nothing{}, nil
		}),
		benzene.Handle("crash", func(context.Context, nothing) (nothing, error) {
			go panic("on purpose")
			time.Sleep(time.Minute)
			return nothing{}, nil
		}),
		benzene.Handle("spawn", func(context.Context, nothing) (nothing, error) {
			c := exec.Command("sleep", "10") // outlives its call
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			return nothing{}, c.Start()
		}))
	transport := mcp.Stdio(mcp.Tool("log", "Logs.", "log"), mcp.Tool("say", "Says.", "say"),
		mcp.Tool("crash", "Crashes.", "crash"), mcp.Tool("spawn", "Begins.", "spawn"))
	other := mcp.Stdio()
	if errors.Join(transport.Bind(benzene.NewDispatcher(registry, nil)), transport.Open(context.Background())) != nil {
		return 3
	}
	if err := other.Open(context.Background()); err == nil || !strings.Contains(err.Error(), "taken already") {
		return 5
	}
	if err := transport.Serve(context.Background()); !errors.Is(err, benzene.ErrFinished) {
		return 4
	}
	slog.Info("after")
	if other.Open(context.Background()) != nil { // they are free again
		return 6
	}
	return 0
}

// A noisy is a child process that logs, whose client is the test.
type noisy struct {
	c      *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *os.File // to read; nothing has been
}

func startNoisy(t *testing.T) *noisy {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLogsInAChild$")
	c.Env = append(os.Environ(), logsIn+"=yes")
	stderr, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = theirs
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = theirs.Close()
	t.Cleanup(func() { _ = c.Process.Kill(); _ = stderr.Close() })
	return &noisy{c, in, bufio.NewReader(out), stderr}
}

// call has tools called, all at once, and waits for so many answers.
func (n *noisy) call(t *testing.T, tool string, times int) {
	t.Helper()
	heard := make(chan string, times)
	go func() {
		for range times {
			line, err := n.out.ReadString('\n')
			heard <- line
			if err != nil {
				return
			}
		}
	}()
	for i := range times {
		_, _ = io.WriteString(n.in, toolCall(fmt.Sprint(i), tool, "{}")+"\n")
	}
	for i := range times {
		select {
		case line := <-heard:
			if h := envelope(t, strings.TrimSuffix(line, "\n")); h.result == nil {
				t.Fatalf("got %s", line)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%d of %d calls were answered", i, times)
		}
	}
}

// end closes the input, and is how long the process lasts after that. Nothing
// more may come from standard output.
func (n *noisy) end(t *testing.T) time.Duration {
	t.Helper()
	_ = n.in.Close()
	begun := time.Now()
	stop := time.AfterFunc(10*time.Second, func() { _ = n.c.Process.Kill() })
	defer stop.Stop()
	if rest, _ := io.ReadAll(n.out); len(rest) > 0 {
		t.Errorf("standard output has %s", rest)
	}
	if err := n.c.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	return time.Since(begun)
}

func TestAStandardErrorThatIsNotReadHoldsUpNoCall(t *testing.T) {
	n := startNoisy(t)
	n.call(t, "log", 200)
	n.call(t, "log", 200)
	if took := n.end(t); took > 4*time.Second {
		t.Errorf("it ended after %v", took)
	}
}

func TestWhatWasDroppedIsSaidOnceStandardErrorIsRead(t *testing.T) {
	n := startNoisy(t)
	n.call(t, "log", 200)
	text := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(n.stderr)
		text <- all
	}()
	time.Sleep(time.Second) // it catches up, and goes on as before
	n.call(t, "say", 1)
	n.end(t)
	all := <-text
	logged, missing := 0, 0
	long := len("2006/01/02 15:04:05 INFO \n") + 4<<10
	for line := range bytes.Lines(all) {
		var n int
		if _, err := fmt.Sscanf(string(line), "mcp: %d bytes of standard error were dropped, because nobody read it\n", &n); err == nil {
			missing += n
		}
		if len(line) == long {
			logged += long
		}
	}
	if missing == 0 || logged+missing != 200*long {
		t.Errorf("%d bytes were logged and %d are said to be missing of %d", logged, missing, 200*long)
	}
	if !bytes.Contains(all, []byte(" INFO while\n")) || !bytes.HasSuffix(all, []byte(" INFO after\n")) {
		t.Errorf("it ends with %.200s", all[max(0, len(all)-200):])
	}
}

func TestPrintsArriveInOrder(t *testing.T) {
	n := startNoisy(t)
	text := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(n.stderr)
		text <- all
	}()
	n.call(t, "say", 1)
	n.end(t)
	lines := strings.Split(string(<-text), "\n")
	if len(lines) != 4 || lines[0] != "before" || !strings.HasSuffix(lines[1], "while") || !strings.HasSuffix(lines[2], "after") {
		t.Errorf("got %q", lines)
	}
}

func TestACrashShowsItsTrace(t *testing.T) {
	n := startNoisy(t)
	_, _ = io.WriteString(n.in, toolCall("1", "crash", "{}")+"\n")
	all, _ := io.ReadAll(n.stderr)
	if err := n.c.Wait(); n.c.ProcessState.ExitCode() != 2 {
		t.Errorf("it ended with %v", err)
	}
	if !bytes.Contains(all, []byte("panic: on purpose\n")) || !bytes.Contains(all, []byte("serveAloud")) {
		t.Errorf("got %s", all)
	}
}

func TestAChildOfAHandlerHoldsUpNothing(t *testing.T) {
	for _, full := range []bool{false, true} {
		n := startNoisy(t)
		if full {
			n.call(t, "log", 200)
		}
		n.call(t, "spawn", 1)
		if took := n.end(t); took > 4*time.Second {
			t.Errorf("full %v: it ended after %v", full, took)
		}
	}
}
