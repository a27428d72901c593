package benzene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// An Error is a failure the caller may hear about. Message and Details travel
// to the caller; Cause stays with the operators.
type Error struct {
	Status  Status
	Message string   // one sentence; what the caller reads when there are no Details
	Details []Detail // everything that is wrong, each on its own
	Cause   error    // may be nil
	Problem *Problem // the application's own document (type, instance, members), kept as written; may be nil
}

// A Detail is one thing that is wrong with a message.
type Detail struct {
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // a path such as lines[0].qty; "" for the message as a whole
	Code    string `json:"code,omitempty"`  // the rule, such as "required"
}

// Error is for operators: the status, the caller's words and the cause.
func (e *Error) Error() string {
	if e == nil {
		return "a nil *benzene.Error, returned as an error"
	}
	text := string(e.Status)
	if words := e.words(); words != "" {
		text += ": " + words
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap gives the cause, for errors.Is and errors.As.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Cause
}

// words are what the caller may read: the details' messages, or Message.
func (e *Error) words() string {
	if len(e.Details) == 0 {
		return e.Message
	}
	messages := make([]string, len(e.Details))
	for i, d := range e.Details {
		messages[i] = d.Message
	}
	return strings.Join(messages, ", ")
}

// Errorf makes a failure of status s. All of it is for the caller to read: a
// cause does not belong here, and go vet rejects %w.
func (s Status) Errorf(format string, args ...any) error {
	return &Error{Status: s, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes a failure of status s with a message for the caller and a cause
// for operators. A nil cause is allowed.
func (s Status) Wrap(cause error, message string) error {
	return &Error{Status: s, Message: message, Cause: cause}
}

// StatusOf says which status an outcome has: OK for nil, an Error's own
// (UnexpectedError when it names none), Timeout for an expired deadline and
// ServiceUnavailable for any other error.
func StatusOf(err error) Status {
	if err == nil {
		return OK
	}
	own, made := madeOf(err)
	switch {
	case made:
		return cmp.Or(own.Status, UnexpectedError)
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	default:
		return ServiceUnavailable
	}
}

// madeOf finds the Error in err. A nil one, which a function that returns *Error
// has made an error of, is none.
func madeOf(err error) (*Error, bool) {
	own, made := errors.AsType[*Error](err)
	return own, made && own != nil
}

// sound returns err once it has been asked what it is: one that cannot be
// asked, as a nil pointer with an Unwrap of its own, panics here, where that is
// a failed message, and not in whoever asks next.
func sound(err error) error {
	_ = StatusOf(err)
	return err
}

// Ended says how a message ended for spans, logs and feeds: its StatusOf, but
// Cancelled for a failure without words for the caller whose own context was
// cancelled. A panic is never Cancelled.
func Ended(ctx context.Context, outcome error) Status {
	if !hides(outcome) || !errors.Is(ctx.Err(), context.Canceled) {
		return StatusOf(outcome)
	}
	if _, panicked := errors.AsType[*Panic](outcome); panicked {
		return StatusOf(outcome)
	}
	return Cancelled
}

// hides reports whether err has a side that its caller is not told: any error
// that is not an Error, and an Error with a cause.
func hides(err error) bool {
	if err == nil {
		return false
	}
	own, made := madeOf(err)
	return !made || own.Cause != nil
}

// A Panic is the cause of a message whose handler, middleware, codec or scope
// panicked, or ended its goroutine.
type Panic struct {
	Value any    // what was passed to panic; nil when the goroutine ended (runtime.Goexit)
	Stack []byte // as debug.Stack prints it
}

// Error is for operators and gives the value, not the stack.
func (p *Panic) Error() string {
	if p.Value == nil {
		return "the handler's goroutine ended (runtime.Goexit)"
	}
	return fmt.Sprintf("panic: %v", p.Value)
}

// Unwrap gives the value where it was an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// caught makes an outcome of what recover returned; nil stands for a Goexit.
func caught(value any) error {
	return ServiceUnavailable.Wrap(&Panic{Value: value, Stack: debug.Stack()}, failed[ServiceUnavailable])
}

// failed is what a caller reads of an error whose words are not for callers.
var failed = map[Status]string{
	ServiceUnavailable: "the service could not handle the message",
	Timeout:            "the service took too long",
}
