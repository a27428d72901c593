package startup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// share is a part of the time that ctx has left, which for fx is 15 seconds to
// start and 45 to stop unless the application sets it.
func share(ctx context.Context, part float64) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(float64(time.Until(deadline))*part))
}

// start runs the stages that may wait for the world. Their time ends well before
// fx's: a start that fx gives up on frees nothing.
func (h *host) start(ctx context.Context) error {
	limited, cancel := share(ctx, 2./3)
	defer cancel()
	if err := report(append(h.check(limited), h.unbound...)...); err != nil || !h.serves {
		return err
	}
	if err := report(h.open(ctx, limited)...); err != nil {
		return err
	}
	h.serve()
	slog.InfoContext(ctx, "service started", h.identity()...)
	return nil
}

// identity is which service it is, for logs.
func (h *host) identity() []any {
	name, version := h.dispatcher.Name()
	return []any{"service", name, "version", version}
}

// check runs the application's checks.
func (h *host) check(ctx context.Context) (wrong []error) {
	checks := slices.DeleteFunc(slices.Clone(h.checks), func(c benzene.Check) bool { return h.modes[c.Name] == Off })
	ends := together(ctx, len(checks), func(i int) error {
		if checks[i].Run == nil {
			return errors.New("it has nothing to run; set Check.Run")
		}
		return checks[i].Run(ctx)
	}, func(int, error) {})
	for i, err := range ends {
		for _, found := range because(fmt.Sprintf("startup: check %q failed: ", checks[i].Name), err) {
			wrong = append(wrong, h.judged(checks[i].Name, found)...)
		}
	}
	return wrong
}

// open opens every transport. When one fails, those that are open give back
// what they claimed, within what ctx has left; a late one does when it is open.
func (h *host) open(ctx, limited context.Context) (wrong []error) {
	ends := together(limited, len(h.transports), func(i int) error {
		return h.transports[i].Open(limited)
	}, func(i int, err error) {
		if err == nil { // how it ends is of no account: the start has failed already, and said so
			attempt(func() error { return giveBack(h.transports[i]) }, func(error) {})
		}
	})
	for i, err := range ends {
		wrong = append(wrong, unopened(h.transports[i], err)...)
	}
	if len(wrong) == 0 {
		return nil
	}
	for i, t := range slices.Backward(h.transports) {
		if ends[i] != nil {
			continue
		}
		back := together(ctx, 1, func(int) error { return giveBack(t) }, func(int, error) {})
		wrong = append(wrong, because(fmt.Sprintf("startup: %T could not give back what it had opened: ", t), back[0])...)
	}
	return wrong
}

// unopened leaves it to a transport to begin with a name of its own, that of its
// package.
func unopened(t benzene.Transport, err error) (lines []error) {
	pkg, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprintf("%T", t), "*"), ".")
	for _, cause := range leaves(err) {
		words := fmt.Sprintf("startup: %T could not be opened: ", t)
		if strings.HasPrefix(cause.Error(), pkg+": ") {
			words = ""
		}
		lines = append(lines, because(words, cause)...)
	}
	return lines
}

// giveBack frees what t has opened and will not serve.
func giveBack(t benzene.Transport) error {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return t.Serve(ended)
}

// serve begins the work that ends with stop.
func (h *host) serve() {
	for _, w := range h.workers {
		h.behind.start(fmt.Sprintf("the worker %T", w), w.Serve, h.workerEnded)
	}
	for _, t := range h.transports {
		h.serving.start(fmt.Sprintf("the transport %T", t), t.Serve, h.transportEnded)
	}
}

var errEarly = errors.New("it ended without having been told to")

func (h *host) transportEnded(what string, err error) {
	if err == nil {
		err = errEarly
	}
	h.comeDown(what, err)
}

func (h *host) workerEnded(what string, err error) {
	if err != nil {
		h.comeDown(what, err)
	}
}

// comeDown has fx stop the service, with a failure unless it is over and all is
// well.
func (h *host) comeDown(what string, err error) {
	h.stopping.Store(true)
	h.mu.Lock()
	defer h.mu.Unlock()
	code := 0
	if !errors.Is(err, benzene.ErrFinished) {
		code = 1
		h.causes = append(h.causes, failed(what, err)...)
	}
	if h.told { // fx's Shutdowner is not made for several callers
		return
	}
	h.told = true
	_ = h.down.Shutdown(fx.ExitCode(code)) // an error says that somebody else has told fx before
}

// stop ends the transports, then the workers, and leaves some of the time to the
// application's own stop hooks. It returns why the service came down, and what
// did not end well.
func (h *host) stop(ctx context.Context) error {
	h.stopping.Store(true)
	if h.serves {
		slog.InfoContext(ctx, "service stopping", h.identity()...)
	}
	draining, cancel := share(ctx, 4./5)
	defer cancel()
	wrong := h.serving.stop(draining, "its drain limit has to end before four fifths of fx.StopTimeout")
	ending, cancel := share(ctx, 1./2)
	defer cancel()
	wrong = append(wrong, h.behind.stop(ending, "it has to return soon after its context has ended")...)
	h.mu.Lock()
	defer h.mu.Unlock()
	return report(append(wrong, h.causes...)...)
}
