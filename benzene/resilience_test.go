package benzene_test

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/benzene-go/framework/benzene"
)

// spoiled are errors that cannot be asked anything, as nil pointers of error
// types become when they are returned as errors.
func spoiled() map[string]error {
	return map[string]error{
		"a nil Error":           (*benzene.Error)(nil),
		"a nil pointer":         (*fragile)(nil),
		"a nil pointer, joined": errors.Join(errors.New("first"), (*fragile)(nil)),
	}
}

type fragile struct{ cause error }

func (f *fragile) Error() string { return f.cause.Error() }
func (f *fragile) Unwrap() error { return f.cause }

func TestAnErrorThatCannotBeAskedIsAFailureLikeAnyOther(t *testing.T) {
	for name, spoilt := range spoiled() {
		commit := benzene.NewScoped(
			func(context.Context) (int, error) { return 0, nil },
			func(context.Context, int, error) error { return spoilt },
		)
		seen := func(_ benzene.Contract, next benzene.Next) benzene.Next {
			return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
				reply, err := next(ctx, inv)
				_ = benzene.Ended(ctx, err) // as middleware that records does
				if inv.Topic.ID == "middleware" {
					err = spoilt
				}
				return reply, err
			}
		}
		d := serveBehind(t, benzene.Pipeline{seen},
			benzene.On("handler", func(context.Context, struct{}) error { return spoilt }),
			benzene.On("middleware", func(context.Context, struct{}) error { return nil }),
			benzene.On("end", func(ctx context.Context, _ struct{}) error { _, err := commit.From(ctx); return err }),
		)
		for _, topic := range []string{"handler", "middleware", "end"} {
			t.Run(name+" of "+topic, func(t *testing.T) {
				reply, err := d.Dispatch(t.Context(), message(topic, ""))
				if err == nil {
					t.Fatal("it counts as handled")
				}
				if status := benzene.StatusOf(err); status != benzene.ServiceUnavailable {
					t.Errorf("it ended as %s", status)
				}
				if p := reply.Problem(err); p.Reference == "" || !strings.Contains(p.String(), "could not handle") {
					t.Errorf("the caller is told %q", p)
				}
				_, _ = benzene.WriteReplyEnvelope(reply, err, nil)
			})
		}
	}
}

// A sealed is Headers that nobody can read.
type sealed struct{}

func (sealed) Get(string) string              { panic("sealed") }
func (sealed) All() iter.Seq2[string, string] { panic("sealed") }

func TestChoosingAVersionCannotPanic(t *testing.T) {
	handler := func(context.Context, struct{}) error { return nil }
	registry, err := benzene.NewRegistry(benzene.On("t", handler, benzene.Version("1")))
	if err != nil {
		t.Fatal(err)
	}
	var panicked *benzene.Panic
	d := benzene.NewDispatcher(registry, nil)
	if _, err := d.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "t"}, Headers: sealed{}}); !errors.As(err, &panicked) {
		t.Errorf("headers that panic: %v", err)
	}
	d = benzene.NewDispatcher(registry, nil, benzene.Select(func(benzene.Topic, []string) (string, bool) { panic("undecided") }))
	if _, err := d.Dispatch(t.Context(), message("t", "")); !errors.As(err, &panicked) {
		t.Errorf("a selector that panics: %v", err)
	}
}

func TestAnEndThatEndsItsGoroutineKeepsNobodyFromEnding(t *testing.T) {
	for _, where := range []string{"handler", "middleware"} {
		t.Run(where, func(t *testing.T) {
			var d diary
			first := d.promise("first")
			leaver := benzene.NewScoped(
				func(context.Context) (int, error) { return 0, nil },
				func(context.Context, int, error) error { runtime.Goexit(); return nil },
			)
			ask := func(ctx context.Context) {
				_, _ = first.From(ctx)
				_, _ = leaver.From(ctx)
			}
			asking := func(_ benzene.Contract, next benzene.Next) benzene.Next {
				return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
					if where == "middleware" {
						ask(ctx)
						return benzene.Reply{}, nil
					}
					return next(ctx, inv)
				}
			}
			s := serveBehind(t, benzene.Pipeline{asking}, handle(func(ctx context.Context) error { ask(ctx); return nil }))
			msg := message("t", "")
			var outcome error
			msg.Abandoned = func(_ benzene.Reply, err error) { outcome = err }
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = s.Dispatch(context.Background(), msg)
			}()
			<-done
			if outcome == nil {
				t.Error("nobody is told that the message was abandoned")
			}
			d.want(t, "begin first", "end first: service-unavailable: the service could not handle the message: the handler's goroutine ended (runtime.Goexit)")
		})
	}
}

func TestPromisesThatAskForEachOtherFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a, b benzene.Scoped[int]
		a = benzene.NewScoped(func(ctx context.Context) (int, error) { return b.From(ctx) }, nil)
		b = benzene.NewScoped(func(ctx context.Context) (int, error) { return a.From(ctx) }, nil)
		s := serve(t, handle(func(ctx context.Context) error { _, err := a.From(ctx); return err }))
		if _, err := s.Dispatch(t.Context(), message("t", "")); err == nil || !strings.Contains(err.Error(), "its own begin") {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestAValueMayUseTheContextItBeganWith(t *testing.T) {
	var kept context.Context
	s := benzene.NewScoped(func(ctx context.Context) (int, error) { kept = ctx; return 7, nil }, nil)
	d := serve(t, handle(func(ctx context.Context) error {
		if _, err := s.From(ctx); err != nil {
			return err
		}
		_, err := s.From(kept)
		return err
	}))
	if _, err := d.Dispatch(t.Context(), message("t", "")); err != nil {
		t.Error(err)
	}
}

func TestAnAttemptBegunTooLateHoldsNothing(t *testing.T) {
	for name, first := range map[string]func(context.Context, *benzene.Invocation) (context.Context, *benzene.Invocation){
		"the first": func(ctx context.Context, inv *benzene.Invocation) (context.Context, *benzene.Invocation) {
			return ctx, inv
		},
		"another": func(ctx context.Context, inv *benzene.Invocation) (context.Context, *benzene.Invocation) {
			return inv.Again(ctx)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var d diary
			tx := d.promise("tx")
			var again func() error
			late := func(_ benzene.Contract, next benzene.Next) benzene.Next {
				return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
					again = func() error {
						_, err := next(inv.Again(ctx))
						return err
					}
					return next(first(ctx, inv))
				}
			}
			s := serveBehind(t, benzene.Pipeline{late}, handle(func(ctx context.Context) error {
				_, err := tx.From(ctx)
				return err
			}))
			if _, err := s.Dispatch(t.Context(), message("t", "")); err != nil {
				t.Fatal(err)
			}
			if err := again(); !errors.Is(err, benzene.ErrScopeEnded) {
				t.Errorf("an attempt after Dispatch returned ended with %v", err)
			}
			d.want(t, "begin tx", "end tx: <nil>")
		})
	}
}

func TestAReplyThatIsKeptStaysAsItWas(t *testing.T) {
	kept := benzene.Reply{Status: benzene.OK, Headers: benzene.HeaderMap{"etag": "1"}}
	cached := func(benzene.Contract, benzene.Next) benzene.Next {
		return func(_ context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			inv.SetReplyHeader("for", inv.ID)
			return kept, nil
		}
	}
	s := serveBehind(t, benzene.Pipeline{cached}, handle(func(context.Context) error { return nil }))
	msg := message("t", "")
	msg.ID = "7"
	reply, err := s.Dispatch(t.Context(), msg)
	if err != nil || reply.Headers.Get("for") != "7" || reply.Headers.Get("etag") != "1" {
		t.Errorf("%v %v", reply, err)
	}
	if len(kept.Headers) != 1 {
		t.Errorf("one message's header is in a reply that others get: %v", kept.Headers)
	}
}

func TestAProblemHasNoMemberTwiceInAnyCase(t *testing.T) {
	sent := benzene.Problem{Benzene: benzene.Conflict, Detail: "taken", Members: map[string]any{"Detail": "else", "seat": "1A"}}
	body, err := benzene.JSON.Encode(sent)
	if err != nil {
		t.Fatal(err)
	}
	var got benzene.Problem
	if err := benzene.JSON.Decode(body, &got); err != nil || got.Detail != "taken" || len(got.Members) != 1 {
		t.Errorf("%s is read as %+v: %v", body, got, err)
	}
	if err := benzene.JSON.Decode([]byte(`{"BenzeneStatus":"conflict","Title":"x"}`), &got); err != nil || got.Members != nil {
		t.Errorf("members: %v, %v", got.Members, err)
	}
}

func TestAnAnswersStatusIsTextOrANumber(t *testing.T) {
	for code, want := range map[string]benzene.Status{
		`"ok"`: benzene.OK, `"\u006fk"`: benzene.OK, `"a\"b"`: `a"b`, `200`: "200",
		`null`: "", `{}`: "", `""`: "", `true`: "",
	} {
		reply, err := benzene.ReadReplyEnvelope([]byte(`{"isSuccessful":true,"statusCode":` + code + `}`))
		if reply.Status != want || (err == nil) != (want != "") {
			t.Errorf("%s is read as %q, %v", code, reply.Status, err)
		}
	}
}
