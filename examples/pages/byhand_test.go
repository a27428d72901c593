package pages

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/examples/internal/curl"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// A page is held to its own promise: what follows a curl line is what comes
// back, up to an ellipsis.
func TestWhatThePagesDoByHandCanBeDone(t *testing.T) {
	addr := strings.TrimPrefix(running(t, SeatTools("127.0.0.1:0")), "http://")
	tried := regexp.MustCompile("(?s)```console\n\\$ (curl .*?[^\\\\])\n(\\{\"jsonrpc.*?)…\n```").FindAllStringSubmatch(page(t, "testing.md"), -1)
	for _, m := range tried {
		got, err := curl.Run(strings.Replace(m[1], "localhost:8080", addr, 1))
		if err != nil || !strings.HasPrefix(got, m[2]) {
			t.Errorf("%s\n got %s, %v\nwant %s", m[1], got, err, m[2])
		}
	}
	if len(tried) != 2 {
		t.Errorf("tried %d lines; want one for each era", len(tried))
	}
}

func TestAQuestionLooksAsThePageShowsIt(t *testing.T) {
	shown := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(page(t, "mcp-input.md"), -1)
	if len(shown) != 2 {
		t.Fatalf("found %d blocks; want a question and its answer", len(shown))
	}
	handler := offering(t, seats(), Upgrading(func(context.Context) (int, error) { return 7, nil }))
	_, asked := ask(handler, true, "tools/call", "upgrade", `"name":"upgrade"`)
	var got struct{ Result map[string]any }
	var want map[string]any
	if err := json.Unmarshal([]byte(asked), &got); err != nil {
		t.Fatal(asked, err)
	}
	if err := json.Unmarshal([]byte(shown[0][1]), &want); err != nil {
		t.Fatal(shown[0][1], err)
	}
	state, _ := got.Result["requestState"].(string)
	got.Result["requestState"] = "…"
	delete(got.Result, "_meta")
	if diff := cmp.Diff(want, got.Result); diff != "" {
		t.Error(diff)
	}

	again := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(shown[1][1]), "{"), "}")
	_, upgraded := ask(handler, true, "tools/call", "upgrade", strings.Replace(again, "…", state, 1))
	if !strings.Contains(upgraded, "Upgraded for 7.") {
		t.Errorf("got %s", upgraded)
	}
}

func TestToolsThatAreMadeTwiceAreRefused(t *testing.T) {
	tools := Moving()
	service := startuptest.New(t, startup.Handlers(Seats), startup.Transports(http.Listen("127.0.0.1:0", mcp.Endpoint(tools))))
	if _, err := http.Handler(service, mcp.Endpoint(tools)); err != nil {
		t.Errorf("the same value: %v", err)
	}
	_, err := http.Handler(service, mcp.Endpoint(Moving()))
	if want := told(t, "testing.md", "two functions are tools"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("made again: got %v; want %s", err, want)
	}
}

func TestAToolWithoutATopicStopsTheStart(t *testing.T) {
	lost := mcp.Tool("find_seat", "Finds one seat.", "seat:get")
	_, err := startup.Start(startup.Handlers(Seats), startup.Transports(http.Listen("127.0.0.1:0", mcp.Endpoint(lost))), startup.Checked("seats"))
	if want := told(t, "start-up.md", "mcp: tool"); err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// told is the message in a page that begins so.
func told(t *testing.T, name, beginning string) string {
	t.Helper()
	message := regexp.MustCompile(regexp.QuoteMeta(beginning) + "[^`\n]*").FindString(page(t, name))
	if message == "" {
		t.Fatalf("%s shows no message that begins with %s", name, beginning)
	}
	return message
}
