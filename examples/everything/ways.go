package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// OverHTTP lets clients in at an address, and says at which once it is open.
func OverHTTP(addr string) fx.Option {
	return fx.Options(
		fx.Provide(func() *http.Server { return http.Listen(addr, mcp.Endpoint(Parts())) }),
		startup.Transports(func(server *http.Server) *http.Server { return server }),
		startup.Background(func(server *http.Server) startup.Worker { return sign{server, os.Stderr} }),
	)
}

// OverStdio serves the one client that has started this process, until it ends
// the input.
func OverStdio() fx.Option { return startup.Transports(mcp.Stdio(Parts())) }

// A sign says where the way in is: to people, so not on standard output.
type sign struct {
	server *http.Server
	people io.Writer
}

// Serve begins when the port is open, so that it is known even if any would do.
func (s sign) Serve(ctx context.Context) error {
	_, _ = fmt.Fprintf(s.people, "everything is at http://%s/benzene/mcp\n", s.server.Addr()) // or nobody reads it
	<-ctx.Done()
	return nil
}
