// Package queue handles messages that wait in a broker. It knows how to take
// one, and how to give it back; which broker that is, it does not know.
//
// [Listen] makes a transport of a [Source]. It hands each [Delivery] to the
// dispatcher and settles it by what came of it:
//
//	how the message ended                                 what becomes of it
//	handled, or skipped as ignored                        done
//	failed after its context ended (shutdown, lost)       released: given back, the attempt not counted
//	service-unavailable, timeout, too-many-requests,      again later, after a growing delay
//	a panic, an error that no status made
//	the same, with no attempt left                        a dead letter, with the reason
//	any other failure, such as bad-request, not-found     a dead letter, with the reason
//	(an unknown topic) or validation-error (no topic)
//
// A message is handled at least once, so a handler has to bear a second time.
// [Memory] is the source in the box: a bounded queue in this process, which is
// also the [benzene.Sender] that fills it.
package queue
