package queue_test

import (
	"context"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// A mishap is a parcel that panics, or leaves its goroutine, in one of its
// methods.
type mishap struct {
	*parcel
	method string
	how    func()
}

func (m mishap) at(method string) {
	if m.method == method {
		m.how()
	}
}

func (m mishap) Message() benzene.Message { m.at("Message"); return m.parcel.Message() }
func (m mishap) Attempt() int             { m.at("Attempt"); return m.parcel.Attempt() }
func (m mishap) Key() string              { m.at("Key"); return "k" }
func (m mishap) Lease() time.Duration     { m.at("Lease"); return 300 * time.Millisecond }
func (m mishap) Lost() context.Context    { m.at("Lost"); return context.Background() }
func (m mishap) Route() string            { m.at("Route"); return "order:paid" }

func (m mishap) Extend(context.Context) error { m.at("Extend"); return nil }

func (m mishap) Settle(ctx context.Context, v queue.Verdict) error {
	err := m.parcel.Settle(ctx, v)
	m.at("Settle")
	return err
}

func TestAMishapOfADeliveryTakesNobodyWithIt(t *testing.T) {
	hows := map[string]func(){
		"panics": func() { panic("the channel is nil") },
		"leaves": runtime.Goexit,
	}
	for _, method := range []string{"Message", "Attempt", "Key", "Lease", "Lost", "Route", "Extend", "Settle"} {
		for how, do := range hows {
			if how == "leaves" && method != "Message" && method != "Route" && method != "Settle" {
				continue // asked on the source's own goroutine, which a source must not end
			}
			t.Run(method+" "+how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					source := newDesk()
					stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
						time.Sleep(time.Second)
						return nil
					})), queue.Workers(1))
					for _, attempt := range []int{1, 9} {
						source.lay("", "1", func(p *parcel) queue.Delivery {
							p.attempt = attempt
							return mishap{p, method, do}
						})
					}
					last := source.lay("order:paid", "3", nil)
					time.Sleep(time.Minute)
					select {
					case v := <-last.settled:
						if v.Action != queue.Done {
							t.Errorf("the last one is settled as %v", v.Action)
						}
					default:
						t.Error("the last one is not handled")
					}
					began := time.Now()
					if err := stop(); err != nil {
						t.Error(err)
					}
					if took := time.Since(began); took > time.Second {
						t.Errorf("stopping took %v", took)
					}
				})
			})
		}
	}
}

// A fickle source does what it likes.
type fickle struct {
	*desk
	open, receive, close func() error
}

func (f fickle) Open(context.Context) error  { return f.open() }
func (f fickle) Close(context.Context) error { return f.close() }

func (f fickle) Receive(ctx context.Context) (queue.Delivery, error) {
	if f.receive != nil && len(f.parcels) > 1 {
		if err := f.receive(); err != nil {
			<-f.parcels
			return nil, err
		}
		return <-f.parcels, nil
	}
	return f.desk.Receive(ctx)
}

func TestASourceThatPanicsFailsAsOneThatAnswersAnError(t *testing.T) {
	fine := func() error { return nil }
	panics := func() error { panic("the connection is nil") }
	synctest.Test(t, func(t *testing.T) {
		source := fickle{newDesk(), fine, nil, panics}
		turn := 0
		source.receive = func() error {
			if turn++; turn <= 2 {
				panic("the connection is nil")
			}
			return nil
		}
		stop := listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error { return nil })))
		first := source.lay("order:paid", "1", nil)
		source.lay("order:paid", "2", nil)
		time.Sleep(time.Minute)
		if n := first.settlements(); n != 1 {
			t.Errorf("settled %d times", n)
		}
		if err := stop(); err == nil || !strings.Contains(err.Error(), "queue: close: panic: the connection is nil") {
			t.Errorf("Serve returned %v", err)
		}
	})
	transport := queue.Listen(fickle{newDesk(), panics, nil, fine}, quiet)
	if err := transport.Bind(dispatcher(t, nil)); err != nil {
		t.Fatal(err)
	}
	if err := transport.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "queue: open: panic: the connection is nil") {
		t.Errorf("Open returned %v", err)
	}
}

// Nothing is what a source must not answer.
type nothing struct{ *desk }

func (nothing) Receive(context.Context) (queue.Delivery, error) { return nil, nil }

func TestASourceThatAnswersNothingIsFailing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := queue.Listen(nothing{newDesk()}, quiet)
		stop := start(t, transport, dispatcher(t, nil))
		time.Sleep(time.Minute)
		if _, err := transport.(benzene.Reporter).Health().Run(t.Context()); err == nil {
			t.Error("it is well by its own account")
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestADelayNeverOverflows(t *testing.T) {
	source := newDesk()
	listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
		return errors.New("no")
	})), queue.Attempts(math.MaxInt), queue.Backoff(time.Second, math.MaxInt64))
	for _, attempt := range []int{33, 34, 35, 64, 1000} {
		p := source.lay("order:paid", "1", func(p *parcel) queue.Delivery { p.attempt = attempt; return p })
		if v := <-p.settled; v.Action != queue.Again || v.Delay < time.Hour {
			t.Errorf("attempt %d: %v after %v", attempt, v.Action, v.Delay)
		}
	}
}

func TestAReasonIsOfALengthThatTravels(t *testing.T) {
	source := newDesk()
	listen(t, source, dispatcher(t, nil, benzene.On("order:paid", func(context.Context, order) error {
		return benzene.Conflict.Errorf("%s", strings.Repeat("é", 1_000_000))
	})))
	p := source.lay("order:paid", "1", nil)
	if v := <-p.settled; len(v.Reason) > 2000 || !strings.HasPrefix(v.Reason, "conflict: é") || strings.ContainsRune(v.Reason, '\uFFFD') {
		t.Errorf("a reason of %d bytes", len(v.Reason))
	}
}

func TestTheEndOfTheMessagesMayComeAtOnce(t *testing.T) {
	source := newDesk()
	source.trouble <- io.EOF
	transport := queue.Listen(source, quiet)
	if err := transport.Bind(dispatcher(t, nil)); err != nil {
		t.Fatal(err)
	}
	if err := transport.Serve(t.Context()); !errors.Is(err, benzene.ErrFinished) {
		t.Errorf("Serve returned %v", err)
	}
}
