package startup_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/startup"
)

type (
	database struct{ name string }
	mailer   struct{}
	ledger   struct{}
)

func newLedger(*database) benzene.Scoped[*ledger] { return benzene.Scoped[*ledger]{} }

func orders(benzene.Scoped[*ledger]) benzene.Endpoint     { return handler("order") }
func bills(database, *mailer) ([]benzene.Endpoint, error) { return nil, nil }

func unpaid() (benzene.Endpoint, error) {
	return benzene.Endpoint{}, errors.Join(errors.New("the rent is due"), errors.New("so is the\ngas"))
}

func counted() (benzene.Endpoint, int) { return benzene.Endpoint{}, 1 }

func TestBuildReportsAllThatIsWrong(t *testing.T) {
	refuses(t, []string{
		`startup: an endpoint for startup_test.empty has no topic; name one in benzene.Handle`,
		`startup: nobody provides *startup_test.database, which startup_test.newLedger needs; give a constructor of it to fx.Provide`,
		`startup: nobody provides *startup_test.mailer, which startup_test.bills needs; give a constructor of it to fx.Provide`,
		`startup: nobody provides startup_test.database, which startup_test.bills needs; give a constructor of it to fx.Provide`,
		`startup: startup.Handlers at build_test.go:N was given a value of type int, which is neither a benzene.Endpoint nor a constructor of one; give it a value, or a function that returns one and perhaps an error`,
		`startup: startup.Handlers at build_test.go:N was given nil, which is neither a benzene.Endpoint nor a constructor of one; give it a value, or a function that returns one and perhaps an error`,
		`startup: startup.Handlers at build_test.go:N was given startup_test.counted, which is neither a benzene.Endpoint nor a constructor of one; give it a value, or a function that returns one and perhaps an error`,
		`startup: startup.Transports at build_test.go:N was given a *startup_test.line that is nil (a value of type *startup_test.line); give it one that is made`,
		`startup: startup_test.unpaid failed: so is the gas`,
		`startup: startup_test.unpaid failed: the rent is due`,
		`startup: topic "twice" has two handlers, startup_test.nothing and startup_test.nothing; remove one, or give it a version with benzene.Version`,
	},
		fx.Provide(newLedger),
		startup.Handlers(orders, bills, unpaid),
		startup.Handlers(handler("twice"), handler("twice"), handler("")),
		startup.Handlers(7, nil, counted),
		startup.Transports((*line)(nil)),
	)
}

func TestWhatIsMissingIsNamedWithWhoNeedsIt(t *testing.T) {
	const advice = "; give a constructor of it to fx.Provide"
	for name, c := range map[string]struct {
		options []fx.Option
		want    string
	}{
		"a handler": {
			[]fx.Option{startup.Handlers(orders)},
			`nobody provides benzene.Scoped[*startup_test.ledger], which startup_test.orders needs` + advice,
		},
		"a constructor behind a handler": {
			[]fx.Option{startup.Handlers(orders), fx.Provide(newLedger)},
			`nobody provides *startup_test.database, which startup_test.newLedger needs` + advice,
		},
		"a handler within an fx.Module": {
			[]fx.Option{fx.Module("orders", startup.Handlers(orders), fx.Provide(newLedger, fx.Private))},
			`nobody provides *startup_test.database, which startup_test.newLedger needs` + advice,
		},
		"a function without a name": {
			[]fx.Option{startup.Handlers(func(*mailer) benzene.Endpoint { return handler("mail") })},
			`nobody provides *startup_test.mailer, which the function that startup.Handlers was given at build_test.go:N needs` + advice,
		},
		"an invocation of the application": {
			[]fx.Option{fx.Invoke(func(*mailer) {})},
			`nobody provides *startup_test.mailer, which the function at build_test.go:N needs` + advice,
		},
		"a pointer where there is a value": {
			[]fx.Option{startup.Handlers(orders), fx.Provide(newLedger), fx.Supply(database{})},
			`nobody provides *startup_test.database, which startup_test.newLedger needs; did you mean startup_test.database?`,
		},
		"a name": {
			[]fx.Option{startup.Handlers(func(struct {
				fx.In
				DB *database `name:"books"`
			}) benzene.Endpoint {
				return handler("books")
			})},
			`nobody provides *startup_test.database[name="books"], which the function that startup.Handlers was given at build_test.go:N needs` + advice,
		},
	} {
		t.Run(name, func(t *testing.T) {
			refuses(t, []string{"startup: " + c.want}, c.options...)
		})
	}
}

func TestAConstructorThatFailsIsNamed(t *testing.T) {
	down := errors.New("connection refused")
	err := broken(t,
		startup.Handlers(orders),
		fx.Provide(newLedger, func() (*database, error) { return nil, down }),
	)
	says(t, err, "startup: the function at build_test.go:N failed: connection refused")
	if !errors.Is(err, down) {
		t.Error("the cause is not in the error's chain")
	}
}

func printTraces() error { return errors.Join(errors.New("no exporter"), errors.New("no resource")) }

func TestAnInvocationThatFailsIsNamed(t *testing.T) {
	refuses(t, []string{
		"startup: startup_test.printTraces failed: no exporter",
		"startup: startup_test.printTraces failed: no resource",
	}, fx.Invoke(printTraces))
	refuses(t, []string{"startup: no such file"}, fx.Error(errors.New("no such file")))
}

