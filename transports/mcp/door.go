package mcp

import (
	"fmt"
	"net"
	nethttp "net/http"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp/internal/visitor"
)

// Origins allows web pages of other sites to call, besides those of this server
// itself. An origin is written as a browser sends it: "https://app.example",
// "http://localhost:3000". Pre-flights of these pages are answered before any
// middleware that the endpoint is http.Behind, and every answer to them names
// their origin, a refusal too (CORS); without Origins nothing of that is sent.
// What is no origin is a Finding of "mcp-callers", and not allowed.
//
// Behind a proxy that ends TLS the server's own pages need it as well, for they
// come from https and the request does not.
func Origins(origins ...string) Part {
	return func(d *declaration) { d.entry.origins = append(d.entry.origins, origins...) }
}

// Hosts names the hosts that this endpoint goes by, without their ports, such as
// "api.example". Then the Host of a request has to be one of them or a loopback
// name; by itself it may be anything, except on a loopback connection, where it
// has to be a loopback name. So a proxy on the same machine needs Hosts when it
// hands the Host through, and a server in a private network gets protection
// against DNS rebinding. What is no host is a Finding of "mcp-callers", and not
// allowed.
func Hosts(hosts ...string) Part {
	return func(d *declaration) { d.entry.hosts = append(d.entry.hosts, hosts...) }
}

// As says who calls over standard input and output, where nobody is
// authenticated: the program's user, or whoever else its calls are made for.
// benzene.PrincipalFrom finds p then, in handlers and in the pipeline; without As
// it finds nobody. At an endpoint it is a Finding of "mcp-callers", and without
// effect: there, authentication says who calls.
func As(p benzene.Principal) Part {
	return func(d *declaration) { d.entry.as = &p }
}

// Public says that whoever reaches the endpoint may call, and that this is
// meant: because it is for everybody, or because something outside this program
// decides who reaches it. The check "mcp-exposed" then has nothing to advise.
func Public() Part {
	return func(d *declaration) { d.entry.public = true }
}

// An entry is what is declared of who may call.
type entry struct {
	origins, hosts []string
	public         bool
	as             *benzene.Principal // over standard input and output; nil for nobody
}

// compile reads what is declared. What cannot be read is a Finding, and left
// out; that nobody is kept out is one that is only advice.
func (e entry) compile(site http.Site) (*visitor.List, []error) {
	v := &visitor.List{Chosen: len(e.hosts) > 0}
	var wrong []error
	for _, text := range e.origins {
		origin, ok := visitor.ReadOrigin(text)
		if !ok {
			wrong = append(wrong, benzene.Finding{Check: "mcp-callers", Message: fmt.Sprintf(
				"mcp: %q in mcp.Origins is no origin of a web page; write it like %q or %q", text, "https://app.example", "http://localhost:3000")})
			continue
		}
		v.Origins = append(v.Origins, origin)
	}
	for _, text := range e.hosts {
		host, ok := visitor.ReadHost(text)
		if !ok {
			wrong = append(wrong, benzene.Finding{Check: "mcp-callers", Message: fmt.Sprintf(
				"mcp: %q in mcp.Hosts is no host; write it without scheme and port, like %q", text, "api.example")})
			continue
		}
		v.Hosts = append(v.Hosts, host)
	}
	if e.as != nil {
		wrong = append(wrong, finding("mcp-callers",
			"mcp.As says who calls over standard input and output; here authentication does, so leave it out and put the endpoint behind that with http.Behind"))
	}
	if err := exposed(site, e.public); err != nil {
		wrong = append(wrong, err)
	}
	return v, wrong
}

// exposed advises against an endpoint that anybody in the network may call
// without having been asked who they are.
func exposed(site http.Site, public bool) error {
	host, port, err := net.SplitHostPort(site.Addr)
	if err != nil || public || site.Guarded || visitor.IsLoopback(host) {
		return nil // a wrong address is the server's to report, none is not ours
	}
	return benzene.Finding{Check: "mcp-exposed", Advice: true, Message: fmt.Sprintf(
		"mcp: the endpoint listens at %q, beyond this machine, and behind nothing that asks who calls; "+
			"put it behind authentication with http.Behind, listen at %q, or say that it is meant to be open with mcp.Public",
		site.Addr, net.JoinHostPort("localhost", port))}
}

// attend puts a door before h where it has to stand further out than h itself:
// before a middleware, or to send CORS headers.
func attend(h nethttp.Handler, v *visitor.List, site http.Site) nethttp.Handler {
	if !site.Guarded && len(v.Origins) == 0 {
		return h
	}
	return &door{h, v}
}

// A door turns foreign callers away before anything else sees them, and speaks
// CORS with the pages that Origins names.
type door struct {
	nethttp.Handler // the endpoint, which looks at its callers itself where no door was made
	visitors        *visitor.List
}

// Door makes what stands before next.
func (d *door) Door(next nethttp.Handler) nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		allowed := d.visitors.Share(w.Header(), r)
		switch why := d.visitors.Foreign(r); {
		case why != "":
			turnAway(w, why)
		case allowed && visitor.IsPreflight(r):
			visitor.AnswerPreflight(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// turnAway refuses a foreign caller.
func turnAway(w nethttp.ResponseWriter, why string) {
	no := refusing(nethttp.StatusForbidden, why)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(no.status)
	_, _ = w.Write(answer{fault: no.fault}.append(nil, nil, nil)) // the caller has gone; nobody is left to tell
}

var _ http.Doorkeeper = (*door)(nil)
