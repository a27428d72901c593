package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/benzene-go/framework/benzene/schema"
)

type line struct {
	SKU string `json:"sku" validate:"required,alphanum"`
	Qty uint8  `json:"qty" validate:"required,min=1,lt=100"`
}

type address struct {
	City string `json:"city" validate:"required"`
}

type booking struct {
	Mail     string            `json:"mail" validate:"required,email" description:"whom to tell"`
	ID       string            `json:"id" validate:"omitempty,uuid"`
	Day      string            `json:"day" validate:"omitempty,datetime=2006-01-02"`
	Class    string            `json:"class" validate:"oneof=eco 'first class' eco"`
	Seats    int               `json:"seats" validate:"required,gte=1,lte=9"`
	Price    float64           `json:"price" validate:"gt=0,lt=1000.5"`
	Lines    []line            `json:"lines" validate:"required,min=1,max=3,dive"`
	Loose    []line            `json:"loose"`
	Tags     []string          `json:"tags" validate:"max=2,dive,required,max=5"`
	Labels   map[string]string `json:"labels" validate:"omitempty,max=1,dive,keys,min=2,endkeys,len=2"`
	Home     address           `json:"home" validate:"required"`
	Work     *address          `json:"work,omitempty"`
	Billing  address           `json:"billing" validate:"omitempty"`
	Skipped  address           `json:"skipped" validate:"-"`
	Contact  string            `json:"contact" validate:"email|e164"`
	Partner  string            `json:"partner" validate:"required_with=ID"`
	Optional *int              `json:"optional,omitzero" validate:"omitempty,min=3"`
}

func TestValidateTagsBecomeKeywords(t *testing.T) {
	want := `{"type":"object","properties":{` +
		`"mail":{"type":"string","description":"whom to tell","format":"email","minLength":1},` +
		`"id":{"type":"string","format":"uuid"},` +
		`"day":{"type":"string","format":"date"},` +
		`"class":{"type":"string","enum":["eco","first class"]},` +
		`"seats":{"type":"integer","minimum":1,"maximum":9},` +
		`"price":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1000.5},` +
		`"lines":{"type":"array","items":{"type":"object","properties":{` +
		`"sku":{"type":"string","pattern":"^[a-zA-Z0-9]+$","minLength":1},` +
		`"qty":{"type":"integer","minimum":1,"exclusiveMaximum":100}},"required":["sku","qty"]},"minItems":1,"maxItems":3},` +
		`"loose":{"type":"array","items":{"type":"object","properties":{` +
		`"sku":{"type":"string"},"qty":{"type":"integer","minimum":0,"maximum":255}}}},` +
		`"tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":5},"maxItems":2},` +
		`"labels":{"type":"object","additionalProperties":{"type":"string","minLength":2,"maxLength":2},"maxProperties":1},` +
		`"home":{"type":"object","properties":{"city":{"type":"string","minLength":1}},"required":["city"]},` +
		`"work":{"type":"object","properties":{"city":{"type":"string","minLength":1}},"required":["city"]},` +
		`"billing":{"type":"object","properties":{"city":{"type":"string"}}},` +
		`"skipped":{"type":"object","properties":{"city":{"type":"string"}}},` +
		`"contact":{"type":"string"},` +
		`"partner":{"type":"string"},` +
		`"optional":{"type":"integer","minimum":3}},` +
		`"required":["mail","class","seats","price","lines","home","contact"]}`
	if diff := cmp.Diff(want, derive(t, reflect.TypeFor[booking](), schema.Input)); diff != "" {
		t.Error(diff)
	}
}

