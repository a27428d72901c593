package main

import (
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
	"github.com/benzene-go/framework/transports/queue"
)

// Config is what may differ from one run to the next.
type Config struct {
	Addr  string // host:port
	Stdio bool   // the tools are served over standard input and output, and nothing at Addr
	DB    string // a file, or ":memory:"
}

// Service is everything that orders is made of.
func Service(config Config) fx.Option {
	return fx.Options(
		fx.Supply(config),
		fx.Provide(NewDB, NewTx, NewEvents, NewOutbox, NewServer),
		startup.Handlers(Orders),
		startup.Checks(DatabaseAnswers, DatabaseHealth),
		startup.Transports(
			NewDoor,
			func(outbox *queue.Memory) benzene.Transport { return queue.Listen(outbox, queue.Workers(4)) },
		),
	)
}

// NewOutbox is the queue that events wait in.
func NewOutbox() *queue.Memory { return queue.NewMemory(1000) }

// NewDoor is where callers come in: the server, or, for a client that has
// started this program, standard input and output.
func NewDoor(config Config, server *http.Server) benzene.Transport {
	if config.Stdio {
		return mcp.Stdio(Tools())
	}
	return server
}

// NewServer answers people over HTTP and models over MCP, on one port.
func NewServer(config Config) *http.Server {
	return http.Listen(config.Addr,
		http.Post("/orders", "order:place"),
		http.Get("/orders", "order:list"),
		http.Get("/orders/{id}", "order:get"),
		http.Post("/orders/{id}/cancel", "order:cancel"),
		http.Health(),
		mcp.Endpoint(Tools()),
	)
}

// Tools are what models may do.
func Tools() mcp.Part {
	return mcp.Parts(
		mcp.Tool("get_order", "Fetches one order by its id.", "order:get"),
		mcp.Tool("place_order", "Places an order for a customer.", "order:place", mcp.Writes()),
		mcp.Tool("cancel_order", "Cancels an open order.", "order:cancel", mcp.Writes(), mcp.Destructive()),
	)
}
