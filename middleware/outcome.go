package middleware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/benzene-go/framework/benzene"
)

const (
	longestName = 120  // bytes of a name that a caller made up
	longestText = 4096 // bytes of a text for operators
)

// caught makes an outcome of what recover returned; nil stands for a goroutine
// that ended. It is for what panics outside the endpoint, which has its own.
func caught(value any) error {
	return benzene.ServiceUnavailable.Wrap(
		&benzene.Panic{Value: value, Stack: debug.Stack()}, "the service could not handle the message")
}

// ended is the status to record: the reply's own where the message was handled.
func ended(ctx context.Context, reply benzene.Reply, outcome error) benzene.Status {
	if outcome == nil {
		return cmp.Or(reply.Status, benzene.OK)
	}
	return benzene.Ended(ctx, outcome)
}

// callersFault reports whether a failure of status s is its caller's to mend.
func callersFault(s benzene.Status) bool {
	switch s {
	case benzene.BadRequest, benzene.ValidationError, benzene.Unauthorized, benzene.Forbidden,
		benzene.NotFound, benzene.Conflict, benzene.TooManyRequests, benzene.Refused:
		return true
	}
	return false
}

// nobodysFault reports whether an outcome of status s is no failure at all,
// although an error carries it.
func nobodysFault(s benzene.Status) bool {
	return s == benzene.Cancelled || s == benzene.InputRequired || s.Success() // an error may say ignored
}

// causeType names the innermost cause of a failure by its Go type. Types of
// errors and fmt say nothing, nor does benzene.Error: where there are no others
// it is "".
func causeType(err error) (name string) {
	for err != nil {
		switch e := err.(type) { //nolint:errorlint // each link of the chain is looked at on its own
		case *benzene.Panic:
			return "*benzene.Panic"
		case *benzene.Error:
		default:
			if t := reflect.TypeOf(e); !saysNothing(t) {
				name = t.String()
			}
		}
		err = within(err)
	}
	return name
}

func within(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		if all := joined.Unwrap(); len(all) > 0 {
			return all[0]
		}
		return nil
	}
	return errors.Unwrap(err)
}

func saysNothing(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == "errors" || t.PkgPath() == "fmt"
}

// wordsOf is an error's text for operators. It survives an Error method that
// panics, as those of nil pointers do.
func wordsOf(err error) string { return bounded(fmt.Sprint(err), longestText) }

// bounded makes text fit to be recorded: valid UTF-8 of some length.
func bounded(text string, limit int) string {
	if len(text) > limit {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit] + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
