package startup_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// nilPointer is an error that cannot be asked for its words: a nil pointer that
// was returned as an error.
func nilPointer(context.Context) error { return (*fs.PathError)(nil) }

const nilWords = "panic: runtime error: invalid memory address or nil pointer dereference"

func TestANilPointerReturnedAsAnErrorIsALine(t *testing.T) {
	for name, c := range map[string]struct {
		option fx.Option
		want   string
	}{
		"by a constructor": {startup.Handlers(func() (benzene.Endpoint, error) { return handler("a"), nilPointer(context.Background()) }), "the function that startup.Handlers was given at panic_test.go:N failed: "},
		"by Bind":          {startup.Transports(&line{bind: func(*benzene.Dispatcher) error { return nilPointer(context.Background()) }}), "binding *startup_test.line failed: "},
		"by a check":       {startup.Checks(benzene.Check{Name: "db", Run: nilPointer}), `check "db" failed: `},
		"by Open":          {startup.Transports(&line{open: nilPointer}), "*startup_test.line could not be opened: "},
	} {
		t.Run(name, func(t *testing.T) {
			refuses(t, []string{"startup: " + c.want + nilWords}, c.option)
		})
	}
	var stderr strings.Builder
	code := startup.RunFor(&stderr, "test", serving(nilPointer))
	if want := "startup: the transport *startup_test.line failed: " + nilWords + "\n"; code != 1 || !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("ended with %d and said %s", code, stderr.String())
	}
}

func TestGivingBackLateMayPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refuses(t, []string{"startup: *startup_test.line could not be opened: it took too long, and ignored that its context had ended"},
			startup.Transports(&line{
				open:  func(context.Context) error { time.Sleep(time.Minute); return nil },
				serve: func(context.Context) error { panic("it was never open") },
			}))
		time.Sleep(time.Minute)
	})
}
