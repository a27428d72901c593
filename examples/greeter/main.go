// Greeter says hello to whoever asks: over HTTP, as an MCP tool, or from a queue.
package main

import (
	"context"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
	"github.com/benzene-go/framework/transports/queue"
)

type Greet struct {
	Name string `json:"name" validate:"required"`
}

type Greeting struct {
	Text string `json:"text"`
}

func greet(_ context.Context, req Greet) (Greeting, error) {
	if req.Name == "Mallory" {
		return Greeting{}, benzene.Forbidden.Errorf("%s is not welcome", req.Name)
	}
	return Greeting{Text: "Hello, " + req.Name + "!"}, nil
}

func Service(addr string, inbox *queue.Memory) fx.Option {
	return fx.Options(
		startup.Handlers(benzene.Handle("greet", greet, benzene.Summary("Greets somebody by name."))),
		startup.Transports(
			http.Listen(addr,
				http.Post("/greet", "greet"),
				mcp.Endpoint(mcp.Tool("greet", "Greets somebody by name.", "greet")),
			),
			queue.Listen(inbox),
		),
	)
}

func main() { startup.Run("greeter", Service("localhost:8080", queue.NewMemory(100))) }
