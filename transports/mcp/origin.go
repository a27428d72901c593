package mcp

import (
	"net"
	nethttp "net/http"
	"net/netip"
	"net/url"
	"strings"
)

// foreign says why the page or program that sent r may not call, or nothing: a
// page of another site may not, and on loopback neither may one that calls this
// machine by a name of its own (DNS rebinding). A program sends no Origin.
func foreign(r *nethttp.Request) string {
	local := arrivedByLoopback(r)
	if local && !isLoopback(hostname(r.Host)) {
		return "on loopback the Host must be a loopback name, got " + quoted(r.Host)
	}
	if origins := r.Header["Origin"]; len(origins) > 1 || len(origins) == 1 && !mayCall(origins[0], r, local) {
		return "pages of another site may not call, got the Origin " + quoted(only(origins))
	}
	return ""
}

// mayCall reports whether a page from origin may call: one that this server
// served itself, or on loopback one that loopback served.
func mayCall(origin string, r *nethttp.Request, local bool) bool {
	o, err := url.Parse(origin)
	if err != nil || o.Scheme != "http" && o.Scheme != "https" || o.Scheme+"://"+o.Host != origin {
		return false
	}
	if local && isLoopback(o.Hostname()) {
		return true
	}
	return o.Scheme == scheme(r) && strings.EqualFold(withPort(o.Host, o.Scheme), withPort(r.Host, o.Scheme))
}

// arrivedByLoopback reports whether the connection never left this machine, as
// far as net/http knows.
func arrivedByLoopback(r *nethttp.Request) bool {
	addr, _ := r.Context().Value(nethttp.LocalAddrContextKey).(*net.TCPAddr)
	return addr != nil && addr.IP.IsLoopback()
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
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
