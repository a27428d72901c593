package pages

import (
	"context"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup/startuptest"
)

func TestADeskAsksItsOwnProcess(t *testing.T) {
	var desk Desk
	startuptest.New(t, SeatService(), fx.Provide(NewDesk), fx.Populate(&desk))

	if got, err := desk.Describe(t.Context(), "BZ1", 7); got != "7C" || err != nil {
		t.Errorf("got %q, %v; want 7C", got, err)
	}
	if _, err := desk.Describe(t.Context(), "BZ1", 13); benzene.StatusOf(err) != benzene.NotFound {
		t.Errorf("got %v; want the seat map's own refusal", err)
	}
}

func TestAHandlerReadsHeaders(t *testing.T) {
	asks := benzene.Handle("language", func(ctx context.Context, _ struct{}) (string, error) { return languageOf(ctx), nil })
	d := dispatcher(t, nil, asks)
	for _, c := range []struct {
		headers benzene.Headers
		want    string
	}{{benzene.HeaderMap{"accept-language": "it"}, "\"it\""}, {nil, "\"en\""}} {
		reply, err := d.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "language"}, Headers: c.headers})
		if err != nil || string(reply.Body) != c.want {
			t.Errorf("got %s, %v; want %s", reply.Body, err, c.want)
		}
	}
}
