package middleware_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/middleware"
)

type numbers struct {
	Min   int     `json:"min" validate:"min=1"`
	Max   float64 `json:"max" validate:"max=2.5"`
	Gt    uint8   `json:"gt" validate:"gt=1"`
	Lt    int     `json:"lt" validate:"lt=3"`
	Len   int     `json:"len" validate:"len=4"`
	Ne    int     `json:"ne" validate:"ne=0"`
	Flag  bool    `json:"flag" validate:"eq=true"`
	One   int     `json:"one" validate:"oneof=1 2"`
	Nil   *int    `json:"nil" validate:"gte=0x10"`
	Port  int     `json:"port" validate:"port"`
	Isdef int     `json:"isdef" validate:"isdefault"`
}

type texts struct {
	Min      string `json:"min" validate:"min=1"`
	Max      string `json:"max" validate:"max=3"`
	Len      string `json:"len" validate:"len=2"`
	Gt       string `json:"gt" validate:"gt=1"`
	Lt       string `json:"lt" validate:"lt=2"`
	Eq       string `json:"eq" validate:"eq=a0x2Cb"`
	Ne       string `json:"ne" validate:"ne=long"`
	Mail     string `json:"mail" validate:"email"`
	UUID     string `json:"uuid" validate:"uuid4"`
	Status   string `json:"status" validate:"oneof=open 'on hold' paid"`
	None     string `json:"none" validate:"noneof=long short"`
	Has      string `json:"has" validate:"contains=@"`
	Starts   string `json:"starts" validate:"startswith=go"`
	Not      string `json:"not" validate:"excludesall=lo"`
	When     string `json:"when" validate:"datetime=2006-01-02"`
	Upper    string `json:"upper" validate:"uppercase"`
	Colour   string `json:"colour" validate:"iscolor"`
	Either   string `json:"either" validate:"email|len=3"`
	Checksum string `json:"checksum" validate:"sha256"`
}

type lists struct {
	Min  []int          `json:"min" validate:"min=2"`
	Max  map[string]int `json:"max" validate:"max=1"`
	One  []int          `json:"one" validate:"gte=1"`
	Len  [2]int         `json:"len" validate:"len=3"`
	Same []line         `json:"same" validate:"unique=SKU,dive"`
	Uniq []int          `json:"uniq" validate:"unique"`
	Each []string       `json:"each" validate:"dive,max=1"`
}

type crossing struct {
	Kind     string    `json:"kind"`
	Size     int       `json:"size"`
	From     time.Time `json:"from" validate:"gt"`
	Until    time.Time `json:"until" validate:"gtfield=From"`
	Low      int       `json:"low"`
	High     int       `json:"high" validate:"gtefield=Low"`
	Password string    `json:"password"`
	Again    string    `json:"again" validate:"eqfield=Password"`
	Inner    struct {
		Deep string `json:"deep"`
	} `json:"inner"`
	Cross  string  `json:"cross" validate:"necsfield=Inner.Deep"`
	If     *string `json:"if" validate:"required_if=Kind home Size 3"`
	Unless *string `json:"unless" validate:"required_unless=Kind away Size 4"`
	With   *string `json:"with" validate:"required_with=Kind Size"`
	WithA  *string `json:"witha" validate:"required_with_all=Kind Size"`
	Out    *string `json:"out" validate:"required_without=Until"`
	Ex     string  `json:"ex" validate:"excluded_if=Kind home"`
	Line   struct {
		Ex  string `json:"ex" validate:"excluded_with=Qty"`
		Qty int    `json:"quantity"`
	} `json:"line"`
}

func TestEachRuleHasWords(t *testing.T) {
	t.Parallel()
	rules := middleware.NewRules()
	var got []string
	for _, d := range details[numbers](t, rules, `{"min":0,"max":3,"gt":1,"lt":3,"flag":false,"isdef":1}`) {
		got = append(got, d.Message)
	}
	for _, d := range details[texts](t, rules, `{"max":"long","len":"abc","gt":"x","lt":"long","ne":"long","none":"long","not":"long","upper":"x"}`) {
		got = append(got, d.Message)
	}
	for _, d := range details[lists](t, rules, `{"min":[1],"max":{"a":1,"b":2},"same":[{"sku":"A","qty":1},{"sku":"A","qty":1}],"uniq":[1,1],"each":["ab"]}`) {
		got = append(got, d.Message)
	}
	for _, d := range details[crossing](t, rules, `{"kind":"home","size":3,"low":2,"high":1,"password":"a","again":"b","ex":"x","line":{"ex":"x","quantity":1}}`) {
		got = append(got, d.Message)
	}
	want := []string{
		"min must be at least 1",
		"max must be at most 2.5",
		"gt must be more than 1",
		"lt must be less than 3",
		"len must be 4",
		"ne must not be 0",
		"flag must be true",
		"one must be one of 1, 2",
		"nil must be at least 0x10",
		"port must be a port from 1 to 65535",
		"isdef must be left out",

		"min must have at least 1 character",
		"max must have at most 3 characters",
		"len must have exactly 2 characters",
		"gt must have more than 1 character",
		"lt must have fewer than 2 characters",
		`eq must be "a,b"`,
		`ne must not be "long"`,
		"mail must be an e-mail address",
		"uuid must be a UUID of version 4",
		"status must be one of open, on hold, paid",
		"none must be none of long, short",
		`has must contain "@"`,
		`starts must start with "go"`,
		`not must contain none of the characters "lo"`,
		`when must be a time such as "2006-01-02"`,
		"upper must be in upper case",
		"colour must be a colour",
		`either does not satisfy rule "email|len=3"`,
		`checksum does not satisfy rule "sha256"`,

		"min must have at least 2 items",
		"max must have at most 1 item",
		"one must have at least 1 item",
		"len must have exactly 3 items",
		"same must not hold two items with the same sku",
		"uniq must not hold the same value twice",
		"each[0] must have at most 1 character",

		"from must be in the future",
		"until must be after from",
		"high must not be less than low",
		"again must be the same as password",
		"cross must differ from inner.deep",
		"if is required when kind is home and size is 3",
		"unless is required unless kind is away or size is 4",
		"with is required when kind or size is given",
		"witha is required when kind and size are given",
		"out is required when until is missing",
		"ex must be left out when kind is home",
		"line.ex must be left out when quantity is given",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
