package startup

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

// A journal starts and stops an fx app, and hears of its events instead of
// having them printed. So it knows which hook failed; and it can stop what had
// started when a start fails. fx does that within what is left of the start's
// own time: after a time-out there is none, and fx stops nothing.
type journal struct {
	app  *fx.App
	back sync.Once

	mu       sync.Mutex
	limit    context.Context // of the start
	invoked  string          // the invocation that failed
	starting string          // who added the start hook that was called last
	starts   []error
	stops    []error
}

// silent has fx tell logger instead of standard error, also when fx fails before
// it can ask for its logger.
func silent(logger fxevent.Logger) fx.Option {
	return fx.Options(fx.Logger(nobody{}), fx.WithLogger(func() fxevent.Logger { return logger }))
}

type nobody struct{}

func (nobody) Printf(string, ...any) {}

// LogEvent is called by fx.
func (j *journal) LogEvent(event fxevent.Event) {
	if _, failed := event.(*fxevent.RollingBack); failed {
		j.rollBack()
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	switch e := event.(type) {
	case *fxevent.Invoked:
		if e.Err != nil {
			j.invoked = strings.TrimSuffix(path.Base(e.FunctionName), "()")
		}
	case *fxevent.OnStartExecuting:
		j.starting = path.Base(e.CallerName)
	case *fxevent.OnStartExecuted:
		if late := j.limit.Err() != nil && errors.Is(e.Err, context.DeadlineExceeded); !late {
			j.starts = append(j.starts, hookFailed("start", e.CallerName, e.Err)...)
		}
	case *fxevent.OnStopExecuted:
		j.stops = append(j.stops, hookFailed("stop", e.CallerName, e.Err)...)
	}
}

// hookFailed names who added a hook that failed; a line of ours says enough.
func hookFailed(moment, caller string, err error) (lines []error) {
	for _, leaf := range leaves(err) {
		var own *line
		if errors.As(leaf, &own) {
			lines = append(lines, leaf)
			continue
		}
		lines = append(lines, because(fmt.Sprintf("startup: the %s hook of %s failed: ", moment, path.Base(caller)), leaf)...)
	}
	return lines
}

func (j *journal) start() error {
	ctx, cancel := context.WithTimeout(context.Background(), j.app.StartTimeout())
	defer cancel()
	j.limit = ctx
	err := j.app.Start(ctx)
	if err == nil {
		return nil
	}
	slow := ctx.Err() != nil
	j.rollBack()
	j.mu.Lock()
	defer j.mu.Unlock()
	wrong := append(j.stops, j.starts...)
	switch {
	case len(j.starts) > 0: // a slow roll-back makes no slow start
	case slow:
		wrong = append(wrong, wrongf("startup: the start hook of %s had not ended within %v; make it faster, or set fx.StartTimeout", j.starting, j.app.StartTimeout()))
	default:
		wrong = append(wrong, because("startup: ", err)...)
	}
	return report(wrong...)
}

// rollBack stops what has started, once, and in a time of its own. Who comes
// second waits for the first.
func (j *journal) rollBack() { j.back.Do(func() { _ = j.stop() }) } // its lines stay in stops

func (j *journal) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), j.app.StopTimeout())
	defer cancel()
	err := j.app.Stop(ctx)
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		j.stops = append(j.stops, wrongf("startup: not everything had stopped within %v; make it faster, or set fx.StopTimeout", j.app.StopTimeout()))
	case len(j.stops) == 0:
		return report(because("startup: ", err)...)
	}
	return report(j.stops...)
}
