package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

// indescribable are Facts that do not know their own.
type indescribable struct{}

func (indescribable) Facts(add func(string, any)) {
	add("messaging.system", "memory")
	panic("the connection is nil")
}

// mute panics where it is printed.
type mute struct{ name *string }

func (m *mute) String() string { return *m.name }

func TestFactsThatPanicFailNoMessage(t *testing.T) {
	msg := message("order:place", "{}")
	msg.Facts = indescribable{}
	span, _, err := traced(t, t.Context(), refusing("order:place", nil), msg)
	if err != nil {
		t.Errorf("the message ended with %v", err)
	}
	if got := attributesOf(span.Attributes())["messaging.system"]; got != "memory" {
		t.Errorf("what they told before is %v", got)
	}
}

func TestFactsOfAnyKindAreRecorded(t *testing.T) {
	msg := message("order:place", "{}")
	msg.Facts = facts{"mute": (*mute)(nil), "nil": nil, "long": strings.Repeat("x", 10<<20), "bytes": []byte("\xff"), "line": "a\nb"}
	span, _, err := traced(t, t.Context(), refusing("order:place", nil), msg)
	if err != nil {
		t.Errorf("the message ended with %v", err)
	}
	got := attributesOf(span.Attributes())
	if long, _ := got["long"].(string); len(long) > 5000 || got["line"] != "a\nb" {
		t.Errorf("%d bytes, %q", len(long), got["line"])
	}
}

// A link is an error that cannot be asked for its cause.
type link struct{ cause error }

func (l *link) Error() string { return l.cause.Error() }
func (l *link) Unwrap() error { return l.cause }

func TestAnErrorThatCannotBeAskedHasItsLineAndItsSpan(t *testing.T) {
	for name, err := range map[string]error{
		"a nil Error":   (*benzene.Error)(nil),
		"a nil pointer": (*link)(nil),
		"a huge one":    errors.New(strings.Repeat("x\n", 5<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			msg := message("order:place", "{}")
			msg.ID = t.Name()
			log := middleware.Log(slog.New(slog.NewJSONHandler(&out, nil)))
			_, outcome := dispatcher(t, benzene.Pipeline{middleware.Trace, log}, refusing("order:place", err)).Dispatch(t.Context(), msg)
			if benzene.StatusOf(outcome) != benzene.ServiceUnavailable {
				t.Errorf("it ended with %v", outcome)
			}
			line := onlyLine(t, out.String())
			if line["msg"] != "message failed" || line["error"] == "" || len(out.String()) > 20_000 {
				t.Errorf("the line is %.500s", out.String())
			}
			if span := spanOf(t, msg.ID); attributesOf(span.Attributes())["error.type"] == nil {
				t.Error("its span has no error")
			}
		})
	}
}

// Every part of a request is the caller's, the length of its keys too.
func TestValidationCostsInProportionToTheRequest(t *testing.T) {
	type request struct {
		Lines []line                     `json:"lines" validate:"dive"`
		By    map[string][]line          `json:"by" validate:"dive,dive"`
		Deep  map[string]map[string]line `json:"deep" validate:"dive,dive"`
		Texts map[string]string          `json:"texts" validate:"dive,required"`
		Next  *request                   `json:"next"`
	}
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d":"",`, i)
		}
		return b.String()
	}
	long := strings.Repeat("k", 100_000)
	for name, body := range map[string]string{
		"many elements":     `{"lines":[` + strings.Repeat("{},", 30_000) + `{}]}`,
		"many names":        `{"texts":{` + names(10_000) + `"z":""}}`,
		"a long name":       `{"by":{"` + long + `":[` + strings.Repeat("{},", 5_000) + `{}]}}`,
		"a long name above": `{"deep":{"` + long + `":{` + strings.ReplaceAll(names(5_000), `""`, `{}`) + `"z":{}}}}`,
		"deep":              strings.Repeat(`{"next":`, 5_000) + `{"lines":[{}]}` + strings.Repeat("}", 5_000),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			got := details[request](t, middleware.NewRules(), body)
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 1000 || took > 5*time.Second {
				t.Errorf("%d bytes took %v and %d MB", len(body), took, spent)
			}
			if answer, _ := json.Marshal(got); len(got) == 0 || len(got) > 101 || len(answer) > 100_000 {
				t.Errorf("%d details of %d bytes", len(got), len(answer))
			}
		})
	}
}

