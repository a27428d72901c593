package startup_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/startup"
)

// routed is a transport whose routes name topics.
func routed(routes map[string]string) *line {
	return &line{bind: func(d *benzene.Dispatcher) error {
		var wrong []error
		for route, topic := range routes {
			if _, ok := d.Resolve(benzene.Topic{ID: topic}); !ok {
				wrong = append(wrong, benzene.Finding{Check: "http-routes", Message: `http: route "` + route + `" names topic "` + topic + `", which has no handler; add one, or drop the route`})
			}
		}
		return errors.Join(wrong...)
	}}
}

func databaseDown() benzene.Check {
	return benzene.Check{Name: "db", Run: func(context.Context) error { return errors.New("unexpected EOF") }}
}

func TestBindAndCheckReportTogether(t *testing.T) {
	refuses(t, []string{
		`http: route "GET /b" names topic "b", which has no handler; add one, or drop the route`,
		`http: route "GET /c" names topic "c", which has no handler; add one, or drop the route`,
		`startup: check "db" failed: unexpected EOF`,
	},
		startup.Handlers(handler("a")),
		startup.Transports(routed(map[string]string{"GET /a": "a", "GET /b": "b"}), routed(map[string]string{"GET /c": "c"})),
		startup.Checks(databaseDown),
	)
}

func TestEachCheckHasAMode(t *testing.T) {
	log := captureLog(t)
	start(t,
		startup.Handlers(handler("a")),
		startup.Transports(routed(map[string]string{"GET /b": "b"})),
		startup.Checks(databaseDown, benzene.Check{Name: "slow", Run: func(context.Context) error {
			t.Error("a check that is off ran")
			return nil
		}}),
		startup.Mode("http-routes", startup.Off),
		startup.Mode("db", startup.Warn),
		startup.Mode("slow", startup.Off),
	)
	if got := log.String(); !strings.Contains(got, `msg="startup: check \"db\" failed: unexpected EOF" check=db`) || strings.Contains(got, "GET /b") {
		t.Errorf("logged %s", got)
	}
}

// advising is a transport that has something to say, and would serve all the
// same.
func advising() *line {
	return &line{bind: func(*benzene.Dispatcher) error {
		return errors.Join(
			benzene.Finding{Check: "open-door", Message: "door: it stands open; close it", Advice: true},
			benzene.Finding{Check: "no-roof", Message: "house: it has no roof; build one"},
		)
	}}
}

func TestAdviceIsAWarningUnlessItsCheckHasAMode(t *testing.T) {
	for name, c := range map[string]struct {
		modes  []fx.Option
		stops  bool
		logged bool
	}{
		"no mode":           {nil, false, true},
		"enforced":          {[]fx.Option{startup.Mode("open-door", startup.Enforce)}, true, false},
		"warned about":      {[]fx.Option{startup.Mode("open-door", startup.Warn)}, false, true},
		"off":               {[]fx.Option{startup.Mode("open-door", startup.Off)}, false, false},
		"the last one wins": {[]fx.Option{startup.Mode("open-door", startup.Off), startup.Mode("open-door", startup.Enforce)}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			log := captureLog(t)
			options := append(c.modes, startup.Handlers(handler("a")), startup.Transports(advising()), startup.Mode("no-roof", startup.Off))
			if c.stops {
				refuses(t, []string{"door: it stands open; close it"}, options...)
			} else {
				start(t, options...)
			}
			if got := strings.Contains(log.String(), `msg="door: it stands open; close it" check=open-door`); got != c.logged {
				t.Errorf("logged %s", log.String())
			}
		})
	}
}

func TestAdviceSoftensNothingBesideIt(t *testing.T) {
	refuses(t, []string{"house: it has no roof; build one"}, startup.Handlers(handler("a")), startup.Transports(advising()))
}

func TestACheckOfTheApplicationMayOnlyAdvise(t *testing.T) {
	log := captureLog(t)
	slow := benzene.Check{Name: "disk", Run: func(context.Context) error {
		return benzene.Finding{Message: "it is slow", Advice: true}
	}}
	start(t, startup.Handlers(handler("a")), startup.Checks(slow))
	if !strings.Contains(log.String(), `msg="startup: check \"disk\" failed: it is slow" check=disk`) {
		t.Errorf("logged %s", log.String())
	}
	refuses(t, []string{`startup: check "disk" failed: it is slow`},
		startup.Handlers(handler("a")), startup.Checks(slow), startup.Mode("disk", startup.Enforce))
}

