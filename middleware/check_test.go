package middleware_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
)

func contractOf[Req any]() benzene.Contract {
	return benzene.On("check:"+reflect.TypeFor[Req]().String(), func(context.Context, Req) error { return nil }).Contract()
}

// findings checks contracts and returns what was found, as "check: message".
func findings(t *testing.T, rules *middleware.Rules, contracts ...benzene.Contract) []string {
	t.Helper()
	err := rules.Check(contracts)
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("%T is not joined", err)
	}
	var texts []string
	for _, one := range joined.Unwrap() {
		var f benzene.Finding
		if !errors.As(one, &f) {
			t.Fatalf("%T is no Finding", one)
		}
		texts = append(texts, f.Check+": "+f.Message)
	}
	return texts
}

type twice struct {
	Basket []basket `json:"basket" validate:"required,divee"`
}

type misspelt struct {
	Customer string `json:"customer" validate:"required,emial"`
}

type basket struct {
	Items []misspelt          `json:"items" validate:"dive"`
	Deep  map[string][]nested `json:"deep" validate:"dive,dive"`
	Next  *basket             `json:"next"`
}

type nested struct {
	Size string `json:"size" validate:"email,min=abc"`
}

type diving struct {
	Home  Base   `json:"home" validate:"dive"`
	Name  string `json:"name" validate:"dive"`
	Keys  []int  `json:"keys" validate:"keys,min=1,endkeys"`
	Empty int    `json:"empty" validate:"min=1,,max=2"`
}

type kinds struct {
	Flag  bool            `json:"flag" validate:"min=1"`
	Home  Base            `json:"home" validate:"max=3"`
	Mail  int             `json:"mail" validate:"omitempty,email"`
	Text  string          `json:"text" validate:"port|url"`
	Count *float64        `json:"count" validate:"omitempty,oneof=1 2"`
	Lines []line          `json:"lines" validate:"unique=Sku,dive"`
	Marks map[string]bool `json:"marks" validate:"dive,keys,min=x,endkeys,len=2"`
	When  time.Time       `json:"when" validate:"datetime=2006"`
	Short string          `json:"short" validate:"max"`
}

type strangers struct {
	Until time.Time `json:"until" validate:"gtfield=Form"`
	From  time.Time `json:"from" validate:"required_without=Until Elsewhere"`
	Deep  string    `json:"deep" validate:"eqcsfield=Home.ref"`
	Home  Base      `json:"home" validate:"required_if=Deep a Shallow b"`
	Pairs string    `json:"pairs" validate:"required_if=Deep"`
	Count int       `json:"count"`
	Value *Base     `json:"value" validate:"required_unless=Count abc"`
	Limit *float64  `json:"limit" validate:"omitempty,ltefield=Count"`
}

type zeros struct {
	Flag   bool    `json:"flag" validate:"required"`
	Count  int     `json:"count" validate:"required,max=9"`
	Price  float64 `json:"price" validate:"omitempty,required"`
	Above  int     `json:"above" validate:"required,min=1"`
	Below  int     `json:"below" validate:"required,max=-1"`
	Choice int     `json:"choice" validate:"required,oneof=1 2"`
	Either *bool   `json:"either" validate:"required"`
	Each   []int   `json:"each" validate:"dive,required"`
}

type forgotten struct {
	Lines []line            `json:"lines" validate:"required"`
	Named map[string]*line  `json:"named"`
	Rows  [][]line          `json:"rows" validate:"dive"`
	Known []line            `json:"known" validate:"-"`
	Plain []struct{ A int } `json:"plain"`
}

type unsent struct {
	Token string `json:"-" validate:"required"`
}

type selfmade struct {
	Token string `json:"-" validate:"required"`
}

func (s *selfmade) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &s.Token) }