func TestConstructorsInACircleAreReported(t *testing.T) {
	_, err := startup.Start(
		startup.Handlers(bills),
		fx.Provide(func(*mailer) database { return database{} }, func(database) *mailer { return nil }),
		startup.Service("test"),
	)
	if err == nil || !strings.Contains(err.Error(), "startup: the service cannot be put together: cycle detected in dependency graph: func(") {
		t.Errorf("got %v", err)
	}
}

func TestATypeProvidedTwiceIsReported(t *testing.T) {
	refuses(t, []string{`startup: the service cannot be put together: cannot provide function "startup_test".newLedger (build_test.go:N): ` +
		`cannot provide benzene.Scoped[*startup_test.ledger] from [0]: already provided by "startup_test".newLedger (build_test.go:N)`},
		fx.Provide(newLedger, newLedger))
}

func newRules() *middleware.Rules { return middleware.NewRules() }

func TestWhatTheServiceProvidesIsReplacedAndNotProvidedTwice(t *testing.T) {
	refuses(t, []string{`startup: *middleware.Rules is provided by startup_test.newRules and by the service itself; give yours to fx.Replace, or change it by fx.Decorate`},
		fx.Provide(newRules))
	refuses(t, []string{`startup: there are two services in one fx app; startup.Run adds the startup.Service it needs, so leave the other out`},
		startup.Service("other"))
}

func TestAFunctionWithoutANameIsRefusedByItsType(t *testing.T) {
	refuses(t, []string{`startup: startup.Handlers at build_test.go:N was given a function of type func() (benzene.Endpoint, func(), error), which is neither a benzene.Endpoint nor a constructor of one; give it a value, or a function that returns one and perhaps an error`},
		startup.Handlers(func() (benzene.Endpoint, func(), error) { return handler("a"), nil, nil }))
}

func TestServiceStandsLast(t *testing.T) {
	_, err := startup.Start(startup.Service("test"), startup.Handlers(handler("a")))
	if want := "startup: startup.Handlers at build_test.go:N comes after the service was built; startup.Service has to stand last"; err == nil || unnumbered(err.Error()) != want {
		t.Errorf("got %v; want %s", err, want)
	}
	_, err = startup.Start(startup.Handlers(handler("a")))
	if want := "startup: parts were given, but no service to make of them; startup.Service has to stand last"; err == nil || unnumbered(err.Error()) != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

// Without Start nobody holds the options, so the container is asked no more.
func TestAnFxAppOfOneselfIsToldWhatASourceNeeds(t *testing.T) {
	err := fx.New(fx.NopLogger, startup.Handlers(bills), startup.Service("test")).Err()
	want := "startup: startup_test.bills needs startup_test.database, *startup_test.mailer; nobody provides one of them, or something that its constructor needs"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestEverySourceMayBeAValueASliceOrAConstructor(t *testing.T) {
	var ran notebook
	check := func(name string) benzene.Check {
		return benzene.Check{Name: name, Run: func(context.Context) error { ran.note(name); return nil }}
	}
	var own *startup.Loopback
	start(t,
		startup.Handlers(handler("a"), []benzene.Endpoint{handler("b"), handler("c")}, func() benzene.Endpoint { return handler("d") }),
		startup.Handlers(func(...int) ([]benzene.Endpoint, error) { return []benzene.Endpoint{handler("e")}, nil }),
		startup.Checks(check("one"), func(d *database) []benzene.Check { return []benzene.Check{check(d.name)} }),
		startup.Transports(&line{}, []*line{{}, {}}, func() (*line, error) { return &line{}, nil }, func() benzene.Transport { return &line{} }),
		fx.Supply(&database{"two"}),
		fx.Invoke(func(l *startup.Loopback) { own = l }),
	)
	for _, topic := range []string{"a", "b", "c", "d", "e"} {
		if _, ok := own.Dispatcher().Resolve(benzene.Topic{ID: topic}); !ok {
			t.Errorf("topic %q has no handler", topic)
		}
	}
	if len(ran.read()) != 2 {
		t.Errorf("ran the checks %q; want both", ran.read())
	}
}

func TestAMissingHandlerIsAWarningUnlessEnforced(t *testing.T) {
	start(t)
	refuses(t,
		[]string{`startup: the service has no handlers; add them with startup.Handlers, or say that it needs none with startup.Mode("empty-registry", startup.Off)`},
		startup.Mode("empty-registry", startup.Enforce))
}

func TestOfTwoHandlersTheFirstStaysWhenNobodyMinds(t *testing.T) {
	answer := func(word string) benzene.Endpoint {
		return benzene.Handle("which", func(context.Context, empty) (string, error) { return word, nil })
	}
	var own *startup.Loopback
	start(t,
		startup.Mode("duplicate-topic", startup.Warn),
		startup.Handlers(answer("first"), answer("second")),
		fx.Invoke(func(l *startup.Loopback) { own = l }),
	)
	got, err := benzene.Call[string](t.Context(), own, "which", empty{})
	if err != nil || got != "first" {
		t.Errorf("got %q, %v", got, err)
	}
}
