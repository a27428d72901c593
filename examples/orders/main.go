// Orders is a small order book: place, get, list and cancel orders over HTTP,
// the same as MCP tools, and confirm each new one from a queue.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
)

func main() {
	config := Config{}
	flag.StringVar(&config.Addr, "addr", "127.0.0.1:8080", "`address` to listen on")
	flag.BoolVar(&config.Stdio, "stdio", false, "serve the tools over standard input and output, and no port")
	flag.StringVar(&config.DB, "db", defaultDB(), "database `file`, or :memory:")
	traces := flag.Bool("trace", false, "print traces to standard error")
	flag.Parse()

	options := []fx.Option{Service(config)}
	if !config.Stdio {
		options = append(options, startup.Background(newWelcome))
	}
	if *traces {
		options = append(options, fx.Invoke(PrintTraces))
	}
	startup.Run("orders", options...)
}

// defaultDB is in the user's cache folder, or here when there is none.
func defaultDB() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = "."
	}
	return filepath.Join(folder, "benzene-orders", "orders.db")
}

// PrintTraces sends every span to standard error.
func PrintTraces(lifecycle fx.Lifecycle) error {
	exporter, err := stdouttrace.New(stdouttrace.WithPrettyPrint(), stdouttrace.WithWriter(os.Stderr))
	if err != nil {
		return err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter))
	otel.SetTracerProvider(provider)
	lifecycle.Append(fx.StopHook(provider.Shutdown))
	return nil
}

// welcome says what is served and where, once the port is open.
type welcome struct {
	server *http.Server
	config Config
}

func newWelcome(server *http.Server, config Config) startup.Worker { return welcome{server, config} }

func (w welcome) Serve(ctx context.Context) error {
	fmt.Printf(`orders serves
  HTTP   http://%[1]s/orders
  MCP    http://%[1]s/benzene/mcp  (tools get_order, place_order, cancel_order)
  health http://%[1]s/benzene/health
  data   %[2]s
try
  curl --json '{"customer":"ada@example.org","quantity":2}' http://%[1]s/orders
  curl --json '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":1}}}' http://%[1]s/benzene/mcp
and start it with -trace to see the traces
`, w.server.Addr(), w.config.DB)
	<-ctx.Done()
	return nil
}
