package benzene_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

// hedged starts n attempts at every message and answers with the first. The
// others run on when Dispatch has returned; all waits for them.
func hedged(n int, all *sync.WaitGroup) benzene.Middleware {
	return func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			type answer struct {
				reply benzene.Reply
				err   error
			}
			answers := make(chan answer, n)
			for range n {
				all.Go(func() {
					again, attempt := inv.Again(ctx)
					attempt.SetReplyHeader("x", attempt.Reference())
					reply, err := next(again, attempt)
					answers <- answer{reply, err}
				})
			}
			first := <-answers
			inv.SetReplyHeader("y", "1")
			return first.reply, first.err
		}
	}
}

// However a hedge runs, each value that was begun is ended once.
func TestLosersOfAHedgeLeaveNothingBegun(t *testing.T) {
	var begun, ended, askedInVain atomic.Int64
	promise := func() benzene.Scoped[*atomic.Int64] {
		return benzene.NewScoped(
			func(context.Context) (*atomic.Int64, error) {
				begun.Add(1)
				pause()
				return &atomic.Int64{}, nil
			},
			func(_ context.Context, ends *atomic.Int64, _ error) error {
				ended.Add(1)
				if ends.Add(1) != 1 {
					t.Error("ended twice")
				}
				return nil
			})
	}
	a, b := promise(), promise()
	var all sync.WaitGroup
	s := serveBehind(t, benzene.Pipeline{hedged(3, &all)}, handle(func(ctx context.Context) error {
		var asking sync.WaitGroup
		for _, p := range []benzene.Scoped[*atomic.Int64]{a, b, a} {
			asking.Go(func() {
				pause()
				if _, err := p.From(ctx); err != nil {
					askedInVain.Add(1)
				}
			})
		}
		pause()
		if rand.N(2) == 0 {
			asking.Wait()
		} else {
			all.Go(asking.Wait) // the handler returns while its goroutines still ask
		}
		return nil
	}))
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 200 {
				reply, err := s.Dispatch(context.Background(), message("t", ""))
				if err != nil || reply.Headers.Get("x") == "" || reply.Headers.Get("y") == "" {
					t.Errorf("%v %v", reply, err)
				}
			}
		})
	}
	callers.Wait()
	all.Wait()
	if begun.Load() != ended.Load() || begun.Load() == 0 {
		t.Errorf("%d begun, %d ended", begun.Load(), ended.Load())
	}
	if askedInVain.Load() == 0 {
		t.Error("no race was lost, so nothing was tested")
	}
}

func pause() {
	for range rand.N(20) {
		runtime.Gosched()
	}
}
