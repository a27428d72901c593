// Package visitor knows who may call a server from a browser: pages of its own
// and of the origins that are named, over names that lead to it (against DNS
// rebinding), and what browsers have to read of that (CORS). Who somebody is,
// and what they may do, it does not know.
package visitor

import (
	"net"
	nethttp "net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
)

// A List has the pages and the names that may call besides those of every
// server.
type List struct {
	Origins []string // as browsers send them
	Hosts   []string // in lower case, without port and brackets
	Chosen  bool     // only these hosts, and loopback names
}

// Foreign says why the page or program that sent r may not call, or nothing: a
// page of another site may not, and on loopback neither may one that calls this
// machine by a name of its own (DNS rebinding). A program sends no Origin.
func (v *List) Foreign(r *nethttp.Request) string {
	local, host := arrivedByLoopback(r), hostname(r.Host)
	named := IsLoopback(host)
	switch {
	case named || !local && !v.Chosen:
	case !v.Chosen:
		return "on loopback the Host must be a loopback name, got " + phrase.Quoted(r.Host)
	case !slices.Contains(v.Hosts, strings.ToLower(host)):
		return "the Host must be a name of this server, got " + phrase.Quoted(r.Host)
	}
	if origins := r.Header["Origin"]; len(origins) > 1 || len(origins) == 1 && !v.mayCall(origins[0], r, local && named) {
		return "pages of another site may not call, got the Origin " + phrase.Quoted(strings.Join(origins, ", "))
	}
	return ""
}

// mayCall reports whether a page from origin may call: one that is named, one
// that this server served itself, or on loopback one that loopback served.
func (v *List) mayCall(origin string, r *nethttp.Request, local bool) bool {
	if slices.Contains(v.Origins, origin) {
		return true
	}
	o, err := url.Parse(origin)
	if err != nil || o.Scheme != "http" && o.Scheme != "https" || o.Scheme+"://"+o.Host != origin {
		return false
	}
	if local && IsLoopback(o.Hostname()) {
		return true
	}
	return o.Scheme == scheme(r) && strings.EqualFold(withPort(o.Host, o.Scheme), withPort(r.Host, o.Scheme))
}

// ReadOrigin brings an origin into the form in which browsers send it: in lower
// case, without the port that goes without saying. A page without an origin
// sends "null", which is none.
func ReadOrigin(text string) (origin string, ok bool) {
	o, err := url.Parse(strings.ToLower(text))
	if err != nil || o.Scheme == "" || o.Scheme+"://"+o.Host != strings.ToLower(text) {
		return "", false
	}
	if _, ok = ReadHost(o.Hostname()); !ok || strings.HasSuffix(o.Host, ":") {
		return "", false
	}
	host := o.Host
	if port := o.Port(); port == "80" && o.Scheme == "http" || port == "443" && o.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return o.Scheme + "://" + host, true
}

// ReadHost brings a host into the form of a List: a name, or an address with
// or without brackets.
func ReadHost(text string) (host string, ok bool) {
	host = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if _, err := netip.ParseAddr(host); err == nil {
		return host, true
	}
	for i := range len(host) {
		c := host[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' && c != '_' {
			return "", false
		}
	}
	return host, host != "" && len(host) == len(text)
}

// arrivedByLoopback reports whether the connection never left this machine, as
// far as net/http knows.
func arrivedByLoopback(r *nethttp.Request) bool {
	addr, _ := r.Context().Value(nethttp.LocalAddrContextKey).(*net.TCPAddr)
	return addr != nil && addr.IP.IsLoopback()
}

// IsLoopback reports whether host, without a port, names this machine alone.
func IsLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	if host == "" || (host[0] < '0' || host[0] > '9') && host[0] != ':' {
		return false // a name; the error that says so would be an allocation
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// hostname is host without its port and brackets.
func hostname(host string) string {
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		host = host[:at]
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

func withPort(host, scheme string) string {
	if strings.LastIndexByte(host, ':') > strings.LastIndexByte(host, ']') {
		return host
	}
	if scheme == "https" {
		return host + ":443"
	}
	return host + ":80"
}

func scheme(r *nethttp.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}
