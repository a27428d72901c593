package startup

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// Handlers adds endpoints. A source is a benzene.Endpoint, a slice of them, or
// a constructor: a function that returns either, and perhaps an error, and
// whose parameters fx provides. A source that is neither stops the start.
func Handlers(sources ...any) fx.Option {
	return endpointPart.from(sources, here())
}

// Transports adds transports: values or constructors, as in Handlers. Any type
// that implements benzene.Transport will do. A transport that is also a
// benzene.Reporter is asked by the health and readiness topics.
func Transports(sources ...any) fx.Option {
	return transportPart.from(sources, here())
}

// Checks adds what has to hold before the first message (benzene.Check) and
// what probes ask again and again (benzene.Health): values or constructors, as
// in Handlers. Checks run at the same time, and within two thirds of what
// fx.StartTimeout leaves.
func Checks(sources ...any) fx.Option {
	return checkPart.from(sources, here())
}

// Background adds workers: values or constructors, as in Handlers. They begin
// once every transport is open, and end after the last one has drained.
func Background(sources ...any) fx.Option {
	return workerPart.from(sources, here())
}

// Pipeline names what every message passes, outermost first: middleware, or one
// constructor of a benzene.Pipeline. It replaces middleware.Standard as a whole,
// so name Trace and Validate too; a constructor gets the service's rules as a
// *middleware.Rules. A service has one pipeline: a second one stops the start,
// and so does a constructor that misses something.
func Pipeline(sources ...any) fx.Option {
	where := here()
	begin := adding("startup.Pipeline", where, func(p *parts) { p.pipelines = append(p.pipelines, placed{where: where}) })
	return fx.Options(begin, middlewarePart.from(sources, where))
}

// Dispatcher gives options to the service's dispatcher, such as benzene.Select.
// The names of headers are a benzene.Names in the container, so that clients
// can share them: change them there, by fx.Replace or fx.Decorate.
func Dispatcher(options ...benzene.DispatcherOption) fx.Option {
	return adding("startup.Dispatcher", here(), func(p *parts) { p.options = append(p.options, options...) })
}

// A CheckMode says what becomes of what a check finds.
type CheckMode int

// The three modes.
const (
	Enforce CheckMode = iota // the service does not start
	Warn                     // slog's default logger is told, and the service starts
	Off                      // nobody looks
)

// Mode sets the mode of one check: one of the application's own, or one that a
// benzene.Finding names, such as "http-routes". Without a mode a check is
// enforced, except for findings that are only advice: they are warnings. The
// last mode wins.
func Mode(check string, mode CheckMode) fx.Option {
	return adding("startup.Mode", here(), func(p *parts) { p.modes[check] = mode })
}

// A Worker does something beside the messages. Serve runs until ctx ends and
// then returns; it may do a last piece of work first. A worker that returns nil
// earlier had nothing more to do; one that fails brings the service down.
type Worker interface {
	Serve(ctx context.Context) error
}

// parts are what the options of a service have put together.
type parts struct {
	endpoints  []benzene.Endpoint
	transports []benzene.Transport
	checks     []benzene.Check
	healths    []benzene.Health
	workers    []Worker
	pipelines  []placed
	options    []benzene.DispatcherOption
	modes      map[string]CheckMode
	wrong      []error
	complete   bool // the service has been built of them
}

// A placed pipeline knows where it was given.
type placed struct {
	benzene.Pipeline
	where string
}

func newParts() *parts {
	return &parts{modes: map[string]CheckMode{}}
}

// adding puts something into the parts. It is an invocation, not a value group:
// dig stops at the first member of a group that cannot be built, and everything
// that is wrong is to be reported.
func adding(verb, where string, put func(*parts)) fx.Option {
	return fx.Invoke(func(p *parts) error { return p.take(verb, where, put) })
}

func (p *parts) take(verb, where string, put func(*parts)) error {
	if p.complete {
		return wrongf("startup: %s at %s comes after the service was built; startup.Service has to stand last", verb, where)
	}
	put(p)
	return nil
}

// here is where the application called one of our options.
func here() string {
	_, file, line, _ := runtime.Caller(2)
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}
