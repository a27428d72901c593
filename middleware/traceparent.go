package middleware

import (
	"encoding/hex"
	"strings"

	"go.opentelemetry.io/otel/trace"

	"github.com/benzene-go/framework/benzene"
)

// remoteSpan reads the span that a message says it comes from (W3C Trace
// Context). A traceparent that is not exactly four segments of lower-case
// hexadecimal digits with ids that are not all zero means none.
func remoteSpan(headers benzene.Headers) trace.SpanContext {
	if headers == nil {
		return trace.SpanContext{}
	}
	parent := headers.Get("traceparent")
	if !wellFormed(parent) {
		return trace.SpanContext{}
	}
	traceID, err := trace.TraceIDFromHex(parent[3:35])
	if err != nil {
		return trace.SpanContext{}
	}
	spanID, err := trace.SpanIDFromHex(parent[36:52])
	if err != nil {
		return trace.SpanContext{}
	}
	var flags [1]byte
	_, _ = hex.Decode(flags[:], []byte(parent[53:]))             // known to be two digits
	state, _ := trace.ParseTraceState(headers.Get("tracestate")) // the specification: a bad one does not spoil the parent
	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID:    traceID,
		SpanID:     spanID,
		TraceFlags: trace.TraceFlags(flags[0]) & (trace.FlagsSampled | trace.FlagsRandom),
		TraceState: state,
		Remote:     true,
	})
}

// wellFormed reports whether parent is version-trace-span-flags in digits of
// the lengths 2, 32, 16 and 2. Version ff is not one.
func wellFormed(parent string) bool {
	if len(parent) != 55 || strings.HasPrefix(parent, "ff") {
		return false
	}
	for i := range len(parent) {
		switch c := parent[i]; {
		case i == 2 || i == 35 || i == 52:
			if c != '-' {
				return false
			}
		case (c < '0' || c > '9') && (c < 'a' || c > 'f'):
			return false
		}
	}
	return true
}
