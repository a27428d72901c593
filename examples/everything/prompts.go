package main

import (
	"context"

	"github.com/benzene-go/framework/transports/mcp"
)

// Prompts are messages that a person begins a conversation with: one from a
// topic, and some that functions write.
func Prompts() mcp.Part {
	return mcp.Parts(
		mcp.Prompt("test_simple_prompt", "A prompt without arguments.", "text:opening"),
		mcp.PromptFunc("test_prompt_with_arguments", "A prompt of two arguments.", []mcp.PromptArgument{
			{Name: "arg1", Description: "The first.", Required: true},
			{Name: "arg2", Description: "The second.", Required: true},
		}, sayBoth, mcp.CompletesBy("arg1", begins("paris", "park", "party"))),
		mcp.PromptFunc("test_prompt_with_embedded_resource", "A prompt that holds a resource.", []mcp.PromptArgument{
			{Name: "resourceUri", Description: "Which one.", Required: true},
		}, holdResource),
		mcp.PromptFunc("test_prompt_with_image", "A prompt that holds a picture.", nil, holdPicture),
		mcp.PromptFunc("test_input_required_result_prompt", "A prompt that asks first.", nil, askFirst, mcp.Asks()),
	)
}

func sayBoth(_ context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
	args := call.Args()
	text := "Prompt with arguments: arg1='" + args.Text("arg1") + "', arg2='" + args.Text("arg2") + "'"
	return says(mcp.TextContent{Text: text}), args.Err()
}

func holdResource(_ context.Context, call *mcp.Call) (*mcp.PromptResult, error) {
	args := call.Args()
	resource := mcp.Contents{URI: args.Text("resourceUri"), MIMEType: "text/plain", Text: "Embedded resource content."}
	return says(mcp.EmbeddedResource{Resource: resource}, mcp.TextContent{Text: "Please process the resource above."}), args.Err()
}

func holdPicture(context.Context, *mcp.Call) (*mcp.PromptResult, error) {
	return says(mcp.ImageContent{Data: picture, MIMEType: "image/png"}, mcp.TextContent{Text: "Please look at the picture above."}), nil
}

var topic = mcp.Elicitation{Message: "What is this about?", Form: mcp.Object(mcp.Text("context", "In a few words.").Required())}

func askFirst(ctx context.Context, _ *mcp.Call) (*mcp.PromptResult, error) {
	answer, ok := topic.Answer(mcp.Input(ctx), "user_context")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"user_context": topic}}
	}
	return says(mcp.TextContent{Text: "Considering " + string(answer.Content) + ", what next?"}), nil
}

// says is a prompt of the user's, a message for each content.
func says(contents ...mcp.Content) *mcp.PromptResult {
	p := &mcp.PromptResult{}
	for _, c := range contents {
		p.Messages = append(p.Messages, mcp.PromptMessage{Role: mcp.User, Content: c})
	}
	return p
}
