package startup_test

import (
	"context"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"
	"go.uber.org/goleak"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	goleak.VerifyTestMain(m)
}

// A notebook keeps what happened, in order.
type notebook struct {
	mu    sync.Mutex
	notes []string
}

func (n *notebook) note(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes = append(n.notes, text)
}

func (n *notebook) read() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.notes...)
}

// line is a transport that brings what a test puts on it.
type line struct {
	bind  func(*benzene.Dispatcher) error
	open  func(context.Context) error
	serve func(context.Context) error // waits for ctx when nil

	dispatcher *benzene.Dispatcher
}

func (l *line) Bind(d *benzene.Dispatcher) error {
	l.dispatcher = d
	if l.bind != nil {
		return l.bind(d)
	}
	return nil
}

func (l *line) Open(ctx context.Context) error {
	if l.open != nil {
		return l.open(ctx)
	}
	return nil
}

func (l *line) Serve(ctx context.Context) error {
	if l.serve != nil {
		return l.serve(ctx)
	}
	<-ctx.Done()
	return nil
}

// noted writes down when it opens and when it has ended.
func noted(n *notebook, name string) *line {
	return &line{
		open: func(context.Context) error { n.note(name + " opens"); return nil },
		serve: func(ctx context.Context) error {
			<-ctx.Done()
			n.note(name + " ends")
			return nil
		},
	}
}

type empty struct{}

func handler(topic string) benzene.Endpoint {
	return benzene.Handle(topic, nothing)
}

func nothing(context.Context, empty) (empty, error) { return empty{}, nil }

// start starts a service and stops it when the test ends.
func start(t *testing.T, options ...fx.Option) *fx.App {
	t.Helper()
	app, err := startup.Start(append(options, startup.Service("test"))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return app
}

// refuses expects that a service does not start, and says exactly lines.
func refuses(t *testing.T, lines []string, options ...fx.Option) {
	t.Helper()
	says(t, broken(t, options...), lines...)
}

// broken returns why a service does not start.
func broken(t *testing.T, options ...fx.Option) error {
	t.Helper()
	app, err := startup.Start(append(options, startup.Service("test"))...)
	if err == nil {
		_ = app.Stop(context.Background())
		t.Fatal("the service started")
	}
	return err
}

func says(t *testing.T, err error, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, strings.Split(unnumbered(err.Error()), "\n")); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

var lineNumber = regexp.MustCompile(`(_test\.go):\d+`)

// unnumbered keeps the expectations of this package's tests from changing with
// the places of its lines.
func unnumbered(text string) string { return lineNumber.ReplaceAllString(text, "$1:N") }
