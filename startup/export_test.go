package startup

import (
	"io"

	"go.uber.org/fx"
)

// RunFor is Run without the exit.
func RunFor(stderr io.Writer, name string, options ...fx.Option) (exitCode int) {
	return run(stderr, name, options...)
}
