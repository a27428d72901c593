package visitor

import (
	nethttp "net/http"
	"slices"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/ascii"
)

// Share writes what every answer has where Origins are named, and reports
// whether r comes from a page of one of them. Cookies are none of it: a page
// that has a token sends it itself.
func (v *List) Share(header nethttp.Header, r *nethttp.Request) bool {
	if len(v.Origins) == 0 {
		return false
	}
	header.Add("Vary", "Origin")
	origins := r.Header["Origin"]
	if len(origins) != 1 || !slices.Contains(v.Origins, origins[0]) {
		return false
	}
	header.Set("Access-Control-Allow-Origin", origins[0])
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate")
	return true
}

// IsPreflight reports whether a browser asks if a page may send something (Fetch
// Standard, CORS-preflight request). It never brings credentials.
func IsPreflight(r *nethttp.Request) bool {
	return r.Method == nethttp.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

// AnswerPreflight says what the page may send.
func AnswerPreflight(w nethttp.ResponseWriter, r *nethttp.Request) {
	header := w.Header()
	header.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	header.Set("Access-Control-Allow-Methods", nethttp.MethodPost)
	if names := sendable(r.Header["Access-Control-Request-Headers"]); names != "" {
		header.Set("Access-Control-Allow-Headers", names)
	}
	header.Set("Access-Control-Max-Age", "600") // in seconds; or every call would be two requests
	header.Del("Access-Control-Expose-Headers") // which is of the answer proper
	w.WriteHeader(nethttp.StatusNoContent)
}

// sendable lists those of the wanted headers that a client of MCP sends, as
// they are spelled.
func sendable(wanted []string) string {
	var names []string
	for _, line := range wanted {
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.TrimSpace(name); isSendable(strings.ToLower(name)) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// isSendable tells by a name in lower case.
func isSendable(name string) bool {
	switch name {
	case "authorization", "content-type", "accept", "mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name",
		"traceparent", "tracestate", "baggage":
		return true
	}
	parameter, ok := strings.CutPrefix(name, "mcp-param-")
	return ok && ascii.IsToken(parameter)
}
