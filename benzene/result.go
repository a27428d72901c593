package benzene

// A Result is the explicit form of what a handler returns, for handlers whose
// status or headers vary.
type Result[T any] struct {
	Status  Status    // the endpoint's own success status when empty
	Value   T         // ignored when Err is set
	Headers HeaderMap // sent with the reply, also with a failure; may be nil
	Err     error     // non-nil means the message was not handled
}

// Succeed is a Result with a status of the handler's choice. A failure status
// is allowed: the message was handled, and the value travels under that status,
// as a health report does.
func Succeed[T any](status Status, value T) Result[T] {
	return Result[T]{Status: status, Value: value}
}

// Fail is the Result of a message that was not handled.
func Fail[T any](err error) Result[T] { return Result[T]{Err: err} }
