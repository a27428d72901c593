package http

import (
	"errors"
	"net"
	"syscall"
)

// advice says what to do about an address that cannot be listened at.
func advice(err error) string {
	var form *net.AddrError
	var name *net.DNSError // of the host or the port
	if errors.As(err, &form) || errors.As(err, &name) || errors.Is(err, syscall.EADDRNOTAVAIL) {
		return "an address is host:port, such as 127.0.0.1:8080, and the host this machine's"
	}
	return "free the address, or name another one"
}
