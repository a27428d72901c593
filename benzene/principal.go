package benzene

import "context"

// A Principal is who calls, as whatever authenticated the caller says.
type Principal struct {
	Subject string         // the caller's id
	Issuer  string         // who vouches for it; may be ""
	Scopes  []string       // what the caller may ask for
	Claims  map[string]any // the rest; may be nil
}

type principalKey struct{}

// WithPrincipal tells what runs under ctx who calls.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalFrom says who calls; it is false when nobody authenticated them.
func PrincipalFrom(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}
