package benzene_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// A diary is what happened, in order.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) add(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *diary) want(t *testing.T, lines ...string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if diff := cmp.Diff(lines, d.lines); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

// promise is a Scoped that writes its begin and its end into the diary.
func (d *diary) promise(name string) benzene.Scoped[string] {
	return benzene.NewScoped(
		func(context.Context) (string, error) {
			d.add("begin %s", name)
			return name, nil
		},
		func(_ context.Context, value string, outcome error) error {
			d.add("end %s: %v", value, outcome)
			return nil
		},
	)
}

// handle is an endpoint of topic "t" without request and response.
func handle(fn func(ctx context.Context) error) benzene.Endpoint {
	return benzene.On("t", func(ctx context.Context, _ struct{}) error { return fn(ctx) })
}

var errTest = errors.New("a failure of the test")
