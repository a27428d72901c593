package benzene

// A Status says how handling a message ended, in words every transport shares.
// The constants are the vocabulary of the Benzene wire contracts;
// applications may add their own words, which count as failures when an error
// carries them.
type Status string

// The successes.
const (
	OK       Status = "ok"       // handled
	Created  Status = "created"  // something new exists
	Accepted Status = "accepted" // taken, to be handled later
	Updated  Status = "updated"  // something has changed
	Deleted  Status = "deleted"  // something is gone
	Ignored  Status = "ignored"  // skipped on purpose: a duplicate, a filtered message
)

// The failures.
const (
	BadRequest         Status = "bad-request"         // the message is malformed
	ValidationError    Status = "validation-error"    // a rule does not hold
	Unauthorized       Status = "unauthorized"        // nobody knows who calls
	Forbidden          Status = "forbidden"           // the caller may not
	NotFound           Status = "not-found"           // the target, or a handler for it, is missing
	Conflict           Status = "conflict"            // clashes with the current state
	TooManyRequests    Status = "too-many-requests"   // throttled; transient
	Timeout            Status = "timeout"             // took too long, and may have been applied; transient
	NotImplemented     Status = "not-implemented"     // recognised, but not supported
	ServiceUnavailable Status = "service-unavailable" // something this service needs is missing; transient
	UnexpectedError    Status = "unexpected-error"    // none of the above
)

// Cancelled is how a message ended that its caller, or a shutdown, gave up.
// Spans, logs and feeds use it; it is never sent to a caller.
const Cancelled Status = "cancelled"

// Two outcomes roll a message's scope back without being a failure of the
// service: a "no" is its caller's to mend, and a question is nobody's fault.
const (
	Refused       Status = "refused"        // the handler answered with a "no" of its own making
	InputRequired Status = "input-required" // the caller has to answer a question first
)

// Success reports whether s is one of the six successes.
func (s Status) Success() bool {
	switch s {
	case OK, Created, Accepted, Updated, Deleted, Ignored:
		return true
	}
	return false
}

// Known reports whether s belongs to the vocabulary.
func (s Status) Known() bool { return s.Success() || titles[s] != "" }

// Transient reports whether the same message may succeed later.
func (s Status) Transient() bool {
	return s == ServiceUnavailable || s == TooManyRequests || s == Timeout
}

// titles are the fixed titles of the problem-type registry: the failures.
var titles = map[Status]string{
	BadRequest:         "Bad request",
	ValidationError:    "Validation failed",
	Unauthorized:       "Unauthorized",
	Forbidden:          "Forbidden",
	NotFound:           "Not found",
	Conflict:           "Conflict",
	TooManyRequests:    "Too many requests",
	Timeout:            "Timeout",
	NotImplemented:     "Not implemented",
	ServiceUnavailable: "Service unavailable",
	UnexpectedError:    "Unexpected error",
}