// TestTheSchemaNeverRefusesWhatTheValidatorAccepts sends every sample through
// every tag on every type it may stand on. Where the schema can say all that
// the tag says, it also has to refuse what the validator refuses; and it always
// has to where the member is left out.
func TestTheSchemaNeverRefusesWhatTheValidatorAccepts(t *testing.T) {
	validate := validator.New(validator.WithRequiredStructEnabled())
	for _, c := range tagCases() {
		typ := reflect.StructOf([]reflect.StructField{{
			Name: "V", Type: c.typ, Tag: reflect.StructTag(fmt.Sprintf("json:%q validate:%q", "v"+c.json, c.tag)),
		}})
		text := derive(t, typ, schema.Input)
		s := compileWith(t, jsonschema.NewCompiler(), text)
		for _, sample := range c.samples {
			why := arrives(validate, typ, sample)
			refusal := accepts(t, s, sample)
			if why == nil && refusal != nil {
				t.Errorf("%v `%s`: %s is valid, but refused: %v", c.typ, c.tag, sample, refusal)
			}
			if (c.exact || sample == `{}` && isRefusal(why)) && why != nil && refusal == nil {
				t.Errorf("%v `%s`: %s passes %s, but: %v", c.typ, c.tag, sample, text, why)
			}
		}
	}
}

// arrives decodes and validates text; nil when a handler would see it. A tag
// that the validator can not apply lets nothing through.
func arrives(validate *validator.Validate, typ reflect.Type, text string) (why error) {
	into := reflect.New(typ).Interface()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return err
	}
	defer func() {
		if reason := recover(); reason != nil {
			why = fmt.Errorf("%v", reason)
		}
	}()
	return validate.Struct(into)
}

type tagCase struct {
	typ     reflect.Type
	json    string // options of the json tag
	tag     string
	exact   bool
	samples []string
}

