package benzene_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// versions are endpoints of topic "t" that answer with their version.
func versions(served ...string) []benzene.Endpoint {
	var endpoints []benzene.Endpoint
	for _, version := range served {
		endpoints = append(endpoints, benzene.Handle("t", func(context.Context, struct{}) (string, error) {
			return "version " + version, nil
		}, benzene.Version(version)))
	}
	return endpoints
}

func versioned(version string, headers benzene.HeaderMap) benzene.Message {
	return benzene.Message{Topic: benzene.Topic{ID: "t", Version: version}, Headers: headers, Want: benzene.WantValue}
}

func TestTheVersionThatAMessageAsksForHandlesIt(t *testing.T) {
	both, onlyVersions, plain := versions("", "1", "2"), versions("1", "2"), versions("")
	for _, c := range []struct {
		name      string
		endpoints []benzene.Endpoint
		msg       benzene.Message
		want      string // "" for not-found
	}{
		{"exactly", both, versioned("2", nil), "version 2"},
		{"none asked for", both, versioned("", nil), "version "},
		{"not served, but there is an unversioned one", both, versioned("3", nil), "version "},
		{"not served", onlyVersions, versioned("3", nil), ""},
		{"none asked for and none without", onlyVersions, versioned("", nil), ""},
		{"unversioned only", plain, versioned("3", nil), "version "},
		{"by header", both, versioned("", benzene.HeaderMap{"benzene-version": "2"}), "version 2"},
		{"by the second header", both, versioned("", benzene.HeaderMap{"version": "1"}), "version 1"},
		{"by the third header", both, versioned("", benzene.HeaderMap{"x-version": "1"}), "version 1"},
		{"the first header wins", both, versioned("", benzene.HeaderMap{"x-version": "1", "version": "1", "benzene-version": "2"}), "version 2"},
		{"the topic wins over headers", both, versioned("1", benzene.HeaderMap{"benzene-version": "2"}), "version 1"},
		{"versions are compared exactly", onlyVersions, versioned("01", nil), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			reply, err := serve(t, c.endpoints...).Dispatch(t.Context(), c.msg)
			switch {
			case c.want == "" && benzene.StatusOf(err) != benzene.NotFound:
				t.Errorf("got %v, %v; want not-found", returned(reply), err)
			case c.want != "" && (err != nil || returned(reply) != c.want):
				t.Errorf("got %v, %v; want %s", reply.Value, err, c.want)
			}
		})
	}
}

func TestAVersionNobodyServesIsToldWithThoseThatAre(t *testing.T) {
	own := refused(t, serve(t, versions("1", "10", "2")...), versioned("3", nil))
	if want := `topic "t" has no handler for version "3"; it has "1", "10", "2"`; own.Message != want {
		t.Errorf("got %s, want %s", own.Message, want)
	}
}

func TestReservedNamesCanBeChanged(t *testing.T) {
	registry, err := benzene.NewRegistry(versions("", "1", "2")...)
	if err != nil {
		t.Fatal(err)
	}
	d := benzene.NewDispatcher(registry, nil, benzene.ReservedNames(benzene.Names{Topic: "kind", Version: []string{"api", "rev"}}))
	want := benzene.Names{Topic: "kind", Version: []string{"api", "rev"}, Correlation: "x-correlation-id"}
	if diff := cmp.Diff(want, d.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		headers benzene.HeaderMap
		want    string
	}{
		{benzene.HeaderMap{"rev": "1"}, "version 1"},
		{benzene.HeaderMap{"rev": "1", "api": "2"}, "version 2"},
		{benzene.HeaderMap{"benzene-version": "1"}, "version "},
	} {
		if reply, err := d.Dispatch(t.Context(), versioned("", c.headers)); err != nil || returned(reply) != c.want {
			t.Errorf("%v: got %v, %v", c.headers, returned(reply), err)
		}
	}
	if own := refused(t, d, benzene.Message{}); own.Status != benzene.ValidationError || own.Message != `the message names no topic; it is read from "kind"` {
		t.Error(own)
	}
}

