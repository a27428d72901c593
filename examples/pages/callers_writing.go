package pages

import (
	"context"
	"slices"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// Writing marks a topic that changes something, for whoever guards it.
type Writing struct{}

// Holds takes a seat, and says so: benzene.Note(Writing{}).
func Holds() benzene.Endpoint {
	return benzene.HandleResult("seat:hold", holdSeat, benzene.Note(Writing{}))
}

// MayWrite refuses what changes something to who lacks the scope: a topic that
// is marked, whichever way it is reached, and a tool that says it writes.
func MayWrite(scope string) benzene.Middleware {
	return func(c benzene.Contract, next benzene.Next) benzene.Next {
		marked := slices.Contains(c.Notes, any(Writing{}))
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			call, tool := mcp.CallFrom(ctx)
			caller, _ := benzene.PrincipalFrom(ctx)
			if (marked || tool && call.Writes) && !slices.Contains(caller.Scopes, scope) {
				return benzene.Reply{}, benzene.Forbidden.Errorf("this changes something, and you lack the scope %s", scope)
			}
			return next(ctx, inv)
		}
	}
}
