package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	nethttp "net/http"
	"slices"
	"strings"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A Verifier says whose token it is, or that it is nobody's.
type Verifier func(ctx context.Context, token string) (benzene.Principal, error)

var errUnknown = errors.New("nobody has this token")

// StaticTokens knows tokens that were handed out beforehand. How long it takes
// tells nothing of them.
func StaticTokens(callers map[string]benzene.Principal) Verifier {
	return func(_ context.Context, token string) (found benzene.Principal, err error) {
		err = errUnknown
		got := sha256.Sum256([]byte(token))
		for known, caller := range callers {
			want := sha256.Sum256([]byte(known)) // of one length
			if subtle.ConstantTimeCompare(got[:], want[:]) == 1 && known != "" {
				found, err = caller, nil
			}
		}
		return found, err
	}
}

// Bearer lets in whoever brings a token that verify knows, and tells all others
// where to get one: in the document at metadata (RFC 6750, RFC 9728).
func Bearer(metadata string, verify Verifier) func(nethttp.Handler) nethttp.Handler {
	return func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
			if !strings.EqualFold(scheme, "Bearer") {
				challenge(w, nethttp.StatusUnauthorized, "", metadata)
				return
			}
			caller, err := verify(r.Context(), token)
			if err != nil {
				challenge(w, nethttp.StatusUnauthorized, `error="invalid_token", `, metadata)
				return
			}
			next.ServeHTTP(w, r.WithContext(benzene.WithPrincipal(r.Context(), caller)))
		})
	}
}

func challenge(w nethttp.ResponseWriter, status int, why, metadata string) {
	w.Header().Set("WWW-Authenticate", fmt.Sprintf("Bearer %sresource_metadata=%q", why, metadata))
	w.WriteHeader(status)
}

// Metadata says of a protected resource whose tokens open it (RFC 9728).
type Metadata struct {
	Resource             string   `json:"resource"` // the endpoint's URL, just as clients write it
	AuthorizationServers []string `json:"authorization_servers"`
	ScopesSupported      []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported,omitempty"`
}

// Surface answers with the document: to anybody, and to any web page.
func (m Metadata) Surface(http.Site) (nethttp.Handler, error) {
	document, err := json.Marshal(m)
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*")
		if r.Method == nethttp.MethodOptions {
			w.WriteHeader(nethttp.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the caller has gone; nobody is left to tell
	}), err
}

const writing = "seats:write"

// deskTools are one list, for the endpoint and for those who guard it.
func deskTools() mcp.Part {
	return mcp.Parts(
		mcp.Tool("find_seat", "Finds one seat of a flight.", "seat:find"),
		mcp.Tool("hold_seat", "Holds a seat for two minutes.", "seat:hold", mcp.Writes()),
	)
}

// ProtectedTools are for callers with a token of login. origin is how clients
// reach this service, such as https://seats.example.
func ProtectedTools(origin, login string, verify Verifier, sealing []byte) http.Route {
	const document = "/.well-known/oauth-protected-resource"
	metadata := Metadata{
		Resource:             origin + "/benzene/mcp",
		AuthorizationServers: []string{login},
		ScopesSupported:      []string{writing},
		BearerMethods:        []string{"header"},
	}
	where := origin + document + "/benzene/mcp"
	return http.Routes(
		http.Mount(document, metadata.Surface),
		http.Mount(document+"/benzene/mcp", metadata.Surface),
		http.Behind(Bearer(where, verify),
			http.Behind(StepUp(where, deskTools()),
				mcp.Endpoint(deskTools(), mcp.SealSessions(sealing)))),
	)
}

// StepUp stands before the server: who calls a tool that writes, and may not,
// is told which scope to ask for (RFC 6750, insufficient_scope).
func StepUp(metadata string, parts ...mcp.Part) func(nethttp.Handler) nethttp.Handler {
	catalog := mcp.CatalogOf(parts...)
	return func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			body, err := http.ReadBody(r, 4<<20)
			if err != nil {
				nethttp.Error(w, "the body cannot be read, or is larger than 4 MiB", nethttp.StatusBadRequest)
				return
			}
			called, _ := catalog.Called(body) // what it cannot read, the server refuses
			if slices.ContainsFunc(called, func(t mcp.ToolInfo) bool { return t.Writes }) && !may(r.Context(), writing) {
				challenge(w, nethttp.StatusForbidden, fmt.Sprintf("error=%q, scope=%q, ", "insufficient_scope", writing), metadata)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		})
	}
}

func may(ctx context.Context, scope string) bool {
	caller, _ := benzene.PrincipalFrom(ctx)
	return slices.Contains(caller.Scopes, scope)
}

// OnlyWriters stands in the pipeline: a tool that writes is refused to who may
// not, whichever way its call has come.
func OnlyWriters(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		if call, ok := mcp.CallFrom(ctx); ok && call.Writes && !may(ctx, writing) {
			return benzene.Reply{}, benzene.Forbidden.Errorf("%s changes something, and your token lacks the scope %s", call.Name, writing)
		}
		return next(ctx, inv)
	}
}

// NewWritersPipeline refuses before it looks at what was sent.
func NewWritersPipeline(rules *middleware.Rules) benzene.Pipeline {
	return benzene.Pipeline{middleware.Trace, middleware.Log(nil), OnlyWriters, rules.Validate}
}

// LocalTools are for the client that has started this program, in the name of
// the user whose program it is.
func LocalTools(user string) benzene.Transport {
	return mcp.Stdio(deskTools(), mcp.As(benzene.Principal{Subject: user, Scopes: []string{writing}}))
}

// ProtectedService is all of it.
func ProtectedService(addr, origin, login string, verify Verifier, sealing []byte) fx.Option {
	return fx.Options(
		startup.Handlers(Seats),
		startup.Pipeline(NewWritersPipeline),
		startup.Transports(http.Listen(addr, http.Health(), ProtectedTools(origin, login, verify, sealing))),
	)
}
