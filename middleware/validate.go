package middleware

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/benzene-go/framework/benzene"
)

// Rules are the validate tags of requests, as
// github.com/go-playground/validator/v10 reads them. They are safe for use by
// several goroutines.
type Rules struct {
	validator *validator.Validate
	byType    bool // options may have given types rules that no tag shows
	words     map[string]func(field, param string) string
}

// NewRules makes rules with a validator of their own, to which options may add
// an application's tags, aliases and custom types:
//
//	rules := middleware.NewRules(func(v *validator.Validate) {
//		v.RegisterAlias("sku", "alphanum,len=8")
//	})
//
// Names of fields are the rules' own affair: an option that sets a tag name, or
// a function for them, has no effect. required on a struct asks for a value that
// is not zero (WithRequiredStructEnabled).
func NewRules(options ...func(*validator.Validate)) *Rules {
	v := validator.New(validator.WithRequiredStructEnabled())
	for _, option := range options {
		option(v)
	}
	v.SetTagName("validate")
	v.RegisterTagNameFunc(wireName)
	return &Rules{validator: v, byType: len(options) > 0}
}

// Words returns rules that describe a failure of tag, such as an application's
// own, by what say returns. field is the failing field's path or "the body",
// param what follows the tag's "=". The sentence is for the caller to read.
func (r *Rules) Words(tag string, say func(field, param string) string) *Rules {
	other := *r
	other.words = maps.Clone(r.words)
	if other.words == nil {
		other.words = map[string]func(field, param string) string{}
	}
	other.words[tag] = say
	return &other
}

// Validate refuses requests that break the rules of their type. Everything that
// is wrong is reported at once, up to a hundred details: a ValidationError with
// a Detail for each, whose Field is the JSON path of the value (lines[0].qty,
// prices[eur], "" for the request as a whole), whose Code is the tag, and whose
// Message is a sentence that begins with the field. They stand in the order in
// which the type declares its fields, entries of maps by key. A request that
// cannot be decoded is refused as Invocation.Request says, and one whose maps
// have very long keys above very many values is refused unseen. Requests that
// are lists or maps have their elements validated.
//
// An endpoint whose request type has no validate tag costs nothing. The method
// is the middleware: list rules.Validate.
func (r *Rules) Validate(c benzene.Contract, next benzene.Next) benzene.Next {
	p, ok := r.plan(c.Request)
	if !ok {
		return next
	}
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		request, err := inv.Request()
		if err == nil {
			err = p.check(ctx, request)
		}
		if err != nil {
			return benzene.Reply{}, err
		}
		return next(ctx, inv)
	}
}

// A plan is how requests of one type are validated.
type plan struct {
	*Rules
	root     reflect.Type // without pointers
	pointers bool         // the request itself is one
	keyed    bool         // it may hold maps, whose keys are the caller's own
	dive     string       // the tag that reaches the elements of a list or map; "" for a struct
}

// plan is false for types that have no rules.
func (r *Rules) plan(request reflect.Type) (plan, bool) {
	if request == nil {
		return plan{}, false
	}
	element, levels := innermost(request)
	root := withoutPointers(request)
	p := plan{
		Rules:    r,
		root:     root,
		pointers: root != request,
		keyed:    keyed(request, map[reflect.Type]bool{}),
		dive:     strings.TrimPrefix(strings.Repeat(",dive", levels), ","),
	}
	return p, r.ruled(element, map[reflect.Type]bool{})
}

// ruled reports whether values of type t may have rules anywhere within.
func (r *Rules) ruled(t reflect.Type, seen map[reflect.Type]bool) bool {
	if !isStruct(t) || seen[t] {
		return false
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		element, _ := innermost(f.Type)
		if r.byType || f.Tag.Get("validate") != "" || r.ruled(element, seen) {
			return true
		}
	}
	return false
}

// check validates what Invocation.Request returned.
func (p plan) check(ctx context.Context, request any) error {
	if p.pointers {
		v := reflect.ValueOf(request).Elem()
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return refusal(benzene.Detail{Message: "the body is required", Code: "required"})
			}
			request, v = v.Interface(), v.Elem()
		}
	}
	if p.keyed {
		var w weight
		if w.add(reflect.ValueOf(request), 0, 0); w.bytes > heaviest {
			return tooHeavy()
		}
	}
	var err error
	if p.dive == "" {
		err = p.validator.StructCtx(ctx, request)
	} else {
		err = p.validator.VarCtx(ctx, request, p.dive)
	}
	if err == nil {
		return nil
	}
	if broken, ok := errors.AsType[validator.ValidationErrors](err); ok {
		return refusal(p.details(broken)...)
	}
	return benzene.UnexpectedError.Wrap(err, "the request could not be validated")
}

func refusal(details ...benzene.Detail) error {
	return &benzene.Error{Status: benzene.ValidationError, Details: details}
}
