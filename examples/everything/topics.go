package main

import (
	"context"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// Topics are the service. A tool, a resource or a prompt that is bound to one of
// them is a way to reach it, like a route or a queue.
func Topics() []benzene.Endpoint {
	return []benzene.Endpoint{
		benzene.Handle("work:do", Work),
		benzene.Handle("text:static", StaticText),
		benzene.Handle("text:numbered", NumberedText),
		benzene.Handle("text:opening", OpeningText),
	}
}

// Work takes its time, and says how far it is to whoever waits.
func Work(ctx context.Context, _ struct{}) (string, error) {
	for _, done := range []float64{0, 50, 100} {
		benzene.Progress(ctx, done, 100, "working")
		if err := pause(ctx); err != nil {
			return "", err
		}
	}
	return "Done.", nil
}

func pause(ctx context.Context) error {
	select {
	case <-time.After(50 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// StaticText is always the same.
func StaticText(context.Context, struct{}) (string, error) {
	return "This is the content of the static text resource.", nil
}

// A Number chooses a text.
type Number struct {
	ID string `json:"id" validate:"required,numeric" description:"The text's number, in digits."`
}

// A Numbered text is what there is under a number.
type Numbered struct {
	ID   string `json:"id"`
	Data string `json:"data"`
}

// NumberedText is the text of a number, up to three digits.
func NumberedText(_ context.Context, n Number) (Numbered, error) {
	if len(n.ID) > 3 {
		return Numbered{}, benzene.NotFound.Errorf("there is no text %s; the last one is 999", n.ID)
	}
	return Numbered{ID: n.ID, Data: "Data for number " + n.ID}, nil
}

// OpeningText is something to begin with.
func OpeningText(context.Context, struct{}) (string, error) {
	return "This is a simple prompt for testing.", nil
}
