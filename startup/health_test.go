package startup_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// health answers at once.
func health(name string, data map[string]any, err error) benzene.Health {
	return benzene.Health{Name: name, Type: "Sql", Run: func(context.Context) (map[string]any, error) { return data, err }}
}

// ask sends a message of topic to d and returns the status and the body.
func ask(t *testing.T, d benzene.Sender, topic string) (benzene.Status, string) {
	t.Helper()
	reply, err := d.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: topic}})
	if err != nil {
		t.Fatal(err)
	}
	return reply.Status, string(reply.Body)
}

func probes(t *testing.T, ready, others []benzene.Health) *benzene.Dispatcher {
	t.Helper()
	registry, err := benzene.NewRegistry(startup.Probes(ready, others)...)
	if err != nil {
		t.Fatal(err)
	}
	return benzene.NewDispatcher(registry, nil)
}

func TestReportsAreWrittenAsTheContractsSay(t *testing.T) {
	d := probes(t,
		[]benzene.Health{health("http", nil, nil)},
		[]benzene.Health{
			health("ledger-db", map[string]any{"LagSeconds": 9}, benzene.Warning("the replica lags")),
			health("ledger-db", map[string]any{}, nil),
			health("ledger-db", nil, nil),
			health("", nil, nil),
		})
	for topic, want := range map[string]string{
		benzene.HealthTopic: `{"isHealthy":true,"healthChecks":{` +
			`"Sql":{"status":"ok","type":"Sql","data":{}},` +
			`"http":{"status":"ok","type":"Sql","data":{}},` +
			`"ledger-db":{"status":"warning","type":"Sql","data":{"LagSeconds":9}},` +
			`"ledger-db-2":{"status":"ok","type":"Sql","data":{}},` +
			`"ledger-db-3":{"status":"ok","type":"Sql","data":{}}}}`,
		benzene.ReadinessTopic: `{"isHealthy":true,"healthChecks":{"http":{"status":"ok","type":"Sql","data":{}}}}`,
		benzene.LivenessTopic:  `{"isHealthy":true,"healthChecks":{}}`,
	} {
		if status, body := ask(t, d, topic); status != benzene.OK || body != want {
			t.Errorf("%s: %s %s", topic, status, body)
		}
	}
}

func TestAFailureIsReportedByItsKindAlone(t *testing.T) {
	secret := errors.New("password hunter2 refused")
	for name, c := range map[string]struct {
		health benzene.Health
		data   string
	}{
		"an error":          {health("db", nil, &fs.PathError{Op: "open", Path: "/secret", Err: secret}), `{"error":"*errors.errorString"}`},
		"beside data":       {health("db", map[string]any{"open": 3}, secret), `{"error":"*errors.errorString","open":3}`},
		"a deadline":        {health("db", nil, context.DeadlineExceeded), `{"error":"timeout"}`},
		"a cancellation":    {health("db", nil, context.Canceled), `{"error":"cancelled"}`},
		"a panic":           {benzene.Health{Name: "db", Type: "Sql"}, `{"error":"panic"}`},
		"a nil pointer":     {health("db", nil, (*fs.PathError)(nil)), `{"error":"panic"}`},
		"data that panics":  {health("db", map[string]any{"lag": explosive{}}, nil), `{"error":"panic"}`},
		"data without form": {health("db", map[string]any{"lag": math.NaN()}, nil), `{"error":"*errors.errorString"}`},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := ask(t, probes(t, nil, []benzene.Health{c.health}), benzene.HealthTopic)
			want := `{"isHealthy":false,"healthChecks":{"db":{"status":"failed","type":"Sql","data":` + c.data + `}}}`
			if status != benzene.ServiceUnavailable || body != want {
				t.Errorf("got %s %s; want %s", status, body, want)
			}
		})
	}
}

// An explosive panics when it is written.
type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic("boom") }

