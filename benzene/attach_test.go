package benzene_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestAnAttachedEndpointIsReachedThroughItsSenderAlone(t *testing.T) {
	var d diary
	watch := around(func(ctx context.Context, inv *benzene.Invocation, next benzene.Next) (benzene.Reply, error) {
		d.add("%s, contract %s", inv.Topic, inv.Contract.Topic)
		return next(ctx, inv)
	})
	s := serveBehind(t, benzene.Pipeline{watch}, benzene.Handle("t", echo[string]))
	tool, err := s.Attach(benzene.Handle("mcp:tool", func(context.Context, string) (string, error) { return "the tool", nil }))
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"mcp:tool", "t", ""} {
		reply, err := tool.Dispatch(t.Context(), message(topic, `"x"`))
		if err != nil || returned(reply) != "the tool" {
			t.Errorf("%q through the sender: %v, %v", topic, returned(reply), err)
		}
	}
	if own := refused(t, s, message("mcp:tool", `"x"`)); own.Status != benzene.NotFound {
		t.Error(own)
	}
	d.want(t, "mcp:tool, contract mcp:tool", "mcp:tool, contract mcp:tool", "mcp:tool, contract mcp:tool", "mcp:tool, contract ")
}

func TestAttachedContractsAreListedApart(t *testing.T) {
	s := serve(t, benzene.Handle("t", echo[string]))
	for _, topic := range []string{"b", "a"} {
		if _, err := s.Attach(benzene.Handle(topic, echo[string])); err != nil {
			t.Fatal(err)
		}
	}
	topics := func(contracts []benzene.Contract) (ids []string) {
		for _, c := range contracts {
			ids = append(ids, c.Topic.ID)
		}
		return ids
	}
	if diff := cmp.Diff([]string{"a", "b"}, topics(s.Attached())); diff != "" {
		t.Errorf("attached (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"t"}, topics(s.Contracts())); diff != "" {
		t.Errorf("contracts (-want +got):\n%s", diff)
	}
	if _, ok := s.Resolve(benzene.Topic{ID: "a"}); ok {
		t.Error("an attached endpoint is resolved")
	}
}

func TestTheSameEndpointIsNotAttachedTwice(t *testing.T) {
	s := serve(t, benzene.Handle("t", echo[string]))
	if _, err := s.Attach(benzene.Handle("t", echo[string])); err != nil {
		t.Errorf("an endpoint of the registry is another one: %v", err)
	}
	_, err := s.Attach(benzene.Handle("t", echo[int]))
	want := benzene.Finding{
		Check:   "duplicate-topic",
		Message: `topic "t" has two handlers, benzene_test.echo[...] and benzene_test.echo[...]; remove one, or give it a version with benzene.Version`,
	}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := s.Attach(benzene.Handle("t", echo[string], benzene.Version("2"))); err != nil {
		t.Error(err)
	}
}
