package queue_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

func TestAStopFinishesWhatIsInHandAndLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory, outbox := queue.NewMemory(100), queue.NewMemory(100)
		var mu sync.Mutex
		handled := map[string]int{}
		d := dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, o order) error {
			time.Sleep(500 * time.Millisecond)
			if err := benzene.Publish(ctx, outbox, "order:shipped", o); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			handled[o.ID]++
			return nil
		}))
		for i := range 20 {
			publish(t, memory, "order:paid", order{fmt.Sprint(i)})
		}

		stop := listen(t, memory, d, queue.Workers(4))
		time.Sleep(700 * time.Millisecond)
		asked := time.Now()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(asked); took != 300*time.Millisecond {
			t.Errorf("stopping took %v", took)
		}
		if len(handled) != 8 || memory.Depth() != 12 || outbox.Depth() != 8 {
			t.Errorf("after the stop %d are handled, %d wait and %d are published, want 8, 12 and 8", len(handled), memory.Depth(), outbox.Depth())
		}

		stop = listen(t, memory, d, queue.Workers(4))
		time.Sleep(time.Minute)
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			if n := handled[fmt.Sprint(i)]; n != 1 {
				t.Errorf("message %d was handled %d times", i, n)
			}
		}
		if memory.Depth() != 0 || outbox.Depth() != 20 || len(memory.DeadLetters()) != 0 {
			t.Errorf("at the end %d wait, %d are published and %d are dead", memory.Depth(), outbox.Depth(), len(memory.DeadLetters()))
		}
	})
}

func TestWhatWasTakenButNotBegunIsGivenBackInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := queue.NewMemory(100)
		var ids []string
		d := dispatcher(t, nil, benzene.On("order:paid", func(_ context.Context, o order) error {
			time.Sleep(time.Second)
			ids = append(ids, o.ID)
			return nil
		}))
		for i := range 9 {
			publish(t, memory, "order:paid", order{fmt.Sprint(i)})
		}
		for range 3 { // each time one more than the one that is handled is in hand
			stop := listen(t, memory, d, queue.Workers(1))
			time.Sleep(500 * time.Millisecond)
			_ = stop()
		}
		stop := listen(t, memory, d, queue.Workers(1))
		time.Sleep(time.Minute)
		_ = stop()
		if got := strings.Join(ids, ""); got != "012345678" {
			t.Errorf("handled in the order %s", got)
		}
	})
}

func TestAHandlerPastTheDrainLimitIsCancelledAndItsMessageReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		var ended benzene.Status
		watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				reply, err := next(ctx, inv)
				ended = benzene.Ended(ctx, err)
				return reply, err
			}
		}
		stop := listen(t, source, dispatcher(t, benzene.Pipeline{watch}, benzene.On("order:paid", func(ctx context.Context, _ order) error {
			<-ctx.Done()
			return ctx.Err()
		})), queue.Drain(3*time.Second))
		p := source.lay("order:paid", "1", nil)
		synctest.Wait()
		asked := time.Now()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(asked); took != 3*time.Second {
			t.Errorf("stopping took %v", took)
		}
		if v := <-p.settled; v.Action != queue.Release {
			t.Errorf("settled as %v", v.Action)
		}
		if ended != benzene.Cancelled {
			t.Errorf("for spans and feeds it ended as %s", ended)
		}
		if source.closed != 1 || source.late != 0 {
			t.Errorf("closed %d times, %d settlements came after", source.closed, source.late)
		}
	})
}

func TestAHandlerThatIgnoresItsContextIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		let := make(chan struct{})
		stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			<-let
			return nil
		})), queue.Workers(1))
		stuck, waiting := source.lay("order:paid", "1", nil), source.lay("order:paid", "2", nil)
		asked := time.Now()
		synctest.Wait()
		err := stop()
		if err == nil || !strings.Contains(err.Error(), "handlers have to return when ctx is done") {
			t.Errorf("Serve returned %v", err)
		}
		if took := time.Since(asked); took != 25*time.Second {
			t.Errorf("stopping took %v", took)
		}
		close(let)
		synctest.Wait()
		for _, p := range []*parcel{stuck, waiting} {
			if n := p.settlements(); n != 1 || p.verdicts[0].Action != queue.Release {
				t.Errorf("message %s was settled as %v", p.msg.ID, p.verdicts)
			}
		}
		if source.late != 0 {
			t.Errorf("%d settlements after Close", source.late)
		}
	})
}

func TestServeWithAnEndedContextOnlyCloses(t *testing.T) {
	source := newDesk()
	p := source.lay("order:paid", "1", nil)
	transport := queue.Listen(source, quiet)
	if err := transport.Bind(dispatcher(t, nil)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := transport.Serve(ctx); err != nil {
		t.Fatal(err)
	}
	if source.closed != 1 || p.settlements() != 0 || len(source.parcels) != 1 {
		t.Errorf("closed %d times, settled %d times, %d left", source.closed, p.settlements(), len(source.parcels))
	}
}

func TestAHandlerThatEndsItsGoroutineFailsItsMessageAlone(t *testing.T) {
	memory := queue.NewMemory(10)
	handled := make(chan string, 10)
	var once sync.Once
	stop := listen(t, memory, dispatcher(t, nil, benzene.On("order:paid", func(_ context.Context, o order) error {
		if o.ID == "1" {
			once.Do(runtime.Goexit)
		}
		handled <- o.ID
		return nil
	})), queue.Workers(1), queue.Backoff(time.Millisecond, time.Millisecond))
	publish(t, memory, "order:paid", order{"1"})
	publish(t, memory, "order:paid", order{"2"})
	got := map[string]bool{<-handled: true, <-handled: true}
	if !got["1"] || !got["2"] {
		t.Errorf("handled %v", got)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if memory.Depth() != 0 || len(memory.DeadLetters()) != 0 {
		t.Errorf("depth %d, dead letters %d", memory.Depth(), len(memory.DeadLetters()))
	}
}

// A clumsy parcel panics where a delivery should not.
type clumsy struct {
	*parcel
	inMessage bool
}

func (c clumsy) Message() benzene.Message {
	if c.inMessage {
		panic("a header of a kind that nobody knew")
	}
	return c.parcel.Message()
}

func (c clumsy) Settle(ctx context.Context, v queue.Verdict) error {
	err := c.parcel.Settle(ctx, v)
	if !c.inMessage {
		panic("the channel is nil")
	}
	return err
}

func TestADeliveryThatPanicsTakesNobodyWithIt(t *testing.T) {
	source := newDesk()
	stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return nil })), queue.Workers(1))
	unreadable := source.lay("order:paid", "1", func(p *parcel) queue.Delivery { return clumsy{p, true} })
	unsettled := source.lay("order:paid", "2", func(p *parcel) queue.Delivery { return clumsy{p, false} })
	last := source.lay("order:paid", "3", nil)
	if v := <-unreadable.settled; v.Action != queue.Again {
		t.Errorf("the unreadable one is settled as %v", v.Action)
	}
	if v := <-last.settled; v.Action != queue.Done {
		t.Errorf("the last one is settled as %v", v.Action)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if n := unsettled.settlements(); n != 1 {
		t.Errorf("settled %d times", n)
	}
}
