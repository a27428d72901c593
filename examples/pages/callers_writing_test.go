package pages

import (
	"context"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

func TestWhoMayNotWriteMayNotByAnyDoor(t *testing.T) {
	registry, err := benzene.NewRegistry(Holds())
	if err != nil {
		t.Fatal(err)
	}
	service := benzene.NewDispatcher(registry, benzene.Pipeline{MayWrite("seats:write")})
	for _, scopes := range [][]string{nil, {"seats:read"}, {"seats:write"}} {
		handler, err := http.Handler(service, http.Behind(func(next nethttp.Handler) nethttp.Handler {
			return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
				next.ServeHTTP(w, r.WithContext(benzene.WithPrincipal(r.Context(), benzene.Principal{Subject: "ada", Scopes: scopes})))
			})
		}, http.Post("/holds", "seat:hold"), http.Envelope(),
			mcp.Endpoint(mcp.Tool("hold_seat", "Holds a seat.", "seat:hold")))) // which forgot to say that it writes
		if err != nil {
			t.Fatal(err)
		}
		for path, body := range map[string]string{
			"/holds":          `{"flight":"BZ1","row":7}`,
			"/benzene/invoke": `{"topic":"seat:hold","headers":{},"body":"{\"flight\":\"BZ1\",\"row\":7}"}`,
			"/benzene/mcp":    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold_seat","arguments":{"flight":"BZ1","row":7}}}`,
		} {
			_, said := send(handler, "POST", path, body, "")
			if refused := strings.Contains(said, "you lack the scope"); refused != (len(scopes) == 0 || scopes[0] != "seats:write") {
				t.Errorf("%v at %s: got %s", scopes, path, said)
			}
		}
	}
}

// A topic that is not marked, and a tool of its own, lead to one that is.
func TestNoDetourLeadsToWriting(t *testing.T) {
	var service *benzene.Dispatcher
	detour := benzene.Handle("seat:grab", func(ctx context.Context, req FindSeat) (Seat, error) {
		return benzene.Call[Seat](ctx, service, "seat:hold", req)
	})
	registry, err := benzene.NewRegistry(Holds(), detour)
	if err != nil {
		t.Fatal(err)
	}
	service = benzene.NewDispatcher(registry, benzene.Pipeline{MayWrite("seats:write")})
	tool := mcp.FuncOf("grab", "Grabs a seat.", func(ctx context.Context, call *mcp.Call, in FindSeat) (*mcp.Result, error) {
		return call.Ask(ctx, "seat:hold", in)
	})
	seven := FindSeat{Flight: "BZ1", Row: 7}
	for scope, refused := range map[string]bool{"seats:read": true, "seats:write": false} {
		ada := benzene.Principal{Subject: "ada", Scopes: []string{scope}}
		if _, err := benzene.Call[Seat](benzene.WithPrincipal(t.Context(), ada), service, "seat:grab", seven); (err != nil) != refused {
			t.Errorf("%s, by a topic: got %v", scope, err)
		}
		said := exchange(t, service, mcp.Parts(tool, mcp.As(ada)), later(`"name":"grab","arguments":{"flight":"BZ1","row":7}`))
		if strings.Contains(said, "you lack the scope") != refused {
			t.Errorf("%s, by a tool: got %s", scope, said)
		}
	}
	if _, err := benzene.Call[Seat](t.Context(), service, "seat:hold", seven); benzene.StatusOf(err) != benzene.Forbidden {
		t.Errorf("for nobody: got %v", err)
	}
}
