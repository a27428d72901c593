// Package mcp serves a service's topics to models as tools, by the Model
// Context Protocol. It knows the protocol: its envelope, its revisions, its
// rules for HTTP and for standard input and output. What a tool does is a
// handler's business, reached through the same pipeline as by any other
// transport.
//
// One option beside the routes of a port offers tools at POST /benzene/mcp:
//
//	http.Listen(":8080",
//		http.Post("/orders", "order:place"),
//		mcp.Endpoint(
//			mcp.Tool("get_order", "Fetches one order by its number.", "order:get"),
//			mcp.Tool("place_order", "Places an order.", "order:place", mcp.Writes()),
//		),
//	)
//
// [Stdio] takes the same parts, for a client that starts the program itself.
//
// Only what is declared is offered, never one tool per topic: a model sees the
// few jobs that were chosen and described for it. Schemas come from the topic's
// contract. A call is one [benzene.Message] with the arguments as its body; its
// reply's body is the tool's text, and a failure is a result that says
// "{status}: {detail}", so that a model can mend its call. [Func] and [FuncOf]
// are tools that a function answers, through the same pipeline.
//
// [Resource] and [Prompt] offer topics to read and to begin with. A handler
// asks the user by returning a [*NeedInput], and runs again with the answers;
// it tells how far it is by [benzene.Progress].
//
// One endpoint speaks the revisions 2024-11-05, 2025-03-26, 2025-06-18 and
// 2025-11-25, which begin with a handshake, and 2026-07-28, which has none. It
// keeps nothing between requests, so any replica answers any request; a POST is
// answered with JSON, or with a stream of events where something has to be said
// before the answer. It authenticates nobody: stand it behind net/http
// middleware that does. Middleware of the pipeline asks [CallFrom] which tool
// it is, and what stands before the server [RequestInfo] or [Catalog.Called].
package mcp
