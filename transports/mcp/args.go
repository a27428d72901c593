package mcp

import (
	"errors"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/argument"
	"github.com/benzene-go/framework/transports/mcp/internal/judge"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// Args reads the arguments of a call one by one, strictly. A method for an
// argument that has to be there takes its name; one that begins with Optional
// also takes what leaving it out means, and null is leaving it out. Names count
// to the letter.
//
// Whatever does not fit is noted, and the method gives the zero value: read all
// arguments, then ask Err. No more is taken for something else than these texts:
// "true" and "false" as a flag, "42" or "£1,234.50" as a number, "a, b" as a
// list, and a whole number as an ID.
//
// An Args is for one goroutine, and for as long as the arguments' bytes stay.
type Args struct {
	given []argument.Argument
	wrong []benzene.Detail
	none  bool // there is no object to read from, which is said
}

// ReadArgs takes the arguments of a call apart: a JSON object, or nothing or
// null, which stand for an empty one. It has at most 1,000 members: with more,
// none are read, and Err says so.
func ReadArgs(arguments jsontext.Value) *Args {
	a := &Args{}
	if len(arguments) == 0 {
		return a
	}
	given, err := argument.Read(arguments)
	wrong, syntactic := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case syntactic && errors.Is(err, jsontext.ErrDuplicateName):
		a.refuse(judge.Unparsed(wrong))
	case syntactic:
		a.refuse(benzene.Detail{Message: "the arguments must be JSON", Code: "type"})
	case given.Kind == 'n':
	case given.Kind != '{':
		a.refuse(benzene.Detail{Message: "the arguments must be an object, got " + phrase.Kind(given.Kind), Code: "type"})
	case given.Excessive():
		a.refuse(benzene.Detail{Message: argument.TooMany, Code: "maxProperties"})
	default:
		a.given = given.List
	}
	return a
}

func (a *Args) refuse(d benzene.Detail) { a.wrong, a.none = append(a.wrong, d), true }

// Given reports whether the argument is there, and not null.
func (a *Args) Given(name string) bool { return a.find(name) != nil }

// Err is nil when all that was read fits, and else a *benzene.Error of status
// ValidationError with one detail for each argument that does not, in the order
// of reading.
func (a *Args) Err() error {
	if len(a.wrong) == 0 {
		return nil
	}
	return &benzene.Error{Status: benzene.ValidationError, Details: slices.Clone(a.wrong)}
}

// Text is a text, which may be empty.
func (a *Args) Text(name string) string { return required(a, name, argument.Text) }

// OptionalText is [Args.Text], or otherwise.
func (a *Args) OptionalText(name, otherwise string) string {
	return optional(a, name, otherwise, argument.Text)
}

// Date is a day, written yyyy-MM-dd, at midnight UTC.
func (a *Args) Date(name string) time.Time { return required(a, name, argument.Date) }

// OptionalDate is [Args.Date], or otherwise.
func (a *Args) OptionalDate(name string, otherwise time.Time) time.Time {
	return optional(a, name, otherwise, argument.Date)
}

// Number is the float64 next to a number. Whole numbers above 2^53 stay exact
// with [Args.Integer] only.
func (a *Args) Number(name string) float64 { return required(a, name, argument.Number) }

// OptionalNumber is [Args.Number], or otherwise.
func (a *Args) OptionalNumber(name string, otherwise float64) float64 {
	return optional(a, name, otherwise, argument.Number)
}

// Integer is a whole number, exact; 42.0 is one.
func (a *Args) Integer(name string) int64 { return required(a, name, argument.Integer) }

// OptionalInteger is [Args.Integer], or otherwise.
func (a *Args) OptionalInteger(name string, otherwise int64) int64 {
	return optional(a, name, otherwise, argument.Integer)
}

// Flag is true or false.
func (a *Args) Flag(name string) bool { return required(a, name, argument.Flag) }

// OptionalFlag is [Args.Flag], or otherwise.
func (a *Args) OptionalFlag(name string, otherwise bool) bool {
	return optional(a, name, otherwise, argument.Flag)
}

// ID is a text that names something, or a whole number's digits as they came.
func (a *Args) ID(name string) string { return required(a, name, argument.ID) }

// OptionalID is [Args.ID], or otherwise.
func (a *Args) OptionalID(name, otherwise string) string {
	return optional(a, name, otherwise, argument.ID)
}

// List is a list of texts, which may be empty.
func (a *Args) List(name string) []string { return required(a, name, argument.List) }

// OptionalList is [Args.List], or otherwise.
func (a *Args) OptionalList(name string, otherwise []string) []string {
	return optional(a, name, otherwise, argument.List)
}

// Choice is one of values, to the letter.
func (a *Args) Choice(name string, values ...string) string {
	value := a.find(name)
	if value == nil {
		a.missing(name)
		return ""
	}
	return a.choose(name, value, values)
}

// OptionalChoice is [Args.Choice], or otherwise, which need not be one of
// values.
func (a *Args) OptionalChoice(name, otherwise string, values ...string) string {
	value := a.find(name)
	if value == nil {
		return otherwise
	}
	return a.choose(name, value, values)
}

func (a *Args) choose(name string, value jsontext.Value, values []string) string {
	text := wire.Unquoted(value)
	at := slices.IndexFunc(values, func(v string) bool { return v == string(text) })
	if at < 0 || value.Kind() != '"' {
		a.note(name, "enum", phrase.Instead("one of "+phrase.Spelled(values), value))
		return ""
	}
	return values[at]
}

func required[T any](a *Args, name string, f argument.Form[T]) (zero T) {
	value := a.find(name)
	if value == nil {
		a.missing(name)
		return zero
	}
	return read(a, name, value, f)
}

func optional[T any](a *Args, name string, otherwise T, f argument.Form[T]) T {
	value := a.find(name)
	if value == nil {
		return otherwise
	}
	return read(a, name, value, f)
}

func read[T any](a *Args, name string, value jsontext.Value, f argument.Form[T]) (zero T) {
	result, ok := f.Read(value)
	if !ok {
		a.note(name, f.Code, f.Refusal(value))
		return zero
	}
	return result
}

// find is nil when the argument is not there, or null.
func (a *Args) find(name string) jsontext.Value {
	for _, g := range a.given {
		if string(g.Name) == name && g.Value.Kind() != 'n' {
			return g.Value
		}
	}
	return nil
}

func (a *Args) missing(name string) { a.note(name, "required", "is required") }

// note says once what is wrong with an argument.
func (a *Args) note(name, code, sentence string) {
	said := func(d benzene.Detail) bool { return d.Field == name }
	if a.none || slices.ContainsFunc(a.wrong, said) {
		return
	}
	a.wrong = append(a.wrong, benzene.Detail{Message: phrase.Subject(name) + " " + sentence, Field: name, Code: code})
}
