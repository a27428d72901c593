package queue_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/queue"
)

// seen takes a message through a listener and returns what its handler, or the
// pipeline of a message that has none, gets to see.
func seen(t *testing.T, names benzene.Names, msg benzene.Message, wrap func(*parcel) queue.Delivery, endpoints ...benzene.Endpoint) benzene.Message {
	t.Helper()
	var got benzene.Message
	watch := func(_ benzene.Contract, next benzene.Next) benzene.Next {
		return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) {
			got = inv.Message
			return next(ctx, inv)
		}
	}
	registry, err := benzene.NewRegistry(endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	source := newDesk()
	stop := listen(t, source, benzene.NewDispatcher(registry, benzene.Pipeline{watch}, benzene.ReservedNames(names)))
	p := source.lay("", "", func(p *parcel) queue.Delivery {
		p.msg = msg
		if wrap == nil {
			return p
		}
		return wrap(p)
	})
	<-p.settled
	_ = stop()
	return got
}

func native(pairs map[string]string) benzene.HeaderMap {
	headers := benzene.HeaderMap{}
	for key, value := range pairs {
		headers.Set(key, value)
	}
	return headers
}

// conformance reads a fixture of the Benzene specification.
func conformance(t *testing.T, name string, into any) {
	t.Helper()
	dir := os.Getenv("BENZENE_CONFORMANCE_DIR")
	if dir == "" {
		t.Skip("BENZENE_CONFORMANCE_DIR does not name the folder of the specification's fixtures")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

type metadataCase struct {
	Name         string
	MetadataKeys struct {
		Topic   string
		Version string
	}
	Metadata map[string]string
	Expected struct {
		Topic          *string
		Version        *string
		Headers        map[string]string
		HeadersExclude []string
	}
}

func (c metadataCase) run(t *testing.T) {
	names := benzene.Names{Topic: c.MetadataKeys.Topic}
	if c.MetadataKeys.Version != "" {
		names.Version = []string{c.MetadataKeys.Version}
	}
	greet := func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }
	got := seen(t, names, benzene.Message{Headers: native(c.Metadata)}, nil,
		benzene.Handle("conformance:greet", greet),
		benzene.Handle("conformance:greet", greet, benzene.Version("2")),
	)
	asserted := 0
	if c.Expected.Topic != nil {
		asserted++
		if got.Topic.ID != *c.Expected.Topic {
			t.Errorf("topic %q, want %q", got.Topic.ID, *c.Expected.Topic)
		}
	}
	if c.Expected.Version != nil {
		asserted++
		if got.Topic.Version != *c.Expected.Version {
			t.Errorf("version %q, want %q", got.Topic.Version, *c.Expected.Version)
		}
	}
	headers := maps.Collect(got.Headers.All())
	for key, want := range c.Expected.Headers {
		asserted++
		if headers[key] != want || got.Headers.Get(key) != want {
			t.Errorf("header %s is %q, and %q when asked for; want %q", key, headers[key], got.Headers.Get(key), want)
		}
	}
	for _, key := range c.Expected.HeadersExclude {
		asserted++
		if _, there := headers[key]; there || got.Headers.Get(key) != "" {
			t.Errorf("header %s is there", key)
		}
	}
	if asserted == 0 {
		t.Error("the case asserts nothing")
	}
}

func TestTransportMetadataConformance(t *testing.T) {
	var fixture struct {
		DefaultMetadataKeys struct{ Topic, Version string }
		Configurable        *bool
		MetadataCases       []metadataCase
		OverrideCases       []metadataCase
	}
	conformance(t, "transport-metadata-cases.json", &fixture)
	names := dispatcher(t, nil).Names()
	if names.Topic != fixture.DefaultMetadataKeys.Topic || names.Version[0] != fixture.DefaultMetadataKeys.Version || fixture.DefaultMetadataKeys.Topic == "" {
		t.Errorf("the default keys are %q and %q, want %+v", names.Topic, names.Version, fixture.DefaultMetadataKeys)
	}
	if fixture.Configurable == nil || !*fixture.Configurable || len(fixture.OverrideCases) == 0 || len(fixture.MetadataCases) == 0 {
		t.Error("the fixture has lost its cases")
	}
	for _, c := range append(fixture.MetadataCases, fixture.OverrideCases...) {
		t.Run(c.Name, c.run)
	}
}

// A routed parcel has a name by which its broker routes.
type routed struct {
	*parcel
	route string
}

func (r routed) Route() string { return r.route }

func TestTheTopicIsFoundWhereItIs(t *testing.T) {
	envelope := []byte(`{"topic":"from:envelope","headers":{"Tenant":"inside","benzene-mcp-tool":"x"},"body":"{\"id\":\"1\"}"}`)
	rows := []struct {
		name    string
		message benzene.Message
		route   string
		topic   string
		headers map[string]string
		body    string
	}{
		{"the source knows it", benzene.Message{Topic: benzene.Topic{ID: "from:source"}, Headers: benzene.HeaderMap{"topic": "from:header"}}, "from.route",
			"from:source", map[string]string{"topic": "from:header"}, ""},
		{"metadata", benzene.Message{Headers: benzene.HeaderMap{"topic": "from:header"}}, "from.route", "from:header", map[string]string{}, ""},
		{"the route", benzene.Message{Headers: benzene.HeaderMap{"tenant": "acme"}, Body: envelope}, "from.route", "from.route", map[string]string{"tenant": "acme"}, string(envelope)},
		{"an envelope", benzene.Message{Headers: benzene.HeaderMap{"tenant": "outside", "traceparent": "00", "benzene-mcp-session": "x"}, Body: envelope}, "",
			"from:envelope", map[string]string{"tenant": "inside", "traceparent": "00"}, `{"id":"1"}`},
		{"an envelope without metadata", benzene.Message{Body: envelope}, "", "from:envelope", map[string]string{"tenant": "inside"}, `{"id":"1"}`},
		{"nowhere", benzene.Message{Body: []byte(`{"id":"1"}`)}, "", "", nil, `{"id":"1"}`},
		{"no envelope", benzene.Message{Body: []byte(`{"topic":7}`)}, "", "", nil, `{"topic":7}`},
		{"not even JSON", benzene.Message{Body: []byte("\x00\xff")}, "", "", nil, "\x00\xff"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := seen(t, benzene.Names{}, row.message, func(p *parcel) queue.Delivery { return routed{p, row.route} })
			headers := maps.Collect(got.Headers.All())
			if diff := cmp.Diff(row.headers, headers, cmpopts.EquateEmpty()); diff != "" || got.Topic.ID != row.topic || string(got.Body) != row.body {
				t.Errorf("topic %q, body %q, headers %s", got.Topic.ID, got.Body, diff)
			}
			if got.Want != benzene.WantNothing {
				t.Errorf("want %v", got.Want)
			}
		})
	}
}

func TestNobodyPretendsToBeATool(t *testing.T) {
	got := seen(t, benzene.Names{}, benzene.Message{Headers: benzene.HeaderMap{"topic": "order:paid", "benzene-mcp-tool": "refund"}}, nil)
	if got.Headers.Get("Benzene-MCP-Tool") != "" {
		t.Error("the header is there")
	}
	for key := range got.Headers.All() {
		t.Errorf("header %s is there", key)
	}
}
