// Package startuptest builds a service for a test: constructed, bound and
// checked as a start would, with nothing opened. It knows what a test needs of
// a service; how it is put together, package startup knows.
package startuptest

import (
	"context"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// New returns the dispatcher of the service that options make, the whole
// pipeline included. Transports are bound but not opened, workers do not begin;
// the application's checks and its fx hooks run. What a test does not want is
// replaced by fx.Replace or fx.Decorate, or switched off by startup.Mode.
//
// A service that does not start fails the test with the lines of its report, as
// Run would print them. The hooks stop when the test ends.
func New(t testing.TB, options ...fx.Option) *benzene.Dispatcher {
	t.Helper()
	var own *startup.Loopback
	app, err := startup.Start(append(options[:len(options):len(options)], startup.Checked("test"), fx.Populate(&own))...)
	if err != nil {
		t.Fatalf("the service does not start:\n%v", err)
		return nil
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), app.StopTimeout())
		defer cancel()
		if err := app.Stop(ctx); err != nil {
			t.Errorf("the service does not stop: %v", err)
		}
	})
	return own.Dispatcher()
}
