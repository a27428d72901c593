package startuptest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"
	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	goleak.VerifyTestMain(m)
}

// A Bank is what the service needs from outside.
type Bank struct{ open bool }

type pay struct {
	Amount int `json:"amount" validate:"gte=1"`
}

func payments(bank *Bank) benzene.Endpoint {
	return benzene.On("pay", func(context.Context, pay) error {
		if !bank.open {
			return benzene.ServiceUnavailable.Errorf("the bank is closed")
		}
		return nil
	})
}

func bankIsOpen(bank *Bank) benzene.Check {
	return benzene.Check{Name: "bank", Run: func(context.Context) error {
		if !bank.open {
			return errors.New("it is closed")
		}
		return nil
	}}
}

// port is bound, and must not be opened.
type port struct {
	t     testing.TB
	bound bool
}

func (p *port) Bind(*benzene.Dispatcher) error { p.bound = true; return nil }
func (p *port) Open(context.Context) error     { p.t.Error("a transport was opened"); return nil }
func (p *port) Serve(context.Context) error    { p.t.Error("a transport served"); return nil }

func service(p *port) fx.Option {
	return fx.Options(
		fx.Provide(func() *Bank { return &Bank{} }),
		startup.Handlers(payments),
		startup.Checks(bankIsOpen),
		startup.Transports(p),
	)
}

func TestAServiceIsBoundAndCheckedAndNothingIsOpened(t *testing.T) {
	p := &port{t: t}
	d := startuptest.New(t, service(p), fx.Replace(&Bank{open: true}))
	if !p.bound {
		t.Error("the transport was not bound")
	}
	if err := benzene.Publish(t.Context(), d, "pay", pay{Amount: 3}); err != nil {
		t.Error(err)
	}
	if err := benzene.Publish(t.Context(), d, "pay", pay{}); benzene.StatusOf(err) != benzene.ValidationError {
		t.Errorf("got %v; want it refused by the pipeline", err)
	}
}

func TestHooksOfTheApplicationStartAndStopWithTheTest(t *testing.T) {
	var notes []string
	t.Run("within", func(t *testing.T) {
		startuptest.New(t, fx.Invoke(func(l fx.Lifecycle) {
			l.Append(fx.StartStopHook(func() { notes = append(notes, "start") }, func() { notes = append(notes, "stop") }))
		}))
		notes = append(notes, "test")
	})
	if diff := cmp.Diff([]string{"start", "test", "stop"}, notes); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// failing is a test that fails without the tests around it doing so.
type failing struct {
	testing.TB
	said string
	ends []func()
}

func (f *failing) Helper()                           {}
func (f *failing) Cleanup(end func())                { f.ends = append(f.ends, end) }
func (f *failing) Fatalf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }
func (f *failing) Errorf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }

func TestAServiceThatDoesNotStartFailsTheTestWithAReport(t *testing.T) {
	f := &failing{TB: t}
	if d := startuptest.New(f, service(&port{t: t}), startup.Handlers(payments)); d != nil {
		t.Error("there is a dispatcher of a service that cannot be built")
	}
	want := "the service does not start:\n" +
		`startup: topic "pay" has two handlers, startuptest_test.payments.func1 and startuptest_test.payments.func1; remove one, or give it a version with benzene.Version`
	if f.said != want {
		t.Errorf("it said %s", f.said)
	}
	f = &failing{TB: t}
	startuptest.New(f, service(&port{t: t}))
	if want := "the service does not start:\nstartup: check \"bank\" failed: it is closed"; f.said != want {
		t.Errorf("it said %s", f.said)
	}
}

// door is a transport that would rather be closed.
type door struct{ port }

func (*door) Bind(*benzene.Dispatcher) error {
	return benzene.Finding{Check: "open-door", Message: "door: it stands open; close it", Advice: true}
}

func TestAdviceFailsATestOnlyWhenItIsEnforced(t *testing.T) {
	parts := startup.Transports(&door{port{t: t}})
	if d := startuptest.New(t, parts); d == nil {
		t.Error("there is no dispatcher")
	}
	f := &failing{TB: t}
	startuptest.New(f, parts, startup.Mode("open-door", startup.Enforce))
	if want := "the service does not start:\ndoor: it stands open; close it"; f.said != want {
		t.Errorf("it said %s", f.said)
	}
}

func TestAStopThatFailsFailsTheTest(t *testing.T) {
	f := &failing{TB: t}
	startuptest.New(f, fx.Invoke(func(l fx.Lifecycle) {
		l.Append(fx.StopHook(func() error { return errors.New("a page is left") }))
	}))
	for _, end := range f.ends {
		end()
	}
	if want := "the service does not stop: a page is left"; f.said != want {
		t.Errorf("it said %s", f.said)
	}
}
