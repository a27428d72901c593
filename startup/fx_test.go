package startup_test

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// hooks are an application's own: they note that they start and stop.
func hooks(n *notebook, name string) fx.Option {
	return fx.Invoke(func(l fx.Lifecycle) {
		l.Append(fx.StartStopHook(func() { n.note(name + " starts") }, func() { n.note(name + " stops") }))
	})
}

func TestAWarmUpPrecedesTheFirstMessageAndAStopFollowsTheLast(t *testing.T) {
	var n notebook
	app, err := startup.Start(
		startup.Transports(noted(&n, "transport")),
		hooks(&n, "warm-up"),
		fx.Module("part", hooks(&n, "module"), startup.Handlers(handler("a"))),
		startup.Service("test"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"module starts", "warm-up starts", "transport opens",
		"transport ends", "warm-up stops", "module stops",
	}
	if diff := cmp.Diff(want, n.read()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestServingOutlivesTheStart(t *testing.T) {
	given := make(chan context.Context, 1)
	start(t, startup.Transports(&line{serve: func(ctx context.Context) error {
		given <- ctx
		<-ctx.Done()
		return nil
	}}))
	ctx := <-given
	if _, limited := ctx.Deadline(); limited || ctx.Err() != nil {
		t.Errorf("a transport serves on the start's context, which ends with the start: %v", ctx)
	}
}

func TestAStopHasMoreTimeThanTransportsDrain(t *testing.T) {
	for want, app := range map[time.Duration]*fx.App{
		45 * time.Second: fx.New(fx.NopLogger, fx.StopTimeout(time.Second), startup.Service("test")),
		40 * time.Second: fx.New(fx.NopLogger, startup.Service("test"), fx.StopTimeout(40*time.Second)),
	} {
		if got := app.StopTimeout(); got != want {
			t.Errorf("got %v; want %v", got, want)
		}
	}
}

func TestAStopTimeoutOfTheApplicationHoldsInRun(t *testing.T) {
	var n notebook
	var stderr strings.Builder
	left := make(chan struct{})
	code := startup.RunFor(&stderr, "test",
		fx.StopTimeout(50*time.Millisecond),
		hooks(&n, "application"),
		startup.Transports(&line{serve: func(context.Context) error { <-left; return nil }}),
		fx.Invoke(func(down fx.Shutdowner) error { return down.Shutdown() }),
	)
	close(left)
	want := "startup: the transport *startup_test.line was told to stop and has not; its drain limit has to end before four fifths of fx.StopTimeout\n"
	if code != 1 || stderr.String() != want {
		t.Errorf("ended with %d and said %s", code, stderr.String())
	}
	if diff := cmp.Diff([]string{"application starts", "application stops"}, n.read()); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestAStopHookThatTakesTooLongIsReported(t *testing.T) {
	var stderr strings.Builder
	code := startup.RunFor(&stderr, "test",
		fx.StopTimeout(50*time.Millisecond),
		fx.Invoke(func(l fx.Lifecycle, down fx.Shutdowner) error {
			l.Append(fx.StopHook(func(ctx context.Context) { <-ctx.Done() }))
			return down.Shutdown()
		}),
	)
	want := "startup: not everything had stopped within 50ms; make it faster, or set fx.StopTimeout\n"
	if code != 1 || stderr.String() != want {
		t.Errorf("ended with %d and said %s", code, stderr.String())
	}
}

// fx frees nothing of a hook whose start took too long, so ours ends before.
func TestAnOpenThatTakesTooLongIsGivenUpBeforeFxGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n notebook
		began := time.Now()
		refuses(t, []string{"startup: *startup_test.line could not be opened: context deadline exceeded"},
			startup.Transports(noted(&n, "first"), noted(&n, "second"), &line{open: func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			}}))
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
		got := n.read()
		slices.Sort(got[:2]) // they open at the same time
		if diff := cmp.Diff([]string{"first opens", "second opens", "second ends", "first ends"}, got); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

func TestAnOpenThatIgnoresItsLimitGivesBackWhenItIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n notebook
		late := noted(&n, "late")
		late.open = func(context.Context) error { time.Sleep(time.Minute); return nil }
		refuses(t, []string{"startup: *startup_test.line could not be opened: it took too long, and ignored that its context had ended"},
			startup.Transports(late))
		time.Sleep(time.Minute)
		if diff := cmp.Diff([]string{"late ends"}, n.read()); diff != "" {
			t.Errorf("notes (-want +got):\n%s", diff)
		}
	})
}

