package benzene_test

import (
	"context"
	"iter"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

// secret is what no caller may be told.
const secret = "token=T0P5ECRET path=/srv/app/db.go"

// A trap is the one place in which a message goes wrong.
type trap struct {
	place string
	spring
}

// A spring is how.
type spring func()

func (s trap) at(place string) {
	if s.place == place {
		s.spring()
	}
}

// Get and All make a trap of Headers.
func (s trap) Get(string) string { s.at("headers"); return "" }

func (s trap) All() iter.Seq2[string, string] { return func(func(string, string) bool) {} }

// ContentType, Decode and Encode make a trap of a Codec.
func (s trap) ContentType() string { return "application/json" }

func (s trap) Decode(body []byte, into any) error {
	s.at("decode")
	return benzene.JSON.Decode(body, into)
}

func (s trap) Encode(value any) ([]byte, error) {
	s.at("encode")
	return benzene.JSON.Encode(value)
}

var places = []string{
	"headers", "select", "middleware", "after next", "decode", "handler", "begin", "end", "encode",
}

// sender goes wrong in the trap's place, in which tx and other are held.
func (s trap) sender(t *testing.T, d *diary) *benzene.Dispatcher {
	other := d.promise("other")
	tx := benzene.NewScoped(
		func(context.Context) (int, error) { s.at("begin"); return 1, nil },
		func(context.Context, int, error) error { s.at("end"); return nil },
	)
	around := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			if _, err := other.From(ctx); err != nil {
				return benzene.Reply{}, err
			}
			s.at("middleware")
			reply, err := next(ctx, inv)
			s.at("after next")
			return reply, err
		}
	}
	endpoint := func(ctx context.Context, req string) (string, error) {
		if _, err := tx.From(ctx); err != nil {
			return "", err
		}
		s.at("handler")
		return req, nil
	}
	registry, err := benzene.NewRegistry(
		benzene.Handle("t", endpoint),
		benzene.Handle("t", endpoint, benzene.Version("1")),
	)
	if err != nil {
		t.Fatal(err)
	}
	choose := func(benzene.Topic, []string) (string, bool) { s.at("select"); return "", true }
	return benzene.NewDispatcher(registry, benzene.Pipeline{around}, benzene.Select(choose))
}

func (s trap) message() benzene.Message {
	msg := message("t", `"x"`)
	msg.Headers, msg.Codec = s, s
	return msg
}