func TestACheckThatHangsFailsAfterFiveSecondsAndIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		release := make(chan struct{})
		d := probes(t, nil, []benzene.Health{health("quick", nil, nil), {Name: "hung", Type: "Queue", Run: func(context.Context) (map[string]any, error) {
			asked.Add(1)
			<-release
			return nil, nil
		}}})
		began := time.Now()
		for range 3 {
			status, body := ask(t, d, benzene.HealthTopic)
			if status != benzene.ServiceUnavailable || !strings.Contains(body, `"hung":{"status":"failed","type":"Queue","data":{"error":"timeout"}}`) || !strings.Contains(body, `"quick":{"status":"ok"`) {
				t.Errorf("got %s %s", status, body)
			}
		}
		if took := time.Since(began); took != 15*time.Second || asked.Load() != 1 {
			t.Errorf("three probes took %v and asked %d times", took, asked.Load())
		}
		close(release)
		synctest.Wait()
		if status, body := ask(t, d, benzene.HealthTopic); status != benzene.OK {
			t.Errorf("once it answers: %s %s", status, body)
		}
	})
}

func TestAChangeOfHealthIsLoggedOnceWithItsCause(t *testing.T) {
	var log strings.Builder
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)

	var down atomic.Bool
	d := probes(t, nil, []benzene.Health{{Name: "db", Run: func(context.Context) (map[string]any, error) {
		if down.Load() {
			return nil, errors.New("connection refused")
		}
		return nil, nil
	}}})
	for _, state := range []bool{false, true, true, false, false} {
		down.Store(state)
		ask(t, d, benzene.HealthTopic)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `msg="health check failed" check=db error="connection refused"`) || !strings.Contains(lines[1], `msg="health check recovered" check=db`) {
		t.Errorf("logged\n%s", log.String())
	}
}

// reporter is a transport that knows how well it is.
type reporter struct {
	line
	err error
}

func (r *reporter) Health() benzene.Health { return health("orders", nil, r.err) }

func TestAServiceAnswersTheHealthTopics(t *testing.T) {
	transport := &reporter{}
	start(t,
		startup.Transports(transport),
		startup.Checks(health("db", nil, errors.New("down")), func(*database) benzene.Health { return health("cache", nil, nil) }),
		fx.Supply(&database{}),
	)
	if status, body := ask(t, transport.dispatcher, benzene.ReadinessTopic); status != benzene.OK ||
		body != `{"isHealthy":true,"healthChecks":{"orders":{"status":"ok","type":"Sql","data":{}},"test":{"status":"ok","type":"Service","data":{}}}}` {
		t.Errorf("readiness is %s %s", status, body)
	}
	if status, body := ask(t, transport.dispatcher, benzene.HealthTopic); status != benzene.ServiceUnavailable ||
		!strings.Contains(body, `"db":{"status":"failed"`) || !strings.Contains(body, `"cache":{"status":"ok"`) || !strings.Contains(body, `"orders"`) {
		t.Errorf("health is %s %s", status, body)
	}
}

func TestAServiceThatStopsIsNotReady(t *testing.T) {
	var while, after benzene.Status
	asked := make(chan struct{})
	transport := &line{}
	transport.serve = func(ctx context.Context) error {
		while, _ = ask(t, transport.dispatcher, benzene.ReadinessTopic)
		close(asked)
		<-ctx.Done()
		after, _ = ask(t, transport.dispatcher, benzene.ReadinessTopic)
		return nil
	}
	app, err := startup.Start(startup.Transports(transport), startup.Service("test"))
	if err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := app.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]benzene.Status{benzene.OK, benzene.ServiceUnavailable}, []benzene.Status{while, after}); diff != "" {
		t.Errorf("readiness before and after (-want +got):\n%s", diff)
	}
}

func TestAHandlerOfOnesOwnForAHealthTopicIsASecondOne(t *testing.T) {
	refuses(t, []string{`startup: topic "benzene:liveness" has two handlers, startup_test.nothing and startup.probe.func1 ("Says that the process answers."); remove one, or give it a version with benzene.Version`},
		startup.Handlers(handler(benzene.LivenessTopic)))
}
