package queue_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// A leased parcel has to be extended in time.
type leased struct {
	*parcel
	lease   time.Duration
	expires *atomic.Int64 // Unix nanoseconds
	late    *atomic.Int32 // extensions after the lease was over, or after Settle
	times   *atomic.Int32
}

func lease(p *parcel, d time.Duration) leased {
	l := leased{p, d, new(atomic.Int64), new(atomic.Int32), new(atomic.Int32)}
	l.expires.Store(time.Now().Add(d).UnixNano())
	return l
}

func (l leased) Lease() time.Duration { return l.lease }

func (l leased) Extend(context.Context) error {
	now := time.Now()
	if now.UnixNano() > l.expires.Load() || l.settlements() > 0 {
		l.late.Add(1)
	}
	if l.times.Add(1) == 2 {
		return errors.New("once it fails")
	}
	l.expires.Store(now.Add(l.lease).UnixNano())
	return nil
}

func TestALeaseIsExtendedWhileAMessageIsInHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			time.Sleep(7 * time.Second)
			return nil
		})), queue.Workers(1))
		var all []leased
		for _, d := range []time.Duration{5 * time.Second, 2 * time.Second} { // the second waits for the first
			source.lay("order:paid", "1", func(p *parcel) queue.Delivery {
				l := lease(p, d)
				all = append(all, l)
				return l
			})
		}
		time.Sleep(time.Minute)
		for _, l := range all {
			if l.late.Load() != 0 || l.times.Load() == 0 {
				t.Errorf("the lease of %v was extended %d times, %d of them too late", l.lease, l.times.Load(), l.late.Load())
			}
			if v := <-l.settled; v.Action != queue.Done {
				t.Errorf("settled as %v", v.Action)
			}
		}
	})
}

func TestAShortHandlerExtendsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return nil })))
		var l leased
		source.lay("order:paid", "1", func(p *parcel) queue.Delivery { l = lease(p, time.Second); return l })
		time.Sleep(time.Minute)
		if n := l.times.Load(); n != 0 {
			t.Errorf("extended %d times", n)
		}
	})
}

func TestALeaseIsNotExtendedForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			time.Sleep(2 * time.Hour)
			return nil
		})))
		var l leased
		source.lay("order:paid", "1", func(p *parcel) queue.Delivery { l = lease(p, time.Minute); return l })
		time.Sleep(3 * time.Hour)
		if n := l.times.Load(); n < 30 || n > 90 {
			t.Errorf("extended %d times in two hours", n)
		}
	})
}

// A losable parcel can be taken away.
type losable struct {
	*parcel
	lost context.Context
}

func (l losable) Lost() context.Context { return l.lost }

func TestALostDeliveryEndsItsHandlersContextAndIsNotSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		ended := map[string]error{}
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, o order) error {
			select {
			case <-ctx.Done():
			case <-time.After(time.Minute):
			}
			ended[o.ID] = ctx.Err()
			return ctx.Err()
		})), queue.Workers(1))
		mine, take := context.WithCancel(context.Background())
		yours, keep := context.WithCancel(context.Background())
		defer keep()
		var parcels []*parcel
		for i, lost := range []context.Context{mine, mine, yours, context.Background()} {
			parcels = append(parcels, source.lay("order:paid", string(rune('1'+i)), func(p *parcel) queue.Delivery { return losable{p, lost} }))
		}
		synctest.Wait()
		take()
		time.Sleep(time.Hour)
		for i, want := range []int{0, 0, 1, 1} {
			if n := parcels[i].settlements(); n != want {
				t.Errorf("message %d was settled %d times", i+1, n)
			}
		}
		if !errors.Is(ended["1"], context.Canceled) || ended["3"] != nil || ended["4"] != nil {
			t.Errorf("the handlers' contexts ended with %v", ended)
		}
		if _, begun := ended["2"]; begun {
			t.Error("a lost message was begun")
		}
	})
}

func TestALosableMessageIsCancelledAtTheDrainLimitToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(ctx context.Context, _ order) error { <-ctx.Done(); return ctx.Err() })))
		lost, cancel := context.WithCancel(context.Background())
		defer cancel()
		p := source.lay("order:paid", "1", func(p *parcel) queue.Delivery { return losable{p, lost} })
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if v := <-p.settled; v.Action != queue.Release {
			t.Errorf("settled as %v", v.Action)
		}
	})
}