// captureLog keeps what is logged until the test ends.
func captureLog(t *testing.T) *strings.Builder {
	t.Helper()
	log := &strings.Builder{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log
}

// What is wrong with a type is found before anything listens.
func TestWrongTypesKeepTheServiceFromOpening(t *testing.T) {
	type misspelt struct {
		Mail string `json:"mail" validate:"required,emial"`
	}
	type unfitting struct {
		Name string `json:"name" validate:"min=abc"`
	}
	type nested struct {
		Lines []misspelt `json:"lines" validate:"dive"`
	}
	type timed struct {
		Every chan int `json:"every"`
	}
	for name, c := range map[string]struct {
		endpoint benzene.Endpoint
		words    []string
	}{
		"a misspelt tag":         {benzene.On("a", func(context.Context, misspelt) error { return nil }), []string{"misspelt", "Mail", "emial"}},
		"a parameter":            {benzene.On("a", func(context.Context, unfitting) error { return nil }), []string{"unfitting", "Name", "min=abc"}},
		"an element":             {benzene.On("a", func(context.Context, nested) error { return nil }), []string{"misspelt", "Mail", "emial"}},
		"a type without a form":  {benzene.On("a", func(context.Context, timed) error { return nil }), []string{"Every", "chan int"}},
		"an attached type alike": {handler("b"), []string{"misspelt", "Mail", "emial"}},
	} {
		t.Run(name, func(t *testing.T) {
			var opened atomic.Bool
			transport := &line{open: func(context.Context) error { opened.Store(true); return nil }}
			if name == "an attached type alike" {
				transport.bind = func(d *benzene.Dispatcher) error {
					_, err := d.Attach(benzene.On("benzene:mcp:tool", func(context.Context, misspelt) error { return nil }))
					return err
				}
			}
			var stderr strings.Builder
			code := startup.RunFor(&stderr, "test", startup.Handlers(c.endpoint), startup.Transports(transport))
			if code != 1 || opened.Load() {
				t.Errorf("ended with %d, opened: %t", code, opened.Load())
			}
			for _, word := range c.words {
				if !strings.Contains(stderr.String(), word) {
					t.Errorf("%q is not in %s", word, stderr.String())
				}
			}
		})
	}
}

func TestTheRulesAreTheServicesToReplace(t *testing.T) {
	type product struct {
		SKU string `json:"sku" validate:"sku"`
	}
	start(t,
		startup.Handlers(benzene.On("a", func(context.Context, product) error { return nil })),
		startup.Mode("validation-tags", startup.Enforce),
		fx.Replace(middleware.NewRules(skus)),
	)
}

func skus(v *validator.Validate) { v.RegisterAlias("sku", "alphanum,len=8") }

func TestAPortInUseIsNamedAndTheOthersAreFreed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()

	free := listener("127.0.0.1:0")
	err = broken(t,
		startup.Handlers(handler("a")),
		startup.Transports(free, listener(taken.Addr().String())),
	)
	says(t, err, "startup: *startup_test.port could not be opened: listen tcp "+taken.Addr().String()+": bind: address already in use")
	if !errors.Is(err, syscall.EADDRINUSE) {
		t.Error("the cause is not in the error's chain")
	}
	again, err := net.Listen("tcp", free.listener.Addr().String())
	if err != nil {
		t.Fatalf("the other port is not free again: %v", err)
	}
	_ = again.Close()
}

// port is a transport that listens, and nothing else.
type port struct {
	line
	listener net.Listener
}

func listener(addr string) *port {
	p := &port{}
	p.open = func(ctx context.Context) (err error) {
		p.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		return err
	}
	p.serve = func(ctx context.Context) error {
		<-ctx.Done()
		return p.listener.Close()
	}
	return p
}

