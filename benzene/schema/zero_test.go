package schema_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene/schema"
)

// zeroCases are tags that differ in what they make of a zero value, which is
// what leaving the member out comes to.
func zeroCases() (cases []tagCase) {
	add := func(typ reflect.Type, samples []string, tags ...string) {
		for _, tag := range tags {
			cases = append(cases, tagCase{typ: typ, tag: tag, samples: samples})
		}
	}
	either := []string{
		"min=1", "gt=0", "gte=1", "gt=-1", "lt=0", "lte=-1", "max=-1", "lte=0", "len=3", "len=0", "eq=0", "eq=1", "ne=0", "ne=1",
		"min=0,max=0", "max=5,min=2", "omitnil,required", "omitnil,min=1", "isdefault", "isdefault,min=0", "required_with=Other,min=1", "min=1,omitempty",
		"min=1|eq=0", "min=1|eq=2", "required|isdefault", "excluded_with=V,required",
	}
	texts := []string{
		"oneof=a b", "oneof='' b", "oneofci=a", "noneof=a", "noneof=''", "email|e164", "email|isdefault", "email|len=0", "datetime=2006", "contains=x",
		"excludes=x", "startswith=x", "endswith=x", "startsnotwith=x", "ne=", "eq=", "eq=a", "lowercase", "ascii", "unix_addr", "containsany=ab",
		"postcode_iso3166_alpha2=GB", "eqfield=V", "required_if=V x",
	}
	numbers := []string{"oneof=0 1", "oneof=1 2", "noneof=0", "noneof=1", "port", "numeric", "numeric,min=1"}
	add(reflect.TypeFor[string](), textSamples, slices.Concat(either, texts)...)
	add(reflect.TypeFor[*string](), textSamples, slices.Concat(either, texts)...)
	for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[uint8](), reflect.TypeFor[*int]()} {
		add(typ, numberSamples, slices.Concat(either, numbers)...)
	}
	add(reflect.TypeFor[float32](), numberSamples, append(either, "gt=0.5", "gt=-0.5", "lte=-0.5", "eq=0.0")...)
	add(reflect.TypeFor[[]string](), listSamples, append(either, "unique", "required,dive,min=1")...)
	add(reflect.TypeFor[map[string]string](), mapSamples, append(either, "unique", "required,dive,min=1")...)
	add(reflect.TypeFor[*[]string](), listSamples, append(either, "dive", "omitempty,dive,min=1", "omitzero", "required,dive,required")...)
	add(reflect.TypeFor[[2]string](), listSamples, "dive,oneof=a ''", "dive,oneof=a", "dive,email|e164", "dive", "required", "omitempty,len=3")
	add(reflect.TypeFor[[2]*string](), listSamples, "dive,min=1", "dive,omitempty,min=1", "dive", "dive,required")
	add(reflect.TypeFor[[2]address](), structListSamples, "dive", "", "dive,omitempty", "dive,structonly", "omitempty,dive")
	add(reflect.TypeFor[bool](), boolSamples, "eq=true", "eq=false", "ne=true", "ne=false", "required", "omitempty,eq=true", "boolean", "isdefault")
	add(reflect.TypeFor[*bool](), boolSamples, "eq=true", "required", "omitempty,eq=true", "boolean", "")
	add(reflect.TypeFor[time.Time](), timeSamples, "", "required", "gt", "gte", "min", "lt", "lte", "max", "omitempty,gt", "isdefault")
	add(reflect.TypeFor[*time.Time](), timeSamples, "", "required", "gt", "lt", "omitempty,gt", "omitnil,lt")
	add(reflect.TypeFor[Level](), textSamples, "oneof=0 1", "oneof=1", "gt=0")
	add(reflect.TypeFor[any](), textSamples, "min=1", "email", "omitnil,email", "isdefault", "required_with=Other,required", "eq=a|eq=b", "")
	for _, typ := range []reflect.Type{reflect.TypeFor[shipment](), reflect.TypeFor[*shipment]()} {
		add(typ, structSamples, "", "required", "omitempty", "omitnil", "omitzero", "-", "structonly", "nostructlevel", "isdefault", "isdefault,required")
	}
	return cases
}

var timeSamples = members(`"2026-02-03T04:05:06Z"`, `"9026-02-03T04:05:06Z"`, `"0001-01-01T00:00:00Z"`, `""`)

// A shipment is refused for what lies in it.
type shipment struct {
	_      string `validate:"required"` // nobody can fill it
	Secret string `json:"-"`
	Note   string `json:"note" validate:"max=5"`
	Legs   []line `json:"legs" validate:"dive"`
	Back   *address
	Out    struct{ address }
}

