//go:build unix && !solaris

package guard_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/benzene-go/framework/transports/mcp/internal/guard"
)

// does, in the environment of a test's child process, says what it does with
// its streams.
const does = "BENZENE_TEST_GUARDS"

// deeds are what child processes do, between a Take and a Release.
var deeds = map[string]func(){
	"prints": func() { fmt.Println("between") },
	"floods": func() {
		for range 1000 {
			_, _ = fmt.Fprintln(os.Stderr, strings.Repeat("x", 4<<10))
		}
	},
	"exits": func() {
		_, _ = fmt.Fprintln(os.Stderr, "the last word")
		os.Exit(3)
	},
	"crashes": func() {
		done := make(chan struct{})
		go func() { defer close(done); panic("on purpose") }()
		<-done
	},
}

// TestGuardsInAChild is what a child process runs.
func TestGuardsInAChild(t *testing.T) {
	deed, early, _ := strings.Cut(os.Getenv(does), " ")
	if deeds[deed] == nil {
		t.Skip("it does what the tests that follow say")
	}
	if early != "" {
		openMany(t)
	}
	before := runtime.NumGoroutine()
	for range 2 {
		g, err := guard.Take()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintln(os.Stderr, "before")
		deeds[deed]()
		g.Release()
		_, _ = fmt.Fprintln(os.Stderr, "after")
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			os.Exit(0)
		}
		time.Sleep(10 * time.Millisecond)
	}
	os.Exit(7) // goroutines were left behind
}

// openMany takes so many descriptors that the guard's cannot be watched, and a
// pump has to be there from the beginning.
func openMany(t *testing.T) {
	for range 1100 {
		if _, err := syscall.Open(os.DevNull, os.O_RDONLY, 0); err != nil {
			t.Skip(err)
		}
	}
}

// run has a child do something, and reads its standard error, or does not. It
// is how the child ended.
func run(t *testing.T, what string, reads bool) (stderr string, code int) {
	t.Helper()
	from, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return runOn(t, from, theirs, what, reads)
}

// runOn is run with a standard error of some kind.
func runOn(t *testing.T, from, theirs *os.File, what string, reads bool) (stderr string, code int) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestGuardsInAChild$")
	c.Env = append(os.Environ(), does+"="+what)
	defer func() { _ = from.Close() }()
	c.Stderr = theirs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = theirs.Close()
	stop := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	defer stop.Stop()
	if reads {
		all, _ := io.ReadAll(from)
		stderr = string(all)
	}
	_ = c.Wait() // its exit code says more
	return stderr, c.ProcessState.ExitCode()
}

func TestPrintsComeOutInOrder(t *testing.T) {
	for _, early := range []string{"", " early"} {
		stderr, code := run(t, "prints"+early, true)
		if want := strings.Repeat("before\nbetween\nafter\n", 2); code != 0 || stderr != want {
			t.Errorf("it ended with %d and said %q", code, stderr)
		}
	}
}

func TestNothingIsLostWhenStandardErrorIsRead(t *testing.T) {
	stderr, code := run(t, "floods", true)
	if got := strings.Count(stderr, "\n"); code != 0 || got != 2004 {
		t.Errorf("it ended with %d and said %d lines", code, got)
	}
}

func TestAFloodThatNobodyReadsEnds(t *testing.T) {
	for _, early := range []string{"", " early"} {
		// A goroutine that waits to write stays behind, which the code tells.
		if _, code := run(t, "floods"+early, false); code != 0 && code != 7 {
			t.Errorf("it ended with %d", code)
		}
	}
}

func TestASocketIsAStandardErrorToo(t *testing.T) {
	for _, reads := range []bool{false, true} {
		pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatal(err)
		}
		from, theirs := os.NewFile(uintptr(pair[0]), "from"), os.NewFile(uintptr(pair[1]), "theirs")
		syscall.CloseOnExec(pair[0])
		stderr, code := runOn(t, from, theirs, "floods", reads)
		if got := strings.Count(stderr, "\n"); code != 0 && (reads || code != 7) || reads && got != 2004 {
			t.Errorf("it ended with %d and said %d lines", code, got)
		}
	}
}

func TestTheLastWordBeforeAnExitIsHeard(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("standard error is buffered here")
	}
	if stderr, code := run(t, "exits", true); code != 3 || stderr != "before\nthe last word\n" {
		t.Errorf("it ended with %d and said %q", code, stderr)
	}
}

func TestAFileIsWrittenToWithoutDetour(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	_, code := runOn(t, file, file, "exits early", false)
	if text, err := os.ReadFile(name); code != 3 || err != nil || string(text) != "before\nthe last word\n" {
		t.Errorf("it ended with %d and said %q, %v", code, text, err)
	}
}

func TestACrashIsSeen(t *testing.T) {
	for _, early := range []string{"", " early"} {
		stderr, code := run(t, "crashes"+early, true)
		trace := "panic: on purpose\n"
		if early != "" {
			trace = "on purpose" // it is written twice at a time, by the runtime and by the pump
		}
		if code != 2 || !strings.Contains(stderr, trace) || !strings.Contains(stderr, "guard_test.go") {
			t.Errorf("it ended with %d and said %s", code, stderr)
		}
	}
}
