package queue

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// receive takes deliveries in hand until ctx ends. It returns
// benzene.ErrFinished when the source has no more.
func (s *shift) receive(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case h := <-s.free:
			if err := s.next(ctx, h); err != nil {
				s.free <- h
				if ctx.Err() != nil {
					return nil
				}
				return err
			}
			s.take(h)
		case <-ctx.Done():
		}
	}
	return nil
}

// next asks the source until it has an answer: a delivery, which is in hand
// then, that there will be none, or that ctx has ended.
func (s *shift) next(ctx context.Context, h *hand) error {
	var out *outage
	for {
		err := s.ask(ctx, h)
		switch {
		case err == nil:
			if out != nil {
				s.outage.Store(nil)
				s.logger.InfoContext(ctx, "queue: receiving works again", "failures", out.failures)
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case err == io.EOF: //nolint:errorlint // wrapped, it is a connection that broke and not the end of the messages
			s.logger.InfoContext(ctx, "queue: the source has no more messages")
			return benzene.ErrFinished
		}
		out = out.and()
		s.outage.Store(out)
		pause := reconnect.delay(out.failures)
		s.logger.ErrorContext(ctx, "queue: receiving failed", "error", err, "failures", out.failures, "next", pause)
		sleep(ctx, pause)
	}
}

var errNothing = errors.New("the source answered neither a delivery nor an error")

// ask receives one delivery into h. One that panics when it is asked what it is
// was not received: it is given back.
func (s *shift) ask(ctx context.Context, h *hand) error {
	err := guarded(func() error {
		d, err := s.source.Receive(ctx)
		switch {
		case err != nil:
			return err
		case d == nil:
			return errNothing
		}
		h.fill(d)
		return nil
	})
	if err != nil {
		s.settle(h, Verdict{Action: Release, Status: benzene.Cancelled})
	}
	return err
}

// guarded makes an error of a panic of the source or of a delivery.
func guarded(call func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &benzene.Panic{Value: value, Stack: debug.Stack()}
		}
	}()
	return call()
}

// reconnect is how soon a failed Receive is called again.
var reconnect = terms{first: 100 * time.Millisecond, most: 10 * time.Second}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
