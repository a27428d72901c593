package pages

import (
	"context"
	"strings"
	"time"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// Reading is what clients can read of the seat map.
func Reading() mcp.Part {
	return mcp.Parts(
		mcp.Resource("seats://notice", "notice", "seat:notice", mcp.Description("What everybody should know today.")),
		mcp.Resource("seats://{flight}/{row}", "seat", "seat:find", mcp.Description("One seat of a flight.")),
		mcp.ResourceFunc("seats://plan", "plan", plan,
			mcp.Description("The cabin's plan."), mcp.MIMEType("image/svg+xml"), mcp.FreshFor(time.Hour)),
	)
}

// plan is read by a function of its own. One of a template would find the
// values of its variables by call.Variable.
func plan(context.Context, *mcp.Call) ([]mcp.Contents, error) {
	return []mcp.Contents{{Text: `<svg xmlns="http://www.w3.org/2000/svg"/>`}}, nil
}

// Beginnings are what a person can begin a conversation with.
func Beginnings() mcp.Part {
	return mcp.Parts(
		mcp.Prompt("advise", "Advises on where to sit.", "seat:advice",
			mcp.Title("Where to sit"), mcp.Completes("place", "seat:places")),
		mcp.PromptFunc("compare", "Compares two flights.",
			[]mcp.PromptArgument{
				{Name: "first", Description: "A flight's number.", Required: true},
				{Name: "second", Description: "Another's.", Required: true},
			}, compare, mcp.CompletesBy("first", flights), mcp.CompletesBy("second", flights)),
	)
}

func compare(_ context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
	args := call.Args()
	text := "Compare flight " + args.Text("first") + " with flight " + args.Text("second") + ", seat by seat."
	return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Role: mcp.User, Content: mcp.TextContent{Text: text}}}}, args.Err()
}

func flights(_ context.Context, req mcp.CompletionRequest) (mcp.Completion, error) {
	var c mcp.Completion
	for _, flight := range []string{"BZ1", "BZ2", "BZ17"} {
		if strings.HasPrefix(flight, req.Value) {
			c.Values = append(c.Values, flight)
		}
	}
	return c, nil
}

// Advice are the topics behind them. They know nothing of MCP, but for the one
// that completes.
func Advice() []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("seat:notice", notice),
		benzene.Handle("seat:advice", advise),
		benzene.Handle("seat:places", places),
	}
}

func notice(context.Context, struct{}) (string, error) { return "Row 13 is out of order.", nil }

// AskAdvice says what somebody likes.
type AskAdvice struct {
	Place string `json:"place" validate:"required" description:"Window, middle or aisle."`
}

func advise(_ context.Context, req AskAdvice) (string, error) {
	return "I would like to sit at the " + req.Place + ". Find me a free seat, and say why it is a good one.", nil
}

func places(_ context.Context, req mcp.CompletionRequest) ([]string, error) {
	var fit []string
	for _, place := range []string{"aisle", "middle", "window"} {
		if strings.HasPrefix(place, strings.ToLower(req.Value)) {
			fit = append(fit, place)
		}
	}
	return fit, nil
}