func tagCases() (cases []tagCase) {
	add := func(typ reflect.Type, samples []string, exact bool, tags ...string) {
		for _, tag := range tags {
			cases = append(cases, tagCase{typ, "", tag, exact, samples})
		}
	}
	bounds := []string{"min=1", "max=2", "gte=0", "gt=0", "lt=2", "lte=2", "len=2", "gt=1,lt=4", "min=1,max=2", "required,max=1"}
	lax := []string{
		"omitempty,min=2", "omitempty,max=1", "omitempty,len=2", "omitempty,gt=1", "omitzero,min=2", "omitnil,min=1",
		"omitempty,required", "required,omitempty,min=1", "min=1,omitempty",
	}
	add(reflect.TypeFor[string](), textSamples, true, bounds...)
	add(reflect.TypeFor[string](), textSamples, false, lax...)
	add(reflect.TypeFor[string](), textSamples, true,
		"required", "oneof=a bb 'c d' 0x2C", "omitempty,oneof=a bb", "eq=a", "omitempty,eq=a", "eq=0x2C", "eq=0x7C",
		"min=0x2", "alpha", "alphanum", "numeric", "number", "hexadecimal", "e164", "alphaspace", "alphanumspace", "omitempty,numeric", "required,alpha")
	add(reflect.TypeFor[string](), textSamples, false,
		"alpha|min=5", "ne=a", "startswith=a", "isdefault", "required_if=V a", "structonly,min=2", "contains=0x7C", "alpha|len=1",
		"lowercase", "datetime=15:04", "datetime=2006-01-02", "uuid", "ipv4", "omitempty,url|email", "email", "omitempty,email", "url", "uri", "hostname", "fqdn")
	for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[float64](), reflect.TypeFor[float32]()} {
		tags := append(bounds, lax...)
		add(typ, numberSamples, false, tags...)
		add(typ, numberSamples, true, "min=1", "max=2", "gt=0,lt=5", "gte=1,lte=1", "len=2", "eq=3", "omitempty,max=1", "omitempty,eq=3")
		add(reflect.PointerTo(typ), numberSamples, true, "omitempty,min=2", "omitempty,gt=0", "required,max=3", "omitzero,max=2", "omitnil,lt=1")
	}
	add(reflect.TypeFor[int](), numberSamples, true, "oneof=1 2 -1", "omitempty,oneof=5 7", "oneof=01 2", "min=-1,max=0x10", "numeric")
	add(reflect.TypeFor[float64](), numberSamples, true, "min=-0.5", "max=1e3", "lt=0", "omitempty,gt=-1")
	add(reflect.TypeFor[float64](), numberSamples, false, "omitempty,lt=-1", "omitempty,max=-1", "omitzero,gt=0")
	add(reflect.TypeFor[uint64](), append(numberSamples, `{"v":18446744073709551615}`), true, "min=18446744073709551615", "oneof=1 18446744073709551615")
	add(reflect.TypeFor[*string](), textSamples, true, "omitempty,min=2", "required", "required,max=1", "omitempty,oneof=a bb", "omitzero,max=2", "omitempty,alpha")
	cases = append(cases,
		tagCase{reflect.TypeFor[int](), ",string", "min=3,oneof=3 4", false, quotedSamples},
		tagCase{reflect.TypeFor[int](), ",string", "", true, quotedSamples},
		tagCase{reflect.TypeFor[*float64](), ",string", "", true, quotedSamples},
	)
	listTags := append(bounds, lax...)
	add(reflect.TypeFor[[]string](), listSamples, false, listTags...)
	add(reflect.TypeFor[[2]string](), listSamples, false, listTags...)
	add(reflect.TypeFor[[]string](), listSamples, true, "min=1", "max=1", "len=2", "eq=2", "required", "dive,min=1", "dive,required", "max=2,dive,oneof=a b", "omitempty,min=2", "omitempty,dive,len=1", "omitzero,max=2", "dive")
	add(reflect.TypeFor[[2]string](), listSamples, false, "omitempty,dive,min=1", "dive,min=1", "required,dive,alpha")
	add(reflect.TypeFor[[]*string](), listSamples, true, "dive,required", "dive,omitempty,min=1")
	add(reflect.TypeFor[[][]string](), nestedSamples, true, "dive,min=1", "dive,dive,min=2", "dive,required,dive,required", "max=1,dive,max=1")
	add(reflect.TypeFor[map[string]string](), mapSamples, true, "min=1", "max=1", "len=1", "required", "dive,min=1", "dive,required", "omitempty,min=1")
	add(reflect.TypeFor[map[string]string](), mapSamples, false, "dive,keys,min=2,endkeys,min=1", "dive,keys,min=2,endkeys", "omitzero,min=2,dive,keys,eq=k,endkeys,required")
	add(reflect.TypeFor[bool](), boolSamples, false, "required", "eq=true", "omitempty,boolean")
	add(reflect.TypeFor[[]byte](), bytesSamples, false, "required", "min=2", "len=1,dive,min=1", "max=1")
	add(reflect.TypeFor[[3]byte](), bytesSamples, false, "required", "dive,min=1", "omitempty,len=3")
	add(reflect.TypeFor[Level](), append(textSamples, `{"v":"low"}`, `{"v":"high"}`), false, "required", "oneof=0", "min=1")
	for _, typ := range []reflect.Type{reflect.TypeFor[address](), reflect.TypeFor[*address]()} {
		add(typ, structSamples, false, "", "required", "omitempty", "-", "structonly", "nostructlevel", "omitzero", "omitnil", "required,structonly", "omitempty,required")
	}
	add(reflect.TypeFor[[]address](), structListSamples, true, "", "dive", "dive,required", "required,dive,omitempty")
	add(reflect.TypeFor[[]*address](), structListSamples, true, "dive", "dive,required", "dive,omitempty", "omitempty,dive,omitzero", "dive,structonly")
	add(reflect.TypeFor[map[string]address](), structMapSamples, true, "", "dive", "dive,keys,min=1,endkeys", "dive,required")
	add(reflect.TypeFor[any](), append(textSamples, structSamples...), false, "required", "omitempty,min=2")
	return append(cases, zeroCases()...)
}

