package startup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// Run builds and starts the service that options make, waits for SIGINT,
// SIGTERM, an fx.Shutdowner or the end of a transport, and stops it; a second
// signal ends the process at once. It returns
// when all went well; otherwise it prints what is wrong to standard error, one
// line each, and the process exits with 1, or with the code that the Shutdowner
// was given. fx's own log is silent.
//
// An fx.StopTimeout of the application wins over the 45 seconds of Service; it
// has to leave room for the longest drain limit.
func Run(name string, options ...fx.Option) {
	if code := run(os.Stderr, name, options...); code != 0 {
		os.Exit(code)
	}
}

func run(stderr io.Writer, name string, options ...fx.Option) (exitCode int) {
	all := append([]fx.Option{fx.StopTimeout(stopLimit)}, options...)
	j, err := start(append(all, service(name, true)))
	if err != nil {
		tell(stderr, err)
		return 1
	}
	end := <-j.app.Wait()
	signal.Reset(os.Interrupt, syscall.SIGTERM) // a second one ends the process at once
	if err := j.stop(); err != nil {
		tell(stderr, err)
		return 1
	}
	return end.ExitCode
}

// tell prints each line, which checks can be softened, and then the stack of
// each panic.
func tell(w io.Writer, err error) {
	_, _ = fmt.Fprintln(w, err) // who cannot be told here is told by the exit code
	lines := leaves(err)
	if checks := checksOf(lines); len(checks) > 0 {
		_, _ = fmt.Fprintf(w, "(found by %s; startup.Mode makes a check only warn, or switches it off)\n", strings.Join(checks, ", "))
	}
	for _, leaf := range lines {
		var panicked *benzene.Panic
		if errors.As(leaf, &panicked) {
			_, _ = fmt.Fprintf(w, "\n%v\n%s", panicked, panicked.Stack)
		}
	}
}

// checksOf names the checks that have found something.
func checksOf(lines []error) []string {
	var checks []string
	for _, leaf := range lines {
		if f, ok := errors.AsType[*finding](leaf); ok && f.check != "" {
			checks = append(checks, f.check)
		}
	}
	slices.Sort(checks)
	return slices.Compact(checks)
}

// Start builds and starts what options make, as Run does, and returns. The last
// option is Service or Checked. The error has a line for each thing that is
// wrong, and then nothing has stayed open; otherwise the app has to be stopped
// in the end. fx's own log is silent.
func Start(options ...fx.Option) (*fx.App, error) {
	j, err := start(options)
	if err != nil {
		return nil, err
	}
	return j.app, nil
}

func start(options []fx.Option) (*journal, error) {
	j := &journal{}
	j.app = fx.New(append(slices.Clip(options), silent(j))...)
	if err := j.app.Err(); err != nil {
		return nil, report(explain(err, j.invoked, options)...)
	}
	if err := j.start(); err != nil {
		return nil, err
	}
	return j, nil
}
