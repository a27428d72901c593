package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

type Base struct {
	Ref string `json:"ref" validate:"required"`
}

type line struct {
	SKU string `json:"sku" validate:"required"`
	Qty int    `json:"qty" validate:"min=1"`
}

type order struct {
	Base
	Lines []line `json:"lines" validate:"required,dive"`
	Paid  *bool  `json:"paid" validate:"required"`
}

// fields lists the Field of each detail.
func fields(details []benzene.Detail) (paths []string) {
	for _, d := range details {
		paths = append(paths, d.Field)
	}
	return paths
}

func TestEveryBrokenRuleIsReportedWhereTheCallerSeesIt(t *testing.T) {
	t.Parallel()
	got := details[order](t, middleware.NewRules(), `{"lines":[{"sku":"A","qty":1},{"sku":"","qty":0}],"paid":false}`)
	want := []benzene.Detail{
		{Message: "ref is required", Field: "ref", Code: "required"},
		{Message: "lines[1].sku is required", Field: "lines[1].sku", Code: "required"},
		{Message: "lines[1].qty must be at least 1", Field: "lines[1].qty", Code: "min"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestARequestThatKeepsTheRulesReachesItsHandler(t *testing.T) {
	t.Parallel()
	if got := details[order](t, middleware.NewRules(), `{"ref":"7","lines":[],"paid":false}`); got != nil {
		t.Errorf("refused with %v", got)
	}
}

func TestTheHandlerGetsTheValueThatWasValidated(t *testing.T) {
	t.Parallel()
	rules := middleware.NewRules(func(v *validator.Validate) {
		v.RegisterStructValidation(func(sl validator.StructLevel) {
			sl.Current().FieldByName("SKU").SetString("set while validating")
		}, line{})
	})
	d := dispatcher(t, benzene.Pipeline{rules.Validate}, benzene.On("same", func(_ context.Context, req line) error {
		if req.SKU != "set while validating" {
			t.Errorf("the handler got %v", req)
		}
		return nil
	}))
	if _, err := d.Dispatch(t.Context(), message("same", `{"sku":"A","qty":1}`)); err != nil {
		t.Error(err)
	}
}

func TestABodyThatCannotBeReadIsABadRequest(t *testing.T) {
	t.Parallel()
	d := dispatcher(t, benzene.Pipeline{middleware.NewRules().Validate}, benzene.On("read", func(context.Context, order) error { return nil }))
	_, err := d.Dispatch(t.Context(), message("read", `{"lines":7}`))
	if benzene.StatusOf(err) != benzene.BadRequest || benzene.ProblemOf(err).Errors[0].Field != "lines" {
		t.Errorf("outcome is %v", err)
	}
}

func TestPathsAreThoseOfTheWire(t *testing.T) {
	t.Parallel()
	type deepest struct {
		*Base  `validate:"required"`
		Tagged string `json:"kept.as-it is" validate:"required"`
	}
	type named struct {
		Base    `json:"base"`
		Plain   string `validate:"required"`
		Deepest deepest
		Extra   Base `json:",embed"`
	}
	for name, c := range map[string]struct {
		got  []benzene.Detail
		want []string
	}{
		"named, untagged and embedded": {
			details[named](t, middleware.NewRules(), `{"Deepest":{"ref":"7"}}`),
			[]string{"base.ref", "Plain", "Deepest.kept.as-it is", "ref"},
		},
		"an embedded pointer that is missing": {details[deepest](t, middleware.NewRules(), `{"kept.as-it is":"x"}`), []string{""}},
		"a struct without a name": {details[struct {
			Base
			A struct {
				B *struct {
					C string `json:"c" validate:"required"`
				} `json:"b" validate:"required"`
			} `json:"a"`
		}](t, middleware.NewRules(), `{"a":{"b":{}}}`), []string{"ref", "a.b.c"}},
		"a list":             {details[[]line](t, middleware.NewRules(), `[{"sku":"A","qty":1},{"sku":"B"}]`), []string{"[1].qty"}},
		"a list of lists":    {details[[][]*line](t, middleware.NewRules(), `[[],[{"sku":"A","qty":1},{"qty":1}]]`), []string{"[1][1].sku"}},
		"a map":              {details[map[string]line](t, middleware.NewRules(), `{"b":{"sku":"B"},"a":{"qty":1}}`), []string{"[a].sku", "[b].qty"}},
		"a pointer":          {details[*line](t, middleware.NewRules(), `{"sku":"A"}`), []string{"qty"}},
		"no value":           {details[**line](t, middleware.NewRules(), ""), []string{""}},
		"a type with a name": {details[page[Base]](t, middleware.NewRules(), `{"items":[{}]}`), []string{"items[0].ref"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, fields(c.got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

type page[T any] struct {
	Items []T `json:"items" validate:"dive"`
}

func TestTheOrderOfFailuresIsFixed(t *testing.T) {
	t.Parallel()
	type shelf struct {
		Prices map[string]int            `json:"prices" validate:"dive,keys,len=3,endkeys,min=1"`
		Rooms  map[int]map[string][]line `json:"rooms" validate:"dive,dive,dive"`
		Last   string                    `json:"last" validate:"required"`
	}
	body := `{"prices":{"usd":0,"eur":0,"long":1,"gbp":1},` +
		`"rooms":{"10":{"b":[{"sku":"x"}],"a":[{"qty":1}]},"9":{"z":[{"sku":"x","qty":1},{}]}}}`
	want := []string{
		"prices[eur]", "prices[long]", "prices[usd]",
		"rooms[9][z][1].sku", "rooms[9][z][1].qty", "rooms[10][a][0].sku", "rooms[10][b][0].qty",
		"last",
	}
	for range 20 {
		if diff := cmp.Diff(want, fields(details[shelf](t, middleware.NewRules(), body))); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestAnyKeyOfAMapCanBeNamed(t *testing.T) {
	t.Parallel()
	type odd struct {
		Each map[string][]map[string]line `json:"each" validate:"dive,dive,dive"`
	}
	body := `{"each":{"":[{"":{}}],"]":[{"[":{}}],"][":[{"].a":{}}],"a.b[0]":[{"\u0000.\u0001":{}},{"\n":{}}]}}`
	got := details[odd](t, middleware.NewRules(), body)
	if len(got) != 10 {
		t.Errorf("%d details: %q", len(got), got)
	}
	for _, d := range got {
		if !strings.HasPrefix(d.Field, "each[") || !strings.HasSuffix(d.Field, ".sku") && !strings.HasSuffix(d.Field, ".qty") {
			t.Errorf("the field is %q", d.Field)
		}
	}
}

func TestAFieldThatJSONLeavesOutIsNotNamed(t *testing.T) {
	t.Parallel()
	type secret struct {
		Inner struct {
			Token string `json:"-" validate:"required"`
		} `json:"inner"`
		Same  string `json:"same" validate:"eqfield=Other"`
		Other string `json:"-"`
	}
	got := details[secret](t, middleware.NewRules(), `{"same":"x"}`)
	want := []benzene.Detail{
		{Message: `inner breaks rule "required" of a value that no message holds`, Field: "inner", Code: "required"},
		{Message: "same must be the same as another value", Field: "same", Code: "eqfield"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheNumberAndLengthOfFailuresAreBounded(t *testing.T) {
	t.Parallel()
	body := "[" + strings.Repeat("{},", 999) + "{}]"
	got := details[[]line](t, middleware.NewRules(), body)
	if len(got) != 101 || got[100].Message != "1900 more values break a rule" {
		t.Errorf("%d details, the last %v", len(got), got[len(got)-1])
	}
	got = details[map[string]line](t, middleware.NewRules(), fmt.Sprintf(`{"%s":{}}`, strings.Repeat("k", 100_000)))
	for _, d := range got {
		if len(d.Field) > 250 || len(d.Message) > 300 {
			t.Errorf("a field of %d bytes, a message of %d", len(d.Field), len(d.Message))
		}
	}
}

func TestAnApplicationsOwnRulesAndWords(t *testing.T) {
	t.Parallel()
	type tagged struct {
		Code  string `json:"code" validate:"sku"`
		Team  string `json:"team" validate:"team=red"`
		Other string `json:"other" validate:"team=blue"`
	}
	plain := middleware.NewRules(func(v *validator.Validate) {
		v.RegisterAlias("sku", "alphanum,len=8")
		if err := v.RegisterValidation("team", func(fl validator.FieldLevel) bool { return fl.Field().String() == fl.Param() }); err != nil {
			t.Error(err)
		}
	})
	worded := plain.Words("team", func(field, param string) string { return field + " has to play for " + param })
	body := `{"code":"abc","team":"green","other":"blue"}`
	for name, c := range map[string]struct {
		rules *middleware.Rules
		team  string
	}{
		"without words":          {plain, `team does not satisfy rule "team=red"`},
		"with words":             {worded, "team has to play for red"},
		"with words for another": {plain.Words("sku8", nil), `team does not satisfy rule "team=red"`},
	} {
		t.Run(name, func(t *testing.T) {
			want := []benzene.Detail{
				{Message: "code must have exactly 8 characters", Field: "code", Code: "sku"},
				{Message: c.team, Field: "team", Code: "team"},
			}
			if diff := cmp.Diff(want, details[tagged](t, c.rules, body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRulesByTypeNeedNoTag(t *testing.T) {
	t.Parallel()
	type period struct{ From, To int }
	rules := middleware.NewRules(func(v *validator.Validate) {
		v.RegisterStructValidation(func(sl validator.StructLevel) {
			if p, ok := sl.Current().Interface().(period); ok && p.To < p.From {
				sl.ReportError(p.To, "To", "To", "gtefield", "From")
			}
		}, period{})
	})
	want := []benzene.Detail{{Message: "[0].To must not be less than From", Field: "[0].To", Code: "gtefield"}}
	if diff := cmp.Diff(want, details[[]period](t, rules, `[{"From":2,"To":1}]`)); diff != "" {
		t.Error(diff)
	}
}

func TestAValidatorThatPanicsFailsTheMessageAlone(t *testing.T) {
	t.Parallel()
	type bad struct {
		A string `json:"a" validate:"emial"`
	}
	d := dispatcher(t, benzene.Pipeline{middleware.NewRules().Validate}, benzene.On("bad", func(context.Context, bad) error { return nil }))
	_, err := d.Dispatch(t.Context(), message("bad", `{}`))
	var panicked *benzene.Panic
	if !errors.As(err, &panicked) {
		t.Errorf("outcome is %v", err)
	}
}