func TestALongNameAboveFewValuesIsFine(t *testing.T) {
	type request struct {
		By map[string][]line `json:"by" validate:"dive,dive"`
	}
	body := `{"by":{"` + strings.Repeat("k", 5_000) + `":[` + strings.Repeat(`{"sku":"a","qty":1},`, 500) + `{"sku":"a","qty":1}]}}`
	if got := details[request](t, middleware.NewRules(), body); got != nil {
		t.Errorf("refused: %v", got)
	}
}

// A tree has types of every odd kind within.
type tree[T any] struct {
	Value    T                  `json:"value" validate:"required"`
	Children []tree[T]          `json:"children" validate:"dive"`
	ByName   map[string]tree[T] `json:"byName" validate:"dive,keys,min=1,endkeys"`
	Parent   **tree[T]          `json:"parent"`
	Any      any                `json:"any" validate:"required"`
	Worded   fmt.Stringer       `json:"-"`
	Grid     [2][2]*tree[T]     `json:"grid" validate:"dive,dive"`
	Fn       func()             `json:"-"`
	Ch       chan int           `json:"-"`
	Raw      json.RawMessage    `json:"raw"`
	Rows     rows               `json:"rows"`
}

// rows is made of itself.
type rows []rows

func TestOddTypesEndTheCheckAndAreValidated(t *testing.T) {
	rules := middleware.NewRules()
	handler := func(context.Context, tree[*[]string]) error { return nil }
	d := dispatcher(t, benzene.Pipeline{rules.Validate},
		benzene.On("tree", handler), benzene.On("rows", func(context.Context, rows) error { return nil }),
		benzene.On("any", func(context.Context, any) error { return nil }),
		benzene.On("pointers", func(context.Context, ***tree[int]) error { return nil }))
	began := time.Now()
	if err := rules.Check(d.Contracts()); err != nil && !strings.Contains(err.Error(), "required") {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("the check took %v", took)
	}
	for topic, body := range map[string]string{
		"tree":     `{"value":["a"],"children":[{"value":null}],"any":[1],"grid":[[null,null],[null,{}]]}`,
		"rows":     `[[],[[]]]`,
		"any":      `{"a":[{}]}`,
		"pointers": `{"value":1,"parent":{"value":0}}`,
	} {
		_, err := d.Dispatch(t.Context(), message(topic, body))
		if _, panicked := errors.AsType[*benzene.Panic](err); panicked {
			t.Errorf("%s: %v", topic, err)
		}
	}
}

// circle is a request that points to itself when it is read.
type circle struct {
	Names map[string]string `json:"names" validate:"dive,required"`
	Self  *circle           `json:"-" validate:"-"`
	Twin  *circle           `json:"-" validate:"-"`
}

func (c *circle) UnmarshalJSON(data []byte) error {
	type plain circle
	if err := json.Unmarshal(data, (*plain)(c)); err != nil {
		return err
	}
	c.Self, c.Twin = c, c
	return nil
}

func TestARequestThatPointsToItselfIsValidated(t *testing.T) {
	if got := details[circle](t, middleware.NewRules(), `{"names":{"a":""}}`); len(got) != 1 || got[0].Field != "names[a]" {
		t.Errorf("details are %v", got)
	}
}

func TestARuleThatSomeValuesOfAnAnyBreakIsFoundAtStart(t *testing.T) {
	type request struct {
		Sized any `validate:"omitempty,min=1"`
		Given any `validate:"required"`
	}
	rules := middleware.NewRules()
	d := dispatcher(t, nil, benzene.On("t", func(context.Context, request) error { return nil }))
	err := rules.Check(d.Contracts())
	if err == nil || !strings.Contains(err.Error(), `request.Sized has rule "min=1", which validator cannot apply to interface {} (Bad field type bool)`) || strings.Contains(err.Error(), "Given") {
		t.Errorf("found %v", err)
	}
}