func TestABadTagIsFoundAtStart(t *testing.T) {
	t.Parallel()
	const (
		tags      = "validation-tags: validation: middleware_test."
		required  = "validation-required: validation: middleware_test."
		unreached = "validation-unreached: validation: middleware_test."
		unknown   = ", which validator does not know; correct it, or register it with middleware.NewRules"
	)
	for name, c := range map[string]struct {
		contract benzene.Contract
		want     []string
	}{
		"misspelt": {contractOf[misspelt](), []string{tags + `misspelt.Customer has tag "emial"` + unknown}},
		"in elements of lists and maps": {contractOf[*basket](), []string{
			tags + `misspelt.Customer has tag "emial"` + unknown,
			tags + `nested.Size has rule "min=abc", which validator cannot apply to string (strconv.ParseInt: parsing "abc": invalid syntax); correct it`,
		}},
		"below another one": {contractOf[twice](), []string{
			tags + `twice.Basket has tag "divee"` + unknown,
			tags + `misspelt.Customer has tag "emial"` + unknown,
			tags + `nested.Size has rule "min=abc", which validator cannot apply to string (strconv.ParseInt: parsing "abc": invalid syntax); correct it`,
		}},
		"in elements of a request that is a list": {contractOf[[]map[string]*misspelt](), []string{tags + `misspelt.Customer has tag "emial"` + unknown}},
		"dive and keys": {contractOf[diving](), []string{
			tags + `diving.Home has rule "dive", which validator cannot apply to middleware_test.Base (dive error! can't dive on a non slice or map); correct it`,
			tags + `diving.Name has rule "dive", which validator cannot apply to string (dive error! can't dive on a non slice or map); correct it`,
			tags + `diving.Keys has tag "keys,min=1,endkeys", which validator cannot read ('keys' tag must be immediately preceded by the 'dive' tag); correct it`,
			tags + `diving.Empty has tag "min=1,,max=2", which validator cannot read (Invalid validation tag on field ''); correct it`,
		}},
		"kinds of fields": {contractOf[kinds](), []string{
			tags + `kinds.Flag has rule "min=1", which validator cannot apply to bool (Bad field type bool); correct it`,
			tags + `kinds.Home has rule "max=3", which validator cannot apply to middleware_test.Base (Bad field type middleware_test.Base); correct it`,
			tags + `kinds.Mail has rule "email", which is about texts and never holds for int; correct it`,
			tags + `kinds.Text has rule "port", which validator cannot apply to string (Bad field type string); correct it`,
			tags + `kinds.Count has rule "oneof=1 2", which validator cannot apply to *float64 (Bad field type float64); correct it`,
			tags + `kinds.Lines has rule "unique=Sku", which validator cannot apply to []middleware_test.line (Bad field name Sku); correct it`,
			tags + `kinds.Marks[key] has rule "min=x", which validator cannot apply to string (strconv.ParseInt: parsing "x": invalid syntax); correct it`,
			tags + `kinds.Marks[] has rule "len=2", which validator cannot apply to bool (Bad field type bool); correct it`,
			tags + `kinds.When has rule "datetime=2006", which validator cannot apply to time.Time (Bad field type time.Time); correct it`,
			tags + `kinds.Short has rule "max", which validator cannot apply to string (strconv.ParseInt: parsing "": invalid syntax); correct it`,
		}},
		"other fields": {contractOf[strangers](), []string{
			tags + `strangers.Until has rule "gtfield=Form", but middleware_test.strangers has no field Form; rules name fields as Go does`,
			tags + `strangers.From has rule "required_without=Until Elsewhere", but middleware_test.strangers has no field Elsewhere; rules name fields as Go does`,
			tags + `strangers.Deep has rule "eqcsfield=Home.ref", but middleware_test.strangers has no field Home.ref; rules name fields as Go does`,
			tags + `strangers.Home has rule "required_if=Deep a Shallow b", but middleware_test.strangers has no field Shallow; rules name fields as Go does`,
			tags + `strangers.Pairs has rule "required_if=Deep", which validator cannot apply to string (Bad param number for required_if ); correct it`,
			tags + `strangers.Value has rule "required_unless=Count abc", which validator cannot apply to *middleware_test.Base (strconv.ParseInt: parsing "abc": invalid syntax); correct it`,
			tags + `strangers.Limit has rule "ltefield=Count", which cannot compare float64 with int; give both fields one type`,
		}},
		"zeros that are called missing": {contractOf[zeros](), []string{
			required + `zeros.Flag has tag "required", which calls false missing; make it *bool, or drop required`,
			required + `zeros.Count has tag "required", which calls 0 missing; make it *int, or drop required`,
			required + `zeros.Price has tag "required", which calls 0 missing; make it *float64, or drop required`,
			required + `zeros.Each[] has tag "required", which calls 0 missing; make it *int, or drop required`,
		}},
		"rules that nothing reaches": {contractOf[forgotten](), []string{
			unreached + `forgotten.Lines has no "dive" in its validate tag, so that the rules of middleware_test.line are never looked at; add dive, or "-" if they should not be`,
			unreached + `forgotten.Named has no "dive" in its validate tag, so that the rules of middleware_test.line are never looked at; add dive, or "-" if they should not be`,
			unreached + `forgotten.Rows[] has no "dive" in its validate tag, so that the rules of middleware_test.line are never looked at; add dive, or "-" if they should not be`,
		}},
		"fields that no caller can fill": {contractOf[unsent](), []string{
			tags + `unsent.Token has tag "required", but JSON leaves the field out, so that no caller can fill it; drop one of the two tags`,
		}},
		"a field that its type fills itself": {contractOf[selfmade](), nil},
		"nothing wrong":                      {contractOf[order](), nil},
		"nothing wrong, in many ways":        {contractOf[crossing](), nil},
		"nothing wrong with numbers":         {contractOf[numbers](), nil},
		"nothing wrong with texts":           {contractOf[texts](), nil},
		"nothing wrong with lists":           {contractOf[lists](), nil},
		"nobody's":                           {benzene.Contract{}, nil},
		"any":                                {contractOf[any](), nil},
		"a list of itself":                   {contractOf[forest](), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, findings(t, middleware.NewRules(), c.contract)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAStructWithoutANameIsNamedByItsTopic(t *testing.T) {
	t.Parallel()
	c := benzene.On("order:place", func(context.Context, struct {
		In struct {
			A string `validate:"emial"`
		}
	}) error {
		return nil
	}).Contract()
	got := findings(t, middleware.NewRules(), c)
	if len(got) != 1 || !strings.Contains(got[0], `the request of "order:place": In.A has tag "emial"`) {
		t.Errorf("found %q", got)
	}
}

func TestEverythingIsFoundAtOnceAndOnce(t *testing.T) {
	t.Parallel()
	got := findings(t, middleware.NewRules(), contractOf[misspelt](), contractOf[basket](), contractOf[zeros]())
	if len(got) != 6 {
		t.Errorf("found %d: %q", len(got), got)
	}
}

// Money validates as a number, by what the application registers.
type Money struct{ Cents int }

func TestAnApplicationsRulesAreKnownAndNotRun(t *testing.T) {
	t.Parallel()
	type priced struct {
		Price  Money  `json:"price" validate:"required,gt=0"`
		Team   string `json:"team" validate:"team=7,dive9"`
		Custom *order `json:"custom" validate:"omitempty,team"`
	}
	rules := middleware.NewRules(func(v *validator.Validate) {
		v.RegisterCustomTypeFunc(func(field reflect.Value) any { return field.Interface().(Money).Cents }, Money{})
		v.RegisterAlias("dive9", "max=9")
		if err := v.RegisterValidation("team", func(validator.FieldLevel) bool {
			t.Error("the application's rule ran")
			return true
		}); err != nil {
			t.Error(err)
		}
	})
	if got := findings(t, rules, contractOf[priced]()); got != nil {
		t.Errorf("found %q", got)
	}
}
