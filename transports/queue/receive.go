package queue

import (
	"context"
	"io"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// receive takes deliveries in hand until ctx ends. It returns
// benzene.ErrFinished when the source has no more.
func (s *shift) receive(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case h := <-s.free:
			d, err := s.next(ctx)
			if err != nil {
				s.free <- h
				if ctx.Err() != nil {
					return nil
				}
				return err
			}
			s.take(h, d)
		case <-ctx.Done():
		}
	}
	return nil
}

// next asks the source until it has an answer: a delivery, that there will be
// none, or that ctx has ended.
func (s *shift) next(ctx context.Context) (Delivery, error) {
	var out *outage
	for {
		d, err := s.source.Receive(ctx)
		switch {
		case err == nil:
			if out != nil {
				s.outage.Store(nil)
				s.logger.InfoContext(ctx, "queue: receiving works again", "failures", out.failures)
			}
			return d, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == io.EOF: //nolint:errorlint // wrapped, it is a connection that broke and not the end of the messages
			s.logger.InfoContext(ctx, "queue: the source has no more messages")
			return nil, benzene.ErrFinished
		}
		out = out.and()
		s.outage.Store(out)
		pause := reconnect.delay(out.failures)
		s.logger.ErrorContext(ctx, "queue: receiving failed", "error", err, "failures", out.failures, "next", pause)
		sleep(ctx, pause)
	}
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
