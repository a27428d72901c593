package startup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

// stopLimit is above the 20 seconds for which transports drain, and what a queue
// takes beyond them to give back what does not let go.
const stopLimit = 45 * time.Second

var noHandlers = benzene.Finding{
	Check:   "empty-registry",
	Advice:  true,
	Message: `the service has no handlers; add them with startup.Handlers, or say that it needs none with startup.Mode("empty-registry", startup.Off)`,
}

// Service is what Run adds to a list of options, for an fx app that is run in
// another way. It builds and binds when the app is made, and checks, opens and
// serves when it starts. It has to stand last: fx starts in the order of
// invocations and stops in reverse, so what was started before it stops after
// the last message.
//
// It provides a *Loopback and, to be changed by fx.Replace or fx.Decorate, the
// service's *middleware.Rules and benzene.Names. It sets fx.StopTimeout to 45
// seconds: above the 20 for which transports drain, or fx would skip the
// application's own stop hooks. fx heeds the last StopTimeout, so another one
// stands after Service.
func Service(name string) fx.Option {
	return fx.Options(fx.StopTimeout(stopLimit), service(name, true))
}

// Checked is a Service that ends with its checks: no transport is opened and no
// worker begins. It is what startuptest runs, and what a build can run to hold a
// service's wiring.
func Checked(name string) fx.Option { return service(name, false) }

// service is no fx.Module: a module's invocations precede all others.
func service(name string, serves bool) fx.Option {
	return fx.Options(
		fx.Provide(newParts, newLoopback, newRules, newNames),
		fx.Invoke(func(in ingredients) error {
			h := &host{parts: in.Parts, name: name, serves: serves, serving: newCrew(), behind: newCrew(), down: in.Down}
			if err := h.build(in); err != nil {
				return err
			}
			h.bind(in.Rules)
			in.Lifecycle.Append(fx.Hook{OnStart: h.start, OnStop: h.stop})
			return nil
		}),
	)
}

func newRules() *middleware.Rules { return middleware.NewRules() }
func newNames() benzene.Names     { return benzene.Names{} }

// ingredients are what a service takes from its container.
type ingredients struct {
	fx.In
	Parts     *parts
	Loopback  *Loopback
	Rules     *middleware.Rules
	Names     benzene.Names
	Lifecycle fx.Lifecycle
	Down      fx.Shutdowner
}

// A host takes a service through its stages.
type host struct {
	*parts
	name       string
	serves     bool
	dispatcher *benzene.Dispatcher
	unbound    []error // what bind found, for check to report
	serving    *crew   // the transports
	behind     *crew   // the workers
	stopping   atomic.Bool
	down       fx.Shutdowner

	mu     sync.Mutex
	causes []error // why the service came down
	told   bool    // fx knows that it did
}

// build makes the dispatcher, or says everything that is in its way.
func (h *host) build(in ingredients) error {
	h.complete = true
	wrong := h.wrong
	if len(h.pipelines) > 1 {
		wrong = append(wrong, h.twoPipelines())
	}
	if len(h.endpoints) == 0 && len(h.wrong) == 0 {
		wrong = append(wrong, h.enforced("startup: ", noHandlers)...)
	}
	endpoints := append(slices.Clone(h.endpoints), Probes(h.readiness(), h.healths)...)
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		wrong = append(wrong, h.enforced("startup: ", err)...)
		registry, err = benzene.NewRegistry(firsts(endpoints)...)
		wrong = append(wrong, leaves(err)...)
	}
	if len(wrong) > 0 {
		return report(wrong...)
	}
	options := append([]benzene.DispatcherOption{benzene.Named(h.name, version()), benzene.ReservedNames(in.Names)}, h.options...)
	h.dispatcher = benzene.NewDispatcher(registry, h.pipeline(in.Rules), options...)
	in.Loopback.dispatcher.Store(h.dispatcher)
	return nil
}

func (h *host) twoPipelines() error {
	places := make([]string, len(h.pipelines))
	for i, p := range h.pipelines {
		places[i] = p.where
	}
	slices.Sort(places)
	return wrongf("startup: there are %d pipelines, from startup.Pipeline at %s; a service has one, so put all middleware into one of them",
		len(places), strings.Join(places, " and at "))
}

// firsts leaves out the endpoints whose topic an earlier one has, and those
// without a topic: what is left when somebody only wants to be warned of them.
func firsts(endpoints []benzene.Endpoint) []benzene.Endpoint {
	seen := map[benzene.Topic]bool{}
	return slices.DeleteFunc(endpoints, func(e benzene.Endpoint) bool {
		topic := e.Contract().Topic
		repeated := seen[topic] || topic.ID == ""
		seen[topic] = true
		return repeated
	})
}

// readiness is the service's own health and that of its transports.
func (h *host) readiness() []benzene.Health {
	ready := []benzene.Health{{Name: h.name, Type: "Service", Run: func(context.Context) (map[string]any, error) {
		if h.stopping.Load() {
			return nil, errStopping
		}
		return nil, nil
	}}}
	for _, t := range h.transports {
		if reporter, ok := t.(benzene.Reporter); ok {
			ready = append(ready, reporter.Health())
		}
	}
	return ready
}

var errStopping = errors.New("the service is stopping")

// version is that of the program's own module.
func version() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return "(devel)"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

func (h *host) pipeline(rules *middleware.Rules) benzene.Pipeline {
	if len(h.pipelines) == 0 {
		return benzene.Pipeline{middleware.Trace, middleware.Log(nil), rules.Validate}
	}
	return h.pipelines[0].Pipeline
}

// bind shows the dispatcher to every transport, and then looks at all that is
// served: by handlers, and by what the transports have brought along.
func (h *host) bind(rules *middleware.Rules) {
	for _, t := range h.transports {
		attempt(func() error { return t.Bind(h.dispatcher) }, func(err error) {
			if errors.As(err, new(*benzene.Panic)) {
				err = report(failed(fmt.Sprintf("binding %T", t), err)...)
			}
			h.unbound = append(h.unbound, h.enforced("", err)...)
		})
	}
	contracts := append(h.dispatcher.Contracts(), h.dispatcher.Attached()...)
	h.unbound = append(h.unbound, h.enforced("startup: ", benzene.CheckTypes(contracts))...)
	h.unbound = append(h.unbound, h.enforced("", rules.Check(contracts))...) // its findings begin with a word of their own
}