// TestExactlyTheMembersThatCanNotBeLeftOutAreRequired leaves each member out of
// a valid value.
func TestExactlyTheMembersThatCanNotBeLeftOutAreRequired(t *testing.T) {
	validate := validator.New(validator.WithRequiredStructEnabled())
	for typ, valid := range validValues(t) {
		if err := arrives(validate, typ, valid); err != nil {
			t.Errorf("%v: %s: %v", typ, valid, err)
			continue
		}
		s, err := schema.Of(typ, schema.Input)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Properties {
			err := arrives(validate, typ, without(t, valid, p.Name))
			if required := slices.Contains(s.Required, p.Name); required != (err != nil) {
				t.Errorf("%v: required is %v for %q; without it: %v", typ, required, p.Name, err)
			}
		}
	}
}

// validValues has a valid value for each type of the corpus: where no rule
// stands, the zero value is one.
func validValues(t *testing.T) map[reflect.Type]string {
	values := map[reflect.Type]string{}
	for _, typ := range corpus() {
		if typ.Kind() == reflect.Struct && typ != reflect.TypeFor[time.Time]() && typ != reflect.TypeFor[texts]() {
			text, err := json.Marshal(reflect.New(typ).Interface())
			if err != nil {
				t.Fatal(err)
			}
			values[typ] = string(text)
		}
	}
	maps.Copy(values, map[reflect.Type]string{
		reflect.TypeFor[plan](): `{"root":{"name":"a"},"tags":["x"]}`,
		reflect.TypeFor[booking](): `{"mail":"a@example.com","class":"eco","seats":1,"price":1,"lines":[{"sku":"a","qty":1}],` +
			`"tags":["x"],"labels":{"kk":"vv"},"home":{"city":"x"},"work":{"city":"y"},"contact":"a@example.com","optional":3}`,
		reflect.TypeFor[line]():                             `{"sku":"a","qty":1}`,
		reflect.TypeFor[shipment]():                         `{"note":"","Back":{"city":"x"},"Out":{"city":"x"}}`,
		reflect.TypeFor[struct{ address }]():                `{"city":"x"}`,
		reflect.TypeFor[struct{ *Address }]():               `{"city":"xx"}`,
		reflect.TypeFor[struct{ A, B address }]():           `{"A":{"city":"x"},"B":{"city":"y"}}`,
		reflect.TypeFor[struct{ A, B *address }]():          `{"A":{"city":"x"}}`,
		reflect.TypeFor[struct{ S struct{ L shipment } }](): `{"S":{"L":{"Out":{"city":"x"}}}}`,
		reflect.TypeFor[HoldSeat]():                         `{"flight":"LH400","cabin":"economy","seats":1}`,
	})
	return values
}

// without is the object text without one of its members.
func without(t *testing.T, text, name string) string {
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		t.Fatal(err)
	}
	delete(members, name)
	left, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(left)
}

func TestWhatIsKnownOfTheValidatorsRulesHolds(t *testing.T) {
	validate := validator.New(validator.WithRequiredStructEnabled())
	for _, name := range schema.OwnRules() {
		for _, typ := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[*string]()} {
			field := reflect.StructField{Name: "V", Type: typ, Tag: reflect.StructTag(fmt.Sprintf("validate:%q", name))}
			holder := reflect.StructOf([]reflect.StructField{field})
			s, err := schema.Of(holder, schema.Input)
			if err != nil {
				t.Fatal(err)
			}
			why := arrives(validate, holder, `{}`)
			certain := isRefusal(why) && !aboutMore.MatchString(name)
			if why == nil && s.Required != nil || certain && s.Required == nil {
				t.Errorf("%v `%s`: required: %q; left out: %v", typ, name, s.Required, why)
			}
		}
	}
}

// aboutMore are rules that look at more than the value: other fields, a method.
var aboutMore = regexp.MustCompile(`field|^(required|excluded|skip)_|^validateFn$`)

// isRefusal tells what the validator says from what it can not do.
func isRefusal(err error) bool {
	_, ok := errors.AsType[validator.ValidationErrors](err)
	return ok
}

// An alias of the application's may let the zero value pass.
func TestAnAliasIsNotGuessedAt(t *testing.T) {
	type order struct {
		Code  string  `json:"code" validate:"maybe,uuid"`
		Part  *string `json:"part" validate:"maybe"`
		Other string  `json:"other" validate:"maybe|len=3"`
	}
	validate := validator.New(validator.WithRequiredStructEnabled())
	validate.RegisterAlias("maybe", "omitempty,len=8")
	s, err := schema.For[order](schema.Input)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string(nil), s.Required); diff != "" {
		t.Error(diff)
	}
	type plain struct {
		Code string  `validate:"maybe,uuid"`
		Part *string `validate:"maybe"`
	}
	if err := validate.Struct(plain{}); err != nil {
		t.Error(err)
	}
}
