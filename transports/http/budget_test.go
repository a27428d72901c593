package http_test

import (
	"bytes"
	"context"
	"io"
	nethttp "net/http"
	"strconv"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type find struct {
	ID string `json:"id" validate:"required"`
}

type line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type found struct {
	ID       string `json:"id"`
	Customer string `json:"customer"`
	Lines    []line `json:"lines"`
	Status   string `json:"status"`
}

var stock = found{"ord-42", "ada@example.org", []line{{"A-1", 2}, {"B-2", 1}}, "open"}

func lookUp(_ context.Context, in find) (found, error) {
	if in.ID != stock.ID {
		return found{}, benzene.NotFound.Errorf("there is no order %s", in.ID)
	}
	return stock, nil
}

// byHand is what one would write without us: the same codec, the same
// validator, one write.
func byHand(validate *validator.Validate) nethttp.Handler {
	mux := nethttp.NewServeMux()
	mux.HandleFunc("POST /orders/find", func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(nethttp.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusBadRequest)
			return
		}
		var in find
		if benzene.JSON.Decode(body, &in) != nil || validate.Struct(&in) != nil {
			nethttp.Error(w, "bad request", nethttp.StatusBadRequest)
			return
		}
		out, err := lookUp(r.Context(), in)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusNotFound)
			return
		}
		answer, err := benzene.JSON.Encode(out)
		if err != nil {
			nethttp.Error(w, err.Error(), nethttp.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
		_, _ = w.Write(answer)
	})
	return mux
}

func byRoute(t testing.TB, validate *validator.Validate) nethttp.Handler {
	registry, err := benzene.NewRegistry(benzene.Handle("order:find", lookUp))
	if err != nil {
		t.Fatal(err)
	}
	rules := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			in, err := inv.Request()
			if err != nil {
				return benzene.Reply{}, err
			}
			if err := validate.Struct(in); err != nil {
				return benzene.Reply{}, benzene.ValidationError.Errorf("%v", err)
			}
			return next(ctx, inv)
		}
	}
	return handler(t, benzene.NewDispatcher(registry, benzene.Pipeline{rules}), http.Post("/orders/find", "order:find"))
}

// A stage is a request and a response that are used again and again.
type stage struct {
	header nethttp.Header
	code   int
	body   bytes.Buffer
	r      *nethttp.Request
	in     bytes.Reader
}

func newStage(t testing.TB) *stage {
	s := &stage{header: nethttp.Header{}}
	r, err := nethttp.NewRequest("POST", "http://example.com/orders/find", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Body = io.NopCloser(&s.in)
	s.r = r
	return s
}

func (s *stage) Header() nethttp.Header         { return s.header }
func (s *stage) WriteHeader(code int)           { s.code = code }
func (s *stage) Write(body []byte) (int, error) { return s.body.Write(body) }

var question = []byte(`{"id":"ord-42"}`)

func (s *stage) play(h nethttp.Handler) {
	clear(s.header)
	s.body.Reset()
	s.in.Reset(question)
	s.r.ContentLength = int64(len(question))
	h.ServeHTTP(s, s.r)
}

func (s *stage) check(t testing.TB) {
	t.Helper()
	const order = `{"id":"ord-42","customer":"ada@example.org","lines":[{"sku":"A-1","qty":2},{"sku":"B-2","qty":1}],"status":"open"}`
	if s.body.String() != order {
		t.Fatalf("got %d %s", s.code, s.body.String())
	}
}

func TestARouteAllocatesLittleMoreThanAHandWrittenHandler(t *testing.T) {
	validate := validator.New()
	count := func(h nethttp.Handler) float64 {
		s := newStage(t)
		allocations := testing.AllocsPerRun(100, func() { s.play(h) })
		s.check(t)
		return allocations
	}
	hand, route := count(byHand(validate)), count(byRoute(t, validate))
	if route > hand+2 {
		t.Errorf("a route allocates %v times for a message, and a handler written by hand %v times", route, hand)
	}
	t.Logf("%v by route, %v by hand", route, hand)
}

func BenchmarkByHand(b *testing.B)  { benchmark(b, byHand(validator.New())) }
func BenchmarkByRoute(b *testing.B) { benchmark(b, byRoute(b, validator.New())) }

func benchmark(b *testing.B, h nethttp.Handler) {
	s := newStage(b)
	b.ReportAllocs()
	for b.Loop() {
		s.play(h)
	}
	s.check(b)
}
