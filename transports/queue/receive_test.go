package queue_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestAFailingReceiveIsTriedAgainAndFailsTheHealth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		transport := queue.Listen(source, quiet)
		health := transport.(benzene.Reporter).Health()
		start(t, transport, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return nil })))
		if _, err := health.Run(t.Context()); err != nil {
			t.Errorf("before the outage: %v", err)
		}
		for range 5 {
			source.trouble <- fmt.Errorf("amqp://user:T0P5ECRET@broker: %w", io.EOF)
		}
		p := source.lay("order:paid", "1", nil)

		time.Sleep(time.Second)
		data, err := health.Run(t.Context())
		if err == nil || strings.Contains(err.Error(), "T0P5ECRET") || data["failedReceives"].(int) > 5 {
			t.Errorf("during the outage: %v, %v", data, err)
		}
		time.Sleep(time.Minute)
		if v := <-p.settled; v.Action != queue.Done {
			t.Errorf("settled as %v", v.Action)
		}
		if data, err := health.Run(t.Context()); err != nil || data["failedReceives"] != nil {
			t.Errorf("after the outage: %v, %v", data, err)
		}
	})
}

func TestABrokenSourceIsNotAskedInALoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		for range cap(source.trouble) {
			source.trouble <- errors.New("the subscription is gone")
		}
		stop := listen(t, source, dispatcher(t, nil))
		time.Sleep(time.Minute)
		if asked := cap(source.trouble) - len(source.trouble); asked < 10 || asked > 25 {
			t.Errorf("asked %d times in a minute", asked)
		}
		asked := time.Now()
		if err := stop(); err != nil || time.Since(asked) != 0 {
			t.Errorf("stopped with %v after %v", err, time.Since(asked))
		}
	})
}

func TestASourceWithoutMoreMessagesFinishesTheService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		p := source.lay("order:paid", "1", withKey("k"))
		waiting := source.lay("order:paid", "2", withKey("k"))
		close(source.parcels)
		tries := 0
		transport := queue.Listen(source, quiet)
		if err := transport.Bind(dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			if tries++; tries == 1 {
				return benzene.Timeout.Errorf("try again")
			}
			time.Sleep(time.Minute)
			return nil
		}))); err != nil {
			t.Fatal(err)
		}
		if err := transport.Serve(t.Context()); !errors.Is(err, benzene.ErrFinished) {
			t.Errorf("Serve returned %v", err)
		}
		for _, p := range []*parcel{p, waiting} {
			if p.settlements() != 1 || p.verdicts[0].Action != queue.Done {
				t.Errorf("message %s was settled as %v", p.msg.ID, p.verdicts)
			}
		}
	})
}

// A locked source opens and closes with an error.
type locked struct{ *desk }

func (locked) Open(context.Context) error  { return errors.New("the door is locked") }
func (locked) Close(context.Context) error { return errors.New("the door is stuck") }

func TestErrorsOfOpenAndCloseSayWhere(t *testing.T) {
	transport := queue.Listen(locked{newDesk()}, quiet)
	if err := transport.Bind(dispatcher(t, nil)); err != nil {
		t.Fatal(err)
	}
	if err := transport.Open(t.Context()); err == nil || err.Error() != "queue: open: the door is locked" {
		t.Errorf("Open: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := transport.Serve(ctx); err == nil || err.Error() != "queue: close: the door is stuck" {
		t.Errorf("Serve: %v", err)
	}
}

func TestBindReportsEveryOptionThatCannotBe(t *testing.T) {
	err := queue.Listen(queue.NewMemory(1), queue.Workers(0), queue.Attempts(-1), queue.Backoff(time.Second, time.Millisecond), queue.Drain(-1)).
		Bind(dispatcher(t, nil))
	for _, want := range []string{"memory: Workers(0)", "Attempts(-1)", "Backoff(1s, 1ms)", "Drain(-1ns)"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing from %v", want, err)
		}
	}
}
