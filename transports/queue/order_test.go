package queue_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// A keyed parcel belongs to the order of its key.
type keyed struct {
	*parcel
	key string
}

func (k keyed) Key() string { return k.key }

func withKey(key string) func(*parcel) queue.Delivery {
	return func(p *parcel) queue.Delivery { return keyed{p, key} }
}

// A diary notes who is being handled, by the first letter of the id.
type diary struct {
	mu      sync.Mutex
	current map[string]int
	most    int // at once
	overlap bool
	ids     map[string][]string
}

func (y *diary) handle(_ context.Context, o order) error {
	key := o.ID[:1]
	y.mu.Lock()
	y.current[key]++
	y.overlap = y.overlap || y.current[key] > 1
	y.most = max(y.most, len(y.current))
	y.ids[key] = append(y.ids[key], o.ID)
	y.mu.Unlock()

	time.Sleep(10 * time.Millisecond)

	y.mu.Lock()
	if y.current[key]--; y.current[key] == 0 {
		delete(y.current, key)
	}
	y.mu.Unlock()
	return nil
}

func TestOneKeyIsHandledInOrderAndKeysInParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		y := &diary{current: map[string]int{}, ids: map[string][]string{}}
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", y.handle)), queue.Workers(4))
		want := map[string][]string{}
		for i := range 20 {
			for _, key := range []string{"a", "b", "c"} {
				id := fmt.Sprintf("%s%02d", key, i)
				want[key] = append(want[key], id)
				source.lay("order:paid", id, withKey(key))
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if diff := cmp.Diff(want, y.ids); diff != "" {
			t.Error(diff)
		}
		if y.overlap || y.most < 3 {
			t.Errorf("one key at a time: %v; %d keys at once", !y.overlap, y.most)
		}
	})
}

func TestAnOrderedMessageIsTriedAgainBeforeTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, began := newDesk(), time.Now()
		var seen []string
		var free time.Duration
		listen(t, source, dispatcher(t, nil,
			benzene.On("order:paid", func(_ context.Context, o order) error {
				seen = append(seen, o.ID)
				if o.ID == "2" && len(seen) < 5 {
					return benzene.ServiceUnavailable.Errorf("not yet")
				}
				return nil
			}),
			benzene.On("order:free", func(context.Context, order) error { free = time.Since(began); return nil }),
		), queue.Workers(1))
		var parcels []*parcel
		for _, id := range []string{"1", "2"} {
			parcels = append(parcels, source.lay("order:paid", id, withKey("k")))
		}
		source.lay("order:free", "free", nil)
		parcels = append(parcels, source.lay("order:paid", "3", withKey("k")))
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := strings.Join(seen, " "); got != "1 2 2 2 2 3" {
			t.Errorf("handled %s", got)
		}
		for _, p := range parcels {
			if p.settlements() != 1 || p.verdicts[0].Action != queue.Done {
				t.Errorf("message %s was settled as %v", p.msg.ID, p.verdicts)
			}
		}
		if free != 0 {
			t.Errorf("the only worker waited %v with the held message", free)
		}
	})
}

func TestAnOrderedMessageThatNeverSucceedsMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		attempts := 0
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(_ context.Context, o order) error {
			if o.ID == "1" {
				attempts++
				return benzene.ServiceUnavailable.Errorf("never")
			}
			return nil
		})))
		dead := source.lay("order:paid", "1", func(p *parcel) queue.Delivery { p.attempt = 2; return keyed{p, "k"} })
		next := source.lay("order:paid", "2", withKey("k"))
		time.Sleep(time.Minute)
		synctest.Wait()
		if v := <-dead.settled; v.Action != queue.DeadLetter || attempts != 4 {
			t.Errorf("settled as %v after attempts 2 to %d", v.Action, 1+attempts)
		}
		if v := <-next.settled; v.Action != queue.Done {
			t.Errorf("the next was settled as %v", v.Action)
		}
	})
}

func TestAStopReleasesWhatIsHeldAndWhatWaitsBehindIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		tries := 0
		stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			tries++
			return benzene.ServiceUnavailable.Errorf("not yet")
		})), queue.Backoff(time.Hour, time.Hour))
		parcels := []*parcel{source.lay("order:paid", "1", withKey("k")), source.lay("order:paid", "2", withKey("k"))}
		synctest.Wait()
		asked := time.Now()
		if err := stop(); err != nil || time.Since(asked) != 0 {
			t.Errorf("stopped with %v after %v", err, time.Since(asked))
		}
		for _, p := range parcels {
			if p.settlements() != 1 || p.verdicts[0].Action != queue.Release {
				t.Errorf("message %s was settled as %v", p.msg.ID, p.verdicts)
			}
		}
		if tries != 1 {
			t.Errorf("tried %d times", tries)
		}
	})
}

func TestNoMoreThanTwiceTheWorkersAreInHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		let := make(chan struct{})
		listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { <-let; return nil })), queue.Workers(3))
		for i := range 50 {
			key := ""
			if i%2 == 0 {
				key = "k"
			}
			source.lay("order:paid", fmt.Sprint(i), withKey(key))
		}
		synctest.Wait()
		if inHand := 50 - len(source.parcels); inHand != 6 {
			t.Errorf("%d are in hand", inHand)
		}
		close(let)
	})
}

func TestAnOrderedMessageThatFailsDuringAStopIsReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newDesk()
		stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
			time.Sleep(time.Second)
			return benzene.ServiceUnavailable.Errorf("not yet")
		})))
		p := source.lay("order:paid", "1", withKey("k"))
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if v := <-p.settled; v.Action != queue.Release {
			t.Errorf("settled as %v", v.Action)
		}
	})
}
