package main

import (
	"context"
	"strings"

	"github.com/benzene-go/framework/transports/mcp"
)

// Rounds are tools that ask several things, at once or one after another. They
// keep nothing meanwhile: what they have to know comes back with the answers,
// sealed.
func Rounds() mcp.Part {
	return mcp.Parts(
		round("test_input_required_result_elicitation", "Asks the user's name.", asksUser("user_name", whoIsIt)),
		round("test_input_required_result_sampling", "Asks the model for a capital.", asksModel("capital_question", "What is the capital of France?")),
		round("test_input_required_result_list_roots", "Asks for the client's folders.", askFolders),
		round("test_input_required_result_request_state", "Remembers something meanwhile.", remember),
		round("test_input_required_result_tampered_state", "Remembers something that nobody can change.", remember),
		round("test_input_required_result_multiple_inputs", "Asks three things at once.", askThree),
		round("test_input_required_result_multi_round", "Asks one thing after another.", askTwice),
		round("test_input_required_result_capabilities", "Asks only what the client can answer.", askWhatCan),
	)
}

func round(name, description string, fn mcp.ToolHandler) mcp.Part {
	return mcp.Func(name, description, mcp.Object(), fn, mcp.Asks())
}

var (
	whoIsIt = mcp.Elicitation{Message: "What is your name?", Form: mcp.Object(mcp.Text("name", "Your name.").Required())}
	color   = mcp.Elicitation{Message: "What is your favourite color?", Form: mcp.Object(mcp.Text("color", "A color.").Required())}
)

func askFolders(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	roots, ok := mcp.Roots{}.Answer(mcp.Input(ctx), "client_roots")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"client_roots": mcp.Roots{}}}
	}
	return mcp.Answer("The client works in " + folders(roots)), nil
}

func folders(roots []mcp.Root) string {
	uris := make([]string, len(roots))
	for i, root := range roots {
		uris[i] = root.URI
	}
	return strings.Join(uris, " and ")
}

func remember(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	in := mcp.Input(ctx)
	answer, answered := goOn.Answer(in, "confirm")
	var asked string
	if !answered || !in.State(&asked) {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"confirm": goOn}, State: "first round"}
	}
	return mcp.Answer("state-ok: asked in the " + asked + ", the user chose to " + string(answer.Action)), nil
}

// askThree asks again for whatever has not been answered.
func askThree(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	in, greet := mcp.Input(ctx), sampling("Write a greeting.")
	missing := map[string]mcp.InputRequest{}
	who, ok := whoIsIt.Answer(in, "user_name")
	if !ok {
		missing["user_name"] = whoIsIt
	}
	greeting, ok := greet.Answer(in, "greeting")
	if !ok {
		missing["greeting"] = greet
	}
	roots, ok := mcp.Roots{}.Answer(in, "client_roots")
	if !ok {
		missing["client_roots"] = mcp.Roots{}
	}
	if len(missing) > 0 {
		return nil, &mcp.NeedInput{Requests: missing, State: "three"}
	}
	return mcp.Answer(greeting.Text() + " to " + string(who.Content) + " in " + folders(roots)), nil
}

// askTwice finds the first answer again in the second round.
func askTwice(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	in := mcp.Input(ctx)
	who, ok := whoIsIt.Answer(in, "step1")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"step1": whoIsIt}, State: 1}
	}
	liked, ok := color.Answer(in, "step2")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"step2": color}, State: 2}
	}
	return mcp.Answer("The user answered " + string(who.Content) + " and " + string(liked.Content)), nil
}

func askWhatCan(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
	in, greet := mcp.Input(ctx), sampling("Write a greeting.")
	missing := map[string]mcp.InputRequest{}
	if _, ok := whoIsIt.Answer(in, "user_name"); !ok && in.Can(whoIsIt) {
		missing["user_name"] = whoIsIt
	}
	if _, ok := greet.Answer(in, "greeting"); !ok && in.Can(greet) {
		missing["greeting"] = greet
	}
	if len(missing) > 0 {
		return nil, &mcp.NeedInput{Requests: missing}
	}
	return mcp.Answer("Everything that could be asked is answered."), nil
}
