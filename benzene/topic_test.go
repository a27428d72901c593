package benzene_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestTopicsOfTheFrameworkAreReserved(t *testing.T) {
	for id, want := range map[string]bool{
		benzene.HealthTopic: true, benzene.LivenessTopic: true, benzene.ReadinessTopic: true,
		"benzene:": true, "Benzene:Mesh": true, "BENZENE:x": true,
		"": false, "benzene": false, "benzene-orders:place": false, "order:benzene:": false,
	} {
		if got := (benzene.Topic{ID: id}).Reserved(); got != want {
			t.Errorf("%q reserved: %v", id, got)
		}
	}
}

func TestATopicIsWrittenForPeople(t *testing.T) {
	if got := (benzene.Topic{ID: "order:place"}).String(); got != "order:place" {
		t.Error(got)
	}
	if got := (benzene.Topic{ID: "order:place", Version: "2"}).String(); got != "order:place@2" {
		t.Error(got)
	}
}

func TestOnlyTheFrameworkSetsTrustedHeaders(t *testing.T) {
	for key, want := range map[string]bool{
		"benzene-mcp-tool": true, "Benzene-MCP-Session": true, "benzene-mcp-": true,
		"benzene-mcp": false, "benzene-version": false, "x-benzene-mcp-tool": false, "": false,
	} {
		if got := benzene.TrustedHeader(key); got != want {
			t.Errorf("%q trusted: %v", key, got)
		}
	}
}

func TestHeadersAreFoundInAnyCase(t *testing.T) {
	h := benzene.HeaderMap{}
	h.Set("Content-Type", "text/plain")
	h.Set("A", "1")
	if h.Get("content-type") != "text/plain" || h.Get("CONTENT-TYPE") != "text/plain" || h.Get("b") != "" {
		t.Errorf("%v", h)
	}
	var got []string
	for key, value := range h.All() {
		got = append(got, key+"="+value)
	}
	if diff := cmp.Diff([]string{"a=1", "content-type=text/plain"}, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	for range h.All() {
		break
	}
	if (benzene.HeaderMap)(nil).Get("a") != "" {
		t.Error("no headers have a value")
	}
}