func TestWhoCannotGiveBackSaysSo(t *testing.T) {
	refuses(t, []string{
		"startup: *startup_test.line could not be opened: no broker",
		"startup: *startup_test.line could not give back what it had opened: the pipe is stuck",
	},
		startup.Transports(
			&line{serve: func(context.Context) error { return errors.New("the pipe is stuck") }},
			&line{open: func(context.Context) error { return errors.New("no broker") }},
		))
}

func TestATransportMaySpeakForItself(t *testing.T) {
	refuses(t, []string{"startup_test: cannot listen at :80; name another address"},
		startup.Transports(&line{open: func(context.Context) error {
			return errors.New("startup_test: cannot listen at :80; name another address")
		}}))
}

func TestAPanicAtStartIsALine(t *testing.T) {
	refuses(t, []string{"startup: *startup_test.line could not be opened: panic: no luck"},
		startup.Transports(&line{open: func(context.Context) error { panic("no luck") }}))
	refuses(t, []string{"startup: *startup_test.line could not be opened: it ended its goroutine (runtime.Goexit)"},
		startup.Transports(&line{open: func(context.Context) error { runtime.Goexit(); return nil }}))
	refuses(t, []string{
		`startup: binding *startup_test.line failed: panic: no route`,
		`startup: check "db" failed: panic: no driver`,
		`startup: check "idle" failed: it has nothing to run; set Check.Run`,
	},
		startup.Transports(&line{bind: func(*benzene.Dispatcher) error { panic("no route") }}),
		startup.Checks(benzene.Check{Name: "db", Run: func(context.Context) error { panic("no driver") }}, benzene.Check{Name: "idle"}),
	)
}

func TestWorkersBeginOnceAllIsOpenAndEndOnceAllHasDrained(t *testing.T) {
	var n notebook
	began := make(chan struct{})
	transport := noted(&n, "transport")
	app, err := startup.Start(
		startup.Background(func() startup.Worker { return &worker{&n, began} }),
		startup.Transports(transport),
		startup.Service("test"),
	)
	if err != nil {
		t.Fatal(err)
	}
	<-began
	if err := app.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"transport opens", "worker begins", "transport ends", "worker ends"}, n.read()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

type worker struct {
	*notebook
	began chan struct{}
}

func (w *worker) Serve(ctx context.Context) error {
	w.note("worker begins")
	close(w.began)
	<-ctx.Done()
	w.note("worker ends")
	return nil
}

func TestAHandlerAsksAnotherTopicOfItsService(t *testing.T) {
	type counted struct {
		N int `json:"n"`
	}
	asking := func(own *startup.Loopback) benzene.Endpoint {
		if _, err := benzene.Call[counted](t.Context(), own, "count", empty{}); benzene.StatusOf(err) != benzene.ServiceUnavailable {
			t.Errorf("asked while the service is built, it said %v", err)
		}
		return benzene.Handle("ask", func(ctx context.Context, req empty) (counted, error) {
			return benzene.Call[counted](ctx, own, "count", req)
		})
	}
	transport := &line{}
	start(t,
		startup.Handlers(asking, benzene.Handle("count", func(context.Context, empty) (counted, error) { return counted{7}, nil })),
		startup.Transports(transport),
	)
	got, err := benzene.Call[counted](t.Context(), transport.dispatcher, "ask", empty{})
	if err != nil || got.N != 7 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTheDispatcherKnowsTheServiceAndItsNames(t *testing.T) {
	transport := &line{}
	start(t,
		startup.Transports(transport),
		fx.Replace(benzene.Names{Topic: "subject"}),
		startup.Dispatcher(benzene.Select(func(benzene.Topic, []string) (string, bool) { return "2", true })),
		startup.Handlers(
			benzene.On("a", func(context.Context, empty) error { return nil }, benzene.Version("1")),
			benzene.On("a", func(context.Context, empty) error { return nil }, benzene.Version("2")),
		),
	)
	d := transport.dispatcher
	if name, version := d.Name(); name != "test" || version == "" {
		t.Errorf("it is called %q, version %q", name, version)
	}
	if d.Names().Topic != "subject" || d.Names().Correlation != "x-correlation-id" {
		t.Errorf("its names are %+v", d.Names())
	}
	if c, _ := d.Resolve(benzene.Topic{ID: "a"}); c.Topic.Version != "2" {
		t.Errorf("it chose %v", c.Topic)
	}
}
