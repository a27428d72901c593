package http

import (
	"net"
	"strconv"
)

// Facts tells the request's attributes under OpenTelemetry's names (semantic
// conventions for HTTP servers). The client is whoever is connected: what a
// proxy says of its own caller is a header.
func (x *exchange) Facts(add func(key string, value any)) {
	r := x.r
	add("http.request.method", r.Method)
	if x.route != "" {
		add("http.route", x.route)
	}
	add("url.path", r.URL.Path)
	add("url.scheme", scheme(r.TLS != nil))
	addHost(add, "server.address", "server.port", r.Host)
	add("network.protocol.version", protocol(r.ProtoMajor, r.ProtoMinor))
	addHost(add, "client.address", "client.port", r.RemoteAddr)
	if agent := r.UserAgent(); agent != "" {
		add("user_agent.original", agent)
	}
}

func scheme(secure bool) string {
	if secure {
		return "https"
	}
	return "http"
}

func protocol(major, minor int) string {
	if major >= 2 {
		return strconv.Itoa(major)
	}
	return strconv.Itoa(major) + "." + strconv.Itoa(minor)
}

// addHost adds the address in hostport, and the port where there is one.
func addHost(add func(key string, value any), address, port, hostport string) {
	host, number, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	if host != "" {
		add(address, host)
	}
	if n, err := strconv.Atoi(number); err == nil {
		add(port, n)
	}
}
