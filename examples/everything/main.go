// Everything is the tour of what an MCP server can be: one program that has one
// of each thing, in the order in which one comes to want them.
//
//	topics.go       the service itself, which knows nothing of MCP
//	contents.go     what a tool can answer with, and how it says no
//	arguments.go    what a tool can be told: by a topic, a type, fields, a schema
//	reports.go      progress and log messages on the way to an answer
//	questions.go    asking the user, and the client's model
//	forms.go        every field that a question to the user can have
//	rounds.go       several questions, and what is remembered between them
//	resources.go    texts, bytes and templates, for clients to read
//	prompts.go      messages to begin a conversation with
//	completions.go  what may follow, while somebody types
//
// Start it as a server of HTTP or as a client's own process:
//
//	go run ./examples/everything          # http://127.0.0.1:8081/benzene/mcp
//	go run ./examples/everything -stdio   # standard input and output
//
// Names that begin with test_ are those that the official conformance suite
// calls; it passes here in both eras, against one process.
package main

import (
	"flag"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/transports/mcp"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8081", "`address` to listen on; port 0 is any that is free")
	stdio := flag.Bool("stdio", false, "serve standard input and output instead")
	flag.Parse()

	way := OverHTTP(*addr)
	if *stdio {
		way = OverStdio()
	}
	startup.Run("everything", Service(), way)
}

// Service is what there is to tour, without a way in.
func Service() fx.Option { return startup.Handlers(Topics()) }

// Parts are the tour.
func Parts() mcp.Part {
	return mcp.Parts(
		mcp.Server("everything", "1.0.0"),
		mcp.Instructions("A tour of the protocol: each tool shows one thing."),
		mcp.Logging(),
		Contents(),
		Arguments(),
		Reports(),
		Questions(),
		Forms(),
		Rounds(),
		Resources(),
		Prompts(),
	)
}
