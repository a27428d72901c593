package pages

import (
	"context"
	"fmt"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// Moving offers a tool that asks the traveller before it moves them.
func Moving() mcp.Part {
	return mcp.FuncOf("move_seat", "Moves the traveller to another seat, if they agree.", moveSeat,
		mcp.Writes(), mcp.Asks())
}

func moveSeat(ctx context.Context, call *mcp.Call, in FindSeat) (*mcp.Result, error) {
	question := mcp.Elicitation{
		Message: fmt.Sprintf("Move to row %d of flight %s?", in.Row, in.Flight),
		Form:    mcp.Object(mcp.Choice("meal", "The meal on board.", "none", "fish", "vegan").Required()),
	}
	said, ok := question.Answer(mcp.Input(ctx), "move")
	switch {
	case !ok: // not asked yet, or answered with what the form does not allow
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"move": question}}
	case said.Action != mcp.Accept:
		return mcp.Answer("The traveller stays where they are."), nil
	}
	return call.Ask(ctx, "seat:hold", in) // nothing was changed before this line
}

// Upgrading offers a tool that keeps to the price it named, however long the
// traveller thinks about it. price says what an upgrade costs now.
func Upgrading(price func(context.Context) (int, error)) mcp.Part {
	return mcp.Func("upgrade", "Upgrades the traveller, for a price they agree to.", mcp.Object(),
		func(ctx context.Context, _ *mcp.Call) (*mcp.Result, error) {
			in := mcp.Input(ctx)
			var named int
			asked := in.State(&named) // a client may answer what it was never asked
			if !asked {
				var err error
				if named, err = price(ctx); err != nil {
					return nil, err
				}
			}
			question := mcp.Elicitation{Message: fmt.Sprintf("Upgrade for %d?", named)} // without a form it is yes or no
			said, ok := question.Answer(in, "price")
			switch {
			case !ok || !asked:
				return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"price": question}, State: named}
			case said.Action != mcp.Accept:
				return mcp.Refusal("The traveller does not want it for %d.", named), nil
			}
			return mcp.Answer(fmt.Sprintf("Upgraded for %d.", named)), nil
		}, mcp.Writes(), mcp.Asks())
}

// Explaining offers a tool that has the client's own model write its answer.
func Explaining() mcp.Part {
	return mcp.FuncOf("explain_seat", "Explains to the traveller how a seat is.", explainSeat, mcp.Asks())
}

func explainSeat(ctx context.Context, call *mcp.Call, in FindSeat) (*mcp.Result, error) {
	facts, err := call.Ask(ctx, "seat:find", in)
	if err != nil {
		return nil, err
	}
	question := mcp.Sampling{
		SystemPrompt: "Describe the seat in one friendly sentence.",
		Messages:     []mcp.PromptMessage{{Role: mcp.User, Content: facts.Content[0]}},
		MaxTokens:    100,
	}
	if !mcp.Input(ctx).Can(question) {
		return facts, nil // this client has no model to ask
	}
	said, ok := question.Answer(mcp.Input(ctx), "words")
	if !ok {
		return nil, &mcp.NeedInput{Requests: map[string]mcp.InputRequest{"words": question}}
	}
	return mcp.Answer(said.Text()), nil
}

// A Flight is one whose passengers are to be told something.
type Flight struct {
	Flight string `json:"flight" validate:"required"`
}

// notify takes its time, and says how far it is. It knows nothing of MCP.
func notify(ctx context.Context, req Flight) (string, error) {
	for row := 1; row <= 60; row++ {
		if err := ctx.Err(); err != nil {
			return "", err // the caller has hung up
		}
		benzene.Progress(ctx, float64(row), 60, fmt.Sprintf("row %d", row))
		if row == 13 {
			mcp.Log(ctx, mcp.LevelWarning, "seats", map[string]any{"flight": req.Flight, "skipped": row})
		}
	}
	return "All rows of flight " + req.Flight + " were told.", nil
}
