package main

import (
	"context"

	"github.com/benzene-go/framework/transports/mcp"
)

// Questions are tools that ask the client something. Whether the question goes
// out as a request of the server's or in an answer is the protocol's affair: the
// function runs again once it is answered.
func Questions() mcp.Part {
	return mcp.Parts(
		mcp.Func("test_elicitation", "Asks the user who they are.", mcp.Object(mcp.Text("message", "What to ask.").Required()), askUser, mcp.Asks()),
		mcp.Func("test_streaming_elicitation", "Asks the user whether to go on.", mcp.Object(), asksUser("go_on", goOn), mcp.Asks()),
		mcp.Func("test_sampling", "Asks the client's model.", mcp.Object(mcp.Text("prompt", "What to ask.").Required()), askModel, mcp.Asks()),
		mcp.Func("test_missing_capability", "Works only with a client that has a model.", mcp.Object(), asksModel("answer", "Say something."), mcp.Asks()),
	)
}

var goOn = mcp.Elicitation{Message: "Shall I go on?", Form: mcp.Object(mcp.Flag("ok", "Yes or no.").Required())}

func askUser(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	message := args.Text("message")
	if err := args.Err(); err != nil {
		return nil, err
	}
	return asksUser("user", mcp.Elicitation{Message: message, Form: mcp.Object(
		mcp.Text("username", "Your name here.").Required(),
		mcp.Text("email", "Your address.").Format("email").Required(),
	)})(ctx, call)
}

func askModel(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	prompt := args.Text("prompt")
	if err := args.Err(); err != nil {
		return nil, err
	}
	return asksModel("answer", prompt)(ctx, call)
}

// asksUser answers with what the user said, which is looked for under key.
func asksUser(key string, question mcp.Elicitation) mcp.ToolHandler {
	return func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		answer, ok := question.Answer(mcp.Input(ctx), key)
		switch {
		case !ok:
			return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{key: question}}
		case answer.Action != mcp.Accept: // to say no is an answer
			return mcp.Answer("The user chose to " + string(answer.Action) + "."), nil
		}
		return mcp.Answer("The user answered " + string(answer.Content)), nil
	}
}

// asksModel answers with what the client's model said.
func asksModel(key, prompt string) mcp.ToolHandler {
	return func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
		question := sampling(prompt)
		answer, ok := question.Answer(mcp.Input(ctx), key)
		if !ok {
			return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{key: question}}
		}
		return mcp.Answer("The model said: " + answer.Text()), nil
	}
}

func sampling(prompt string) mcp.Sampling {
	return mcp.Sampling{Messages: []mcp.PromptMessage{{Role: mcp.User, Content: mcp.TextContent{Text: prompt}}}, MaxTokens: 100}
}