var (
	textSamples = members(`""`, `"a"`, `"bb"`, `"c d"`, `"abcde"`, `"é"`, `"éé"`, `"😀"`, `"12"`, `"-1.5"`, `"0xfF"`, `","`, `"|"`,
		`"+4930123456"`, `"a@example.com"`, `"https://example.com/x"`, `"/x"`, `"127.0.0.1"`, `"2026-02-03"`, `"15:04"`, `"example.com"`,
		`"123e4567-e89b-42d3-a456-426614174000"`, `1`, `[]`)
	numberSamples     = members(`0`, `1`, `2`, `3`, `4`, `7`, `-1`, `-2`, `1.5`, `100`, `127`, `300`, `1001`, `70000`, `"1"`)
	quotedSamples     = members(`"0"`, `"-0"`, `"3"`, `"4"`, `"01"`, `""`, `"a"`, `"1e2x"`, `3`)
	listSamples       = members(`[]`, `[""]`, `["a"]`, `["a","b"]`, `["a",""]`, `["",""]`, `["a","b","c"]`, `[1]`, `{}`)
	nestedSamples     = members(`[]`, `[[]]`, `[["a"]]`, `[["aa"]]`, `[["aa",""]]`, `[["aa"],[]]`, `["a"]`)
	mapSamples        = members(`{}`, `{"k":""}`, `{"k":"v"}`, `{"kk":"v"}`, `{"k":"v","l":"w"}`, `{"k":1}`, `[]`)
	boolSamples       = members(`true`, `false`, `"true"`)
	bytesSamples      = members(`""`, `"AQ=="`, `"AQID"`, `"AQIDBA=="`, `[1]`)
	structSamples     = members(`{}`, `{"city":""}`, `{"city":"x"}`, `{"town":"x"}`, `[]`)
	structListSamples = members(`[]`, `[{}]`, `[{"city":"x"}]`, `[{"city":"x"},{"city":""}]`, `{}`)
	structMapSamples  = members(`{}`, `{"a":{}}`, `{"a":{"city":"x"}}`, `{"a":{"city":""}}`)
)

// members are objects with each value as their member v, and one without.
func members(values ...string) []string {
	list := []string{`{}`}
	for _, v := range values {
		list = append(list, `{"v":`+v+`}`)
	}
	return list
}

func TestRulesOfEmbeddedStructsCountWhereTheValidatorLooks(t *testing.T) {
	type direct struct{ address }
	type pointer struct{ *Address }
	type skipped struct {
		address `validate:"-"`
	}
	for want, typ := range map[string]reflect.Type{
		`{"type":"object","properties":{"city":{"type":"string","minLength":1}},"required":["city"]}`: reflect.TypeFor[direct](),
		`{"type":"object","properties":{"city":{"type":"string","minLength":2}}}`:                     reflect.TypeFor[pointer](),
		`{"type":"object","properties":{"city":{"type":"string"}}}`:                                   reflect.TypeFor[skipped](),
	} {
		if diff := cmp.Diff(want, derive(t, typ, schema.Input)); diff != "" {
			t.Errorf("%v: %s", typ, diff)
		}
	}
}

type Address struct {
	City string `json:"city" validate:"required,min=2"`
}

func FuzzAnyValidateTagMakesASchema(f *testing.F) {
	for _, odd := range []string{"required,min=1,dive,required,oneof=a b", "omitempty,gt=0,lt=5", ",", "=", "|", "dive", "dive,keys", "dive,keys,endkeys,endkeys", "min", "min=", "len=99999999999999999999", "oneof=", "oneof=' '", "gt=NaN", "lt=Inf", "eq=\xff", "-", "lt=-9223372036854775808"} {
		f.Add(odd)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		quoted := reflect.StructTag(fmt.Sprintf("validate:%q", tag))
		var fields []reflect.StructField
		for i, typ := range []reflect.Type{
			reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[*uint8](), reflect.TypeFor[float32](),
			reflect.TypeFor[[]string](), reflect.TypeFor[map[string][]int](), reflect.TypeFor[[2]address](), reflect.TypeFor[*Node](),
		} {
			fields = append(fields, reflect.StructField{Name: "F" + strings.Repeat("x", i), Type: typ, Tag: quoted})
		}
		compile(t, derive(t, reflect.StructOf(fields), schema.Input))
	})
}
