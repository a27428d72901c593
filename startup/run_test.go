package startup_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// serving is a transport that only serves.
func serving(serve func(context.Context) error) fx.Option {
	return startup.Transports(&line{serve: serve})
}

func TestHowAServiceEnds(t *testing.T) {
	boom := func(context.Context) error { return errors.New("connection lost") }
	for name, c := range map[string]struct {
		option fx.Option
		code   int
		said   string
	}{
		"a transport fails":        {serving(boom), 1, "startup: the transport *startup_test.line failed: connection lost\n"},
		"a transport just returns": {serving(func(context.Context) error { return nil }), 1, "startup: the transport *startup_test.line failed: it ended without having been told to\n"},
		"a transport's goroutine ends": {
			serving(func(context.Context) error { runtime.Goexit(); return nil }), 1,
			"startup: the transport *startup_test.line failed: it ended its goroutine (runtime.Goexit)\n",
		},
		"two transports fail at once": {fx.Options(serving(boom), serving(boom)), 1, "startup: the transport *startup_test.line failed: connection lost\n"},
		"a worker fails":              {startup.Background(serveFunc(boom)), 1, "startup: the worker startup_test.serveFunc failed: connection lost\n"},
		"the service is over":         {serving(func(context.Context) error { return benzene.ErrFinished }), 0, ""},
		"it is shut down":             {fx.Invoke(func(down fx.Shutdowner) error { return down.Shutdown() }), 0, ""},
		"with a code":                 {fx.Invoke(func(down fx.Shutdowner) error { return down.Shutdown(fx.ExitCode(3)) }), 3, ""},
		"a transport and a drain fail": {
			fx.Options(serving(boom), serving(func(ctx context.Context) error { <-ctx.Done(); return errors.New("two are left") })), 1,
			"startup: the transport *startup_test.line failed: connection lost\nstartup: the transport *startup_test.line failed: two are left\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var n notebook
			var stderr strings.Builder
			code := startup.RunFor(&stderr, "test",
				startup.Handlers(handler("a")),
				startup.Transports(noted(&n, "other")),
				startup.Background(serveFunc(func(context.Context) error { return nil })),
				c.option,
			)
			if code != c.code || stderr.String() != c.said {
				t.Errorf("ended with %d and said %q; want %d and %q", code, stderr.String(), c.code, c.said)
			}
			if diff := cmp.Diff([]string{"other opens", "other ends"}, n.read()); diff != "" {
				t.Errorf("the other transport (-want +got):\n%s", diff)
			}
		})
	}
}

type serveFunc func(context.Context) error

func (f serveFunc) Serve(ctx context.Context) error { return f(ctx) }

func TestAPanicInATransportIsSaidWithItsStack(t *testing.T) {
	var stderr strings.Builder
	code := startup.RunFor(&stderr, "test", serving(func(context.Context) error { panic("index out of range") }))
	want := "startup: the transport *startup_test.line failed: panic: index out of range\n\npanic: index out of range\ngoroutine "
	if code != 1 || !strings.HasPrefix(stderr.String(), want) || !strings.Contains(stderr.String(), "run_test.go") {
		t.Errorf("ended with %d and said %s", code, stderr.String())
	}
}

func TestASignalEndsTheServiceOnceItHasDrained(t *testing.T) {
	caught := make(chan os.Signal, 100) // a signal that fx does not hear yet must not end the tests
	signal.Notify(caught, syscall.SIGTERM)
	defer signal.Stop(caught)

	var n notebook
	ended := make(chan int)
	go func() {
		ended <- startup.RunFor(&strings.Builder{}, "test", startup.Transports(noted(&n, "transport")))
	}()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for {
		if err := self.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		select {
		case code := <-ended:
			if diff := cmp.Diff([]string{"transport opens", "transport ends"}, n.read()); code != 0 || diff != "" {
				t.Errorf("ended with %d (-want +got):\n%s", code, diff)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// stubborn marks the process that is to be ended by force.
const stubborn = "BENZENE_STUBBORN_SERVICE"

// runStubborn runs a service that does not stop when it is told to.
func runStubborn() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM) // before fx listens, the first signal would end it
	fmt.Println("ready")
	startup.Run("stubborn", serving(func(ctx context.Context) error {
		<-ctx.Done()
		fmt.Println("draining")
		<-context.Background().Done()
		return nil
	}))
}

func TestASecondSignalEndsTheProcessAtOnce(t *testing.T) {
	if os.Getenv(stubborn) != "" {
		runStubborn()
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	process := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	process.Env = append(os.Environ(), stubborn+"=1")
	stdout, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	if said, err := lines.ReadString('\n'); said != "ready\n" {
		t.Fatalf("it began with %q, %v", said, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		said, _ := io.ReadAll(lines) // it ends with the process
		if err := process.Wait(); err == nil || err.Error() != "signal: terminated" || string(said) != "draining\n" {
			t.Errorf("it said %q and ended with %v; want it draining, and then terminated", said, err)
		}
	}()
	for {
		_ = process.Process.Signal(syscall.SIGTERM) // it may have ended
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestTheReportSaysWhichChecksCanBeSoftened(t *testing.T) {
	var stderr strings.Builder
	code := startup.RunFor(&stderr, "test",
		startup.Handlers(handler("a")),
		startup.Checks(benzene.Check{Name: "database", Run: func(context.Context) error { return errors.New("no answer") }}),
		startup.Transports(&line{bind: func(*benzene.Dispatcher) error {
			return errors.Join(benzene.Finding{Check: "b-check", Message: "b is missing"}, benzene.Finding{Check: "a-check", Message: "a is missing"})
		}}),
	)
	const want = "a is missing\nb is missing\nstartup: check \"database\" failed: no answer\n(found by a-check, b-check, database; startup.Mode makes a check only warn, or switches it off)\n"
	if code != 1 || stderr.String() != want {
		t.Errorf("ended with %d and said %q; want 1 and %q", code, stderr.String(), want)
	}
}
