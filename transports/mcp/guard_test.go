package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// childOf, in the environment of a test's child process, has it serve its
// standard streams.
const childOf = "BENZENE_TEST_SERVES_STDIO"

// TestServesInAChild is what a child process runs.
func TestServesInAChild(t *testing.T) {
	if os.Getenv(childOf) == "" {
		t.Skip("it serves the tests that follow")
	}
	os.Exit(serveStandardStreams())
}

// serveStandardStreams is what startup does, in short.
func serveStandardStreams() int {
	kept := os.Stdout
	log.SetOutput(os.Stdout)
	registry, _ := benzene.NewRegistry(
		benzene.Handle("chatter", func(context.Context, nothing) (nothing, error) {
			fmt.Println("printed by hand")
			_, _ = fmt.Fprintln(kept, "through what was kept")
			log.Println("logged")
			return nothing{}, nil
		}),
		benzene.Handle("sleep", func(ctx context.Context, n nap) (nap, error) {
			time.Sleep(time.Duration(n.Millis) * time.Millisecond)
			return n, ctx.Err()
		}))
	transport := mcp.Stdio(mcp.Tool("chatter", "Prints.", "chatter"), mcp.Tool("sleep", "Sleeps.", "sleep"))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if errors.Join(transport.Bind(benzene.NewDispatcher(registry, nil)), transport.Open(ctx)) != nil {
		return 3
	}
	err := transport.Serve(ctx)
	if os.Getenv(childOf) == "and speaks" {
		fmt.Println("afterwards")
	}
	switch {
	case errors.Is(err, benzene.ErrFinished):
		return 0
	case err == nil && ctx.Err() != nil:
		return 7
	}
	return 4
}

// child is this program again, serving its standard streams.
func child(t *testing.T, how string) (c *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("there are no child processes")
	}
	c = exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestServesInAChild$")
	c.Env = append(os.Environ(), childOf+"="+how)
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = stdout, stderr
	return c, stdout, stderr
}

// talking is a child that has started, with both of its streams open.
func talking(t *testing.T, how string) (c *exec.Cmd, in io.WriteCloser, heard io.Reader, stderr *bytes.Buffer) {
	t.Helper()
	c, _, stderr = child(t, how)
	c.Stdout = nil
	heard, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if in, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, in, heard, stderr
}

func TestNothingButMessagesReachesStandardOutput(t *testing.T) {
	c, stdout, stderr := child(t, "yes")
	c.Stdin = strings.NewReader(strings.Join([]string{hello("2025-06-18"), initialized,
		toolCall("1", "chatter", "{}"), "not json", toolCall("2", "sleep", `{"ms":300}`), pinging("3")}, "\n"))
	if err := c.Run(); err != nil {
		t.Errorf("%v: %s", err, stderr)
	}
	var ids []string
	for line := range strings.Lines(stdout.String()) {
		h := envelope(t, strings.TrimSuffix(line, "\n"))
		ids = append(ids, h.id)
	}
	slices.Sort(ids)
	if want := []string{"", "0", "1", "2", "3"}; !slices.Equal(ids, want) {
		t.Errorf("answered %q, want %q", ids, want)
	}
	for _, printed := range []string{"printed by hand\n", "through what was kept\n", "logged\n"} {
		if !strings.Contains(stderr.String(), printed) && runtime.GOOS == "linux" {
			t.Errorf("standard error lacks %q: %s", printed, stderr)
		}
	}
}

func TestNothingIsWrittenBeforeTheFirstMessage(t *testing.T) {
	c, in, heard, stderr := talking(t, "yes")
	written := make(chan []byte, 1)
	var reading sync.WaitGroup
	reading.Go(func() {
		b := make([]byte, 64<<10)
		for n, err := heard.Read(b); err == nil; n, err = heard.Read(b) {
			written <- bytes.Clone(b[:n])
		}
		close(written)
	})
	select {
	case early := <-written:
		t.Errorf("unasked it wrote %q", early)
	case <-time.After(300 * time.Millisecond):
	}
	_, _ = in.Write([]byte(hello("2025-06-18") + "\n"))
	_ = in.Close()
	var answer []byte
	for part := range written {
		answer = append(answer, part...)
	}
	reading.Wait()
	if err := c.Wait(); err != nil {
		t.Errorf("it ended with %v: %s", err, stderr)
	}
	if line, more, _ := strings.Cut(string(answer), "\n"); more != "" || envelope(t, line).result == nil {
		t.Errorf("the handshake was answered with %q", answer)
	}
}

func TestStandardOutputIsGivenBack(t *testing.T) {
	c, stdout, stderr := child(t, "and speaks")
	c.Stdin = strings.NewReader("")
	if err := c.Run(); err != nil || stdout.String() != "afterwards\n" {
		t.Errorf("%v: %q, %s", err, stdout, stderr)
	}
}

func TestAFileIsServedAsInput(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "input")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	_, _ = file.WriteString(pinging("1") + "\n" + toolCall("2", "sleep", `{"ms":50}`))
	_, _ = file.Seek(0, 0)
	c, stdout, stderr := child(t, "yes")
	c.Stdin = file
	if err := c.Run(); err != nil || strings.Count(stdout.String(), "\n") != 2 {
		t.Errorf("%v: %s, %s", err, stdout, stderr)
	}
}

func TestASignalEndsAnIdleServerWithItsInputOpen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no such signal")
	}
	c, in, heard, stderr := talking(t, "yes")
	_, _ = in.Write([]byte(pinging("1") + "\n"))
	_, _ = heard.Read(make([]byte, 1000)) // it serves
	begun := time.Now()
	_ = c.Process.Signal(syscall.SIGTERM)
	err := c.Wait()
	if code := c.ProcessState.ExitCode(); code != 7 || time.Since(begun) > 2*time.Second {
		t.Errorf("it ended with %d after %v: %v, %s", code, time.Since(begun), err, stderr)
	}
}