// fx rolls a start back within what is left of its time: after a time-out, not
// at all.
func TestAHookThatTakesTooLongHasTheOthersStoppedInReverseOnce(t *testing.T) {
	for name, slow := range map[string]func(context.Context) error{
		"minding its context": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"ignoring it":         func(context.Context) error { time.Sleep(time.Hour); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var n notebook
				var stderr strings.Builder
				began := time.Now()
				code := startup.RunFor(&stderr, "test",
					hooks(&n, "one"), hooks(&n, "two"),
					fx.Invoke(cache{slow}.warm),
					startup.Transports(noted(&n, "transport")),
				)
				if took := time.Since(began); code != 1 || took != 15*time.Second {
					t.Errorf("ended with %d after %v", code, took)
				}
				if diff := cmp.Diff([]string{"one starts", "two starts", "two stops", "one stops"}, n.read()); diff != "" {
					t.Errorf("order (-want +got):\n%s", diff)
				}
				want := "startup: the start hook of startup_test.cache.warm had not ended within 15s; make it faster, or set fx.StartTimeout\n"
				if stderr.String() != want {
					t.Errorf("said %q", stderr.String())
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// A roll-back has the time of a stop, not what is left of the start's.
func TestAHookThatFailsIsReportedAlsoWhenStoppingIsSlow(t *testing.T) {
	var n notebook
	over := make(chan struct{})
	refuses(t, []string{"startup: the start hook of startup_test.cache.warm failed: no cache"},
		fx.StartTimeout(20*time.Millisecond),
		hooks(&n, "first"),
		fx.Invoke(func(l fx.Lifecycle) {
			l.Append(fx.StartStopHook(func(ctx context.Context) {
				context.AfterFunc(ctx, func() { close(over) })
			}, func() { <-over }))
		}),
		fx.Invoke(cache{func(context.Context) error { return errors.New("no cache") }}.warm),
	)
	if diff := cmp.Diff([]string{"first starts", "first stops"}, n.read()); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// A cache has to be warm before the service starts.
type cache struct{ start func(context.Context) error }

func (c cache) warm(l fx.Lifecycle) { l.Append(fx.StartHook(c.start)) }

func emptyDesk(l fx.Lifecycle) {
	l.Append(fx.StopHook(func() error { return errors.New("a page is left") }))
}

func TestHooksThatFailAreNamed(t *testing.T) {
	var stderr strings.Builder
	code := startup.RunFor(&stderr, "test",
		fx.Invoke(emptyDesk),
		fx.Invoke(cache{func(context.Context) error { return errors.New("no cache") }}.warm),
	)
	want := "startup: the start hook of startup_test.cache.warm failed: no cache\n" +
		"startup: the stop hook of startup_test.emptyDesk failed: a page is left\n"
	if code != 1 || stderr.String() != want {
		t.Errorf("ended with %d and said\n%s", code, stderr.String())
	}
}

// meter is something that a pipeline needs.
type meter struct{ count int }

func (m *meter) Count(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		m.count++
		return next(ctx, inv)
	}
}

func newPipeline(m *meter) benzene.Pipeline { return benzene.Pipeline{m.Count} }

// dig takes an optional value for absent when its constructor misses something.
func TestAPipelineThatMissesSomethingIsNotLeftOut(t *testing.T) {
	refuses(t, []string{"startup: nobody provides *startup_test.meter, which startup_test.newPipeline needs; give a constructor of it to fx.Provide"},
		startup.Handlers(handler("a")),
		startup.Pipeline(newPipeline),
	)
}

func TestASecondPipelineIsReportedWithBothPlaces(t *testing.T) {
	_, err := startup.Start(
		startup.Pipeline(newPipeline),
		fx.Module("other", startup.Pipeline(newPipeline)),
		fx.Supply(&meter{}),
		startup.Service("test"),
	)
	want := "startup: there are 2 pipelines, from startup.Pipeline at fx_test.go:N and at fx_test.go:N; a service has one, so put all middleware into one of them"
	if err == nil || unnumbered(err.Error()) != want {
		t.Fatalf("got %v", err)
	}
	if places := lineNumber.FindAllString(err.Error(), -1); places[0] == places[1] {
		t.Errorf("both places are %s", places[0])
	}
}

func TestABareMiddlewareIsNoConstructor(t *testing.T) {
	var n notebook
	noting := func(name string) func(benzene.Contract, benzene.Next) benzene.Next {
		return func(_ benzene.Contract, next benzene.Next) benzene.Next {
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				n.note(name)
				return next(ctx, inv)
			}
		}
	}
	var own *startup.Loopback
	start(t,
		startup.Handlers(handler("a")),
		startup.Pipeline(noting("outer"), func(m *meter) benzene.Middleware { return m.Count }, noting("inner")),
		fx.Supply(&meter{}),
		fx.Invoke(func(l *startup.Loopback) { own = l }),
	)
	if _, err := benzene.Call[empty](t.Context(), own, "a", empty{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"outer", "inner"}, n.read()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	refuses(t, []string{"startup: startup.Handlers at fx_test.go:N was given startup_test.(*meter).Count, which is neither a benzene.Endpoint nor a constructor of one; give it a value, or a function that returns one and perhaps an error"},
		startup.Handlers((&meter{}).Count))
}

// fx prints to standard error what happens before it has asked for its logger,
// and everything when it fails to ask.
func TestFxKeepsSilent(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = write
	_, circle := startup.Start(fx.Provide(func(*mailer) database { return database{} }, func(database) *mailer { return nil }), startup.Service("test"))
	_, missing := startup.Start(startup.Handlers(orders), startup.Service("test"))
	os.Stderr = stderr
	_ = write.Close()
	said, err := io.ReadAll(read)
	if err != nil || circle == nil || missing == nil || len(said) > 0 {
		t.Errorf("%v %v %v; fx said %s", err, circle, missing, said)
	}
}
