package pages

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	nethttp "net/http"
	"strings"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// APIKey lets in whoever brings the key as a bearer token (RFC 6750), and says
// that it is caller. An empty key lets nobody in.
func APIKey(caller, key string) func(nethttp.Handler) nethttp.Handler {
	want := sha256.Sum256([]byte(key)) // of one length, so that comparing tells nothing of it
	return func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			got := sha256.Sum256([]byte(token))
			if !ok || token == "" || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
				w.Header().Set("WWW-Authenticate", "Bearer")
				nethttp.Error(w, "bring the API key as a bearer token", nethttp.StatusUnauthorized)
				return
			}
			ctx := benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: caller, Issuer: "api-key"})
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// SignedIn lets in whom somebody has authenticated, and what this process sends
// to itself.
func SignedIn(c benzene.Contract, next benzene.Next) benzene.Next {
	if probes(c.Topic.ID) {
		return next // they bring no key
	}
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
		if _, known := benzene.PrincipalFrom(ctx); known || ours(inv.Transport) {
			return next(ctx, inv)
		}
		return benzene.Reply{}, benzene.Unauthorized.Errorf("say who you are")
	}
}

// probes names the topics that anybody may ask. Not all reserved topics: others
// of them do work.
func probes(topic string) bool {
	return topic == benzene.HealthTopic || topic == benzene.LivenessTopic || topic == benzene.ReadinessTopic
}

// ours names the transports that only this process can send by.
func ours(transport string) bool { return transport == "in-process" || transport == "memory" }

// NewGuardedPipeline refuses before it looks at what was sent.
func NewGuardedPipeline(rules *middleware.Rules) benzene.Pipeline {
	return benzene.Pipeline{middleware.Trace, middleware.Log(nil), SignedIn, rules.Validate}
}

// GuardedRoutes are behind the guard, all but the probes.
func GuardedRoutes(guard func(nethttp.Handler) nethttp.Handler) http.Route {
	return http.Routes(
		http.Health(),
		http.Behind(guard,
			http.Get("/flights/{flight}/seats/{row}", "seat:find"),
			http.Envelope(),
			mcp.Endpoint(mcp.Tool("find_seat", "Finds one seat of a flight.", "seat:find")),
		),
	)
}

// GuardedService is the seat map for those who have the key.
func GuardedService(addr, key string) fx.Option {
	return fx.Options(
		startup.Handlers(Seats),
		startup.Pipeline(NewGuardedPipeline),
		startup.Transports(http.Listen(addr, GuardedRoutes(APIKey("travel-agency", key)))),
	)
}