func TestTheDefaultNamesAreThoseOfTheContracts(t *testing.T) {
	want := benzene.Names{
		Topic: "topic", Version: []string{"benzene-version", "version", "x-version"}, Correlation: "x-correlation-id",
	}
	if diff := cmp.Diff(want, serve(t).Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// newest takes the last version there is, whatever is asked for.
func newest(_ benzene.Topic, served []string) (string, bool) {
	if len(served) == 0 || slices.Max(served) == "" {
		return "", false
	}
	return slices.Max(served), true
}

func TestTheChoiceBetweenVersionsCanBeReplaced(t *testing.T) {
	registry, err := benzene.NewRegistry(versions("", "1", "2")...)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	d := benzene.NewDispatcher(registry, nil, benzene.Select(func(topic benzene.Topic, served []string) (string, bool) {
		seen = append([]string{topic.String()}, served...)
		return newest(topic, served)
	}))
	if reply, err := d.Dispatch(t.Context(), versioned("1", nil)); err != nil || returned(reply) != "version 2" {
		t.Errorf("got %v, %v", returned(reply), err)
	}
	if diff := cmp.Diff([]string{"t@1", "", "1", "2"}, seen); diff != "" {
		t.Errorf("the selector was asked (-want +got):\n%s", diff)
	}
	if c, ok := d.Resolve(benzene.Topic{ID: "t", Version: "1"}); !ok || c.Topic.Version != "2" {
		t.Errorf("resolved %v, %v", c.Topic, ok)
	}

	nowhere := benzene.NewDispatcher(registry, nil, benzene.Select(func(benzene.Topic, []string) (string, bool) { return "9", true }))
	if own := refused(t, nowhere, versioned("1", nil)); own.Status != benzene.NotFound {
		t.Error(own)
	}
	if _, ok := nowhere.Resolve(benzene.Topic{ID: "t"}); ok {
		t.Error("resolved a version that is not served")
	}
}

func TestASelectorMayRefuseEvenTheOnlyEndpoint(t *testing.T) {
	registry, err := benzene.NewRegistry(versions("")...)
	if err != nil {
		t.Fatal(err)
	}
	strict := benzene.NewDispatcher(registry, nil, benzene.Select(func(topic benzene.Topic, served []string) (string, bool) {
		return topic.Version, slices.Contains(served, topic.Version)
	}))
	if own := refused(t, strict, versioned("9", nil)); own.Status != benzene.NotFound {
		t.Error(own)
	}
	if own := refused(t, strict, versioned("", benzene.HeaderMap{"version": "9"})); own.Status != benzene.NotFound {
		t.Error(own)
	}
	if reply, err := strict.Dispatch(t.Context(), versioned("", nil)); err != nil || returned(reply) != "version " {
		t.Errorf("got %v, %v", returned(reply), err)
	}
}

func TestResolveFindsWhatDispatchWould(t *testing.T) {
	d := serve(t, append(versions("", "1"), benzene.Handle("other", echo[string], benzene.Version("1")))...)
	for topic, want := range map[benzene.Topic]string{
		{ID: "t"}:                    "t",
		{ID: "t", Version: "1"}:      "t@1",
		{ID: "t", Version: "2"}:      "t",
		{ID: "other", Version: "1"}:  "other@1",
		{ID: "other"}:                "",
		{ID: "other", Version: "2"}:  "",
		{ID: "T"}:                    "",
		{ID: "nobody", Version: "1"}: "",
		{}:                           "",
	} {
		c, ok := d.Resolve(topic)
		if c.Topic.String() != want || ok != (want != "") {
			t.Errorf("%s resolves to %q, %v; want %q", topic, c.Topic, ok, want)
		}
	}
}

func TestEverythingToOneVersion(t *testing.T) {
	d := serve(t, versions("1", "2")...)
	s := benzene.Versioned(d, "2")
	if got, err := benzene.Call[string](t.Context(), s, "t", struct{}{}); err != nil || got != "version 2" {
		t.Errorf("got %q, %v", got, err)
	}
	if reply, err := s.Dispatch(t.Context(), versioned("1", nil)); err != nil || returned(reply) != "version 1" {
		t.Errorf("got %v, %v", returned(reply), err)
	}
}

func TestAServiceIsNamed(t *testing.T) {
	registry, err := benzene.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	if service, version := benzene.NewDispatcher(registry, nil, benzene.Named("orders", "1.2.0")).Name(); service != "orders" || version != "1.2.0" {
		t.Errorf("%q, %q", service, version)
	}
	if service, version := benzene.NewDispatcher(registry, nil).Name(); service != "" || version != "" {
		t.Errorf("%q, %q", service, version)
	}
}
