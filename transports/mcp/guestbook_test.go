package mcp_test

import (
	"context"
	nethttp "net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A visit is a scoped value that knows what became of it, in order.
type visit struct {
	mu     sync.Mutex // for what nobody should do
	became []string
}

func (v *visit) becomes(what string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.became = append(v.became, what)
}

// A guestbook is a service whose handler answers with its caller's own words,
// and that keeps every visit.
type guestbook struct {
	visits []*visit
	mu     sync.Mutex
	scoped benzene.Scoped[*visit]
}

func newGuestbook() *guestbook {
	g := &guestbook{}
	g.scoped = benzene.NewScoped(g.begin, func(_ context.Context, v *visit, _ error) error {
		v.becomes("ended")
		return nil
	})
	return g
}

func (g *guestbook) begin(context.Context) (*visit, error) {
	v := &visit{}
	g.mu.Lock()
	g.visits = append(g.visits, v)
	g.mu.Unlock()
	return v, nil
}

// An entry is what a guest wrote, and who that is as the handler knows it.
type entry struct {
	Text  ink    `json:"text"`
	Who   string `json:"who,omitempty"`
	House string `json:"house,omitempty"`
}

// ink tells its visit when it is written.
type ink struct {
	words string
	of    *visit
}

func (i ink) MarshalText() ([]byte, error) {
	i.of.becomes("written")
	return []byte(i.words), nil
}

func (i *ink) UnmarshalText([]byte) error { return nil } // nobody reads it

func (g *guestbook) serve(t *testing.T, enter func()) nethttp.Handler {
	t.Helper()
	registry, err := benzene.NewRegistry(benzene.Handle("sign", func(ctx context.Context, e echo) (entry, error) {
		v, err := g.scoped.From(ctx)
		if err != nil {
			return entry{}, err
		}
		v.becomes("signed")
		enter()
		if e.Tags != nil {
			return entry{}, benzene.Conflict.Errorf("%s has signed", e.Text)
		}
		who, _ := benzene.PrincipalFrom(ctx)
		inv, _ := benzene.InvocationFrom(ctx)
		return entry{ink{e.Text, v}, who.Subject, inv.Headers.Get("x-tenant")}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, benzene.Pipeline{g.usher}), http.Behind(bearers,
		mcp.Endpoint(mcp.Tool("sign", "Signs the book.", "sign", mcp.Writes()), mcp.PassHeaders("X-Tenant"))))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// usher is a middleware that asks for the visit before the handler does.
func (g *guestbook) usher(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		v, err := g.scoped.From(ctx)
		if err != nil {
			return benzene.Reply{}, err
		}
		v.becomes("met")
		reply, err := next(ctx, inv)
		v.becomes("told")
		return reply, err
	}
}

// bearers believes what callers say of themselves.
func bearers(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			r = r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: token}))
		}
		next.ServeHTTP(w, r)
	})
}

// check finds one visit for each of the calls: it was the same for middleware
// and handler, and ended once, after the answer was written and before the
// middleware was told.
func (g *guestbook) check(t *testing.T, calls, fail int) {
	t.Helper()
	if len(g.visits) != calls {
		t.Errorf("%d calls made %d scoped values", calls, len(g.visits))
	}
	failed := 0
	for _, v := range g.visits {
		want := []string{"met", "signed", "written", "ended", "told"}
		if len(v.became) == 4 {
			want, failed = []string{"met", "signed", "ended", "told"}, failed+1
		}
		if diff := cmp.Diff(want, v.became); diff != "" {
			t.Fatal(diff)
		}
	}
	if failed != fail {
		t.Errorf("%d calls failed, want %d", failed, fail)
	}
}
