package benzene_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestDuplicateTopicsAreReportedAllAtOnce(t *testing.T) {
	type request struct{}
	_, err := benzene.NewRegistry(
		benzene.Handle("b", echo[request], benzene.Summary("The first.")),
		benzene.Handle("a", echo[string]),
		benzene.Handle("b", echo[int]),
		benzene.Handle("a", echo[string], benzene.Version("1")),
		benzene.Handle("c", echo[string], benzene.Version("1")),
		benzene.Handle("c", echo[string], benzene.Version("1")),
	)
	want := []string{
		`topic "b" has two handlers, benzene_test.echo[...] ("The first.") and benzene_test.echo[...]; remove one, or give it a version with benzene.Version`,
		`topic "c@1" has two handlers, benzene_test.echo[...] and benzene_test.echo[...]; remove one, or give it a version with benzene.Version`,
	}
	if diff := cmp.Diff(want, findingsOf(t, err, "duplicate-topic")); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestAnEndpointNeedsATopicAndAHandler(t *testing.T) {
	var missing func(context.Context, string) (string, error)
	for name, e := range map[string]benzene.Endpoint{
		"no topic":   benzene.Handle("", echo[string]),
		"no handler": benzene.Handle("t", missing),
		"nothing":    {},
	} {
		_, err := benzene.NewRegistry(e)
		if got := findingsOf(t, err, "missing-topic"); len(got) != 1 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestContractsAreSortedByTopicAndVersion(t *testing.T) {
	registry, err := benzene.NewRegistry(
		benzene.Handle("b", echo[string]),
		benzene.Handle("a", echo[string], benzene.Version("2")),
		benzene.Handle("a", echo[string], benzene.Version("10")),
		benzene.Handle("a", echo[string]),
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range registry.Contracts() {
		got = append(got, c.Topic.String())
	}
	if diff := cmp.Diff([]string{"a", "a@10", "a@2", "b"}, got); diff != "" {
		t.Errorf("contracts (-want +got):\n%s", diff)
	}
}

func TestARegistryIsNotChangedThroughWhatItGaveAway(t *testing.T) {
	d := serve(t, benzene.Handle("a", echo[string]))
	d.Contracts()[0].Topic.ID = "changed"
	if got := d.Contracts()[0].Topic.ID; got != "a" {
		t.Errorf("topic %q", got)
	}
}

func TestAnEmptyRegistryAnswersNothing(t *testing.T) {
	own := refused(t, serve(t), message("t", ""))
	if own.Status != benzene.NotFound || own.Message != `topic "t" has no handler` {
		t.Errorf("outcome: %v", own)
	}
}
