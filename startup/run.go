package startup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// Run builds and starts the service that options make, waits for SIGINT,
// SIGTERM, an fx.Shutdowner or the end of a transport, and stops it. It returns
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
	if err := j.stop(); err != nil {
		tell(stderr, err)
		return 1
	}
	return end.ExitCode
}

// tell prints each line, and then the stack of each panic among them.
func tell(w io.Writer, err error) {
	_, _ = fmt.Fprintln(w, err) // who cannot be told here is told by the exit code
	for _, leaf := range leaves(err) {
		var panicked *benzene.Panic
		if errors.As(leaf, &panicked) {
			_, _ = fmt.Fprintf(w, "\n%v\n%s", panicked, panicked.Stack)
		}
	}
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
