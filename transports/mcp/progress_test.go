package mcp_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
	"github.com/benzene-go/framework/transports/mcp"
)

// reporting is a tool that reports all this.
func reporting(reports func(say func(done, total float64, note string))) mcp.Part {
	return telling(func(ctx context.Context) error {
		reports(func(done, total float64, note string) { benzene.Progress(ctx, done, total, note) })
		return nil
	})
}

// params are those of a stream's notifications.
func params(t *testing.T, events []string) (list []string) {
	t.Helper()
	for _, text := range events[:len(events)-1] {
		var m struct {
			Params jsontext.Value `json:"params"`
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, string(m.Params))
	}
	return list
}

func tellWith(meta string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tell","_meta":` + meta + `}}`
}

func TestProgressIsToldUnderTheTokenAsItCame(t *testing.T) {
	d := newDesk(t, reporting(func(say func(done, total float64, note string)) { say(0, 0, "") }))
	for _, token := range []string{`0`, `""`, `"x"`, `"0"`, `9007199254740993`, `123456789012345678901234567890`, `"\u00e9\n"`, `-1`} {
		for _, r := range []string{tellWith(`{"progressToken":` + token + `}`), `{"progressToken":` + token} {
			request := request(r)
			if !strings.HasPrefix(r, `{"jsonrpc"`) {
				request = modernRequest("tell", `,"progressToken":`+token)
			}
			want := []string{`{"progressToken":` + token + `,"progress":0}`}
			if diff := cmp.Diff(want, params(t, d.record(t, request).events(t))); diff != "" {
				t.Error(diff)
			}
		}
	}
	for _, meta := range []string{`{}`, `null`, `{"progressToken":null}`, `{"progressToken":true}`, `{"progressToken":["x"]}`, `{"progressToken":{}}`} {
		if w := d.record(t, request(tellWith(meta))); w.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: got %s", meta, w.text.String())
		}
	}
}

func TestProgressOnlyGoesOn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	d := newDesk(t, reporting(func(say func(done, total float64, note string)) {
		say(nan, 1, "")
		say(-inf, 1, "")
		say(inf, 1, "")
		say(-1, 10, "a\nb")
		say(-1, 10, "again")
		say(-2, 10, "back")
		say(0.5, nan, "")
		say(1, inf, "")
		say(2, -1, "")
		say(1e21, 1e300, `"`)
	}))
	want := []string{
		`{"progressToken":"p","progress":-1,"total":10,"message":"a\nb"}`,
		`{"progressToken":"p","progress":0.5}`,
		`{"progressToken":"p","progress":1}`,
		`{"progressToken":"p","progress":2}`,
		`{"progressToken":"p","progress":1e+21,"total":1e+300,"message":"\""}`,
	}
	if diff := cmp.Diff(want, params(t, d.record(t, request(tell)).events(t))); diff != "" {
		t.Error(diff)
	}
	old := params(t, d.record(t, request(tell, "MCP-Protocol-Version: 2024-11-05")).events(t))
	if strings.Contains(strings.Join(old, ""), "message") {
		t.Errorf("a client of 2024-11-05 was told %q", old)
	}
}

func TestProgressIsNotToldInABatch(t *testing.T) {
	d := newDesk(t, reporting(func(say func(done, total float64, note string)) { say(1, 2, "") }))
	if h := d.post(t, `[`+tell+`]`, "MCP-Protocol-Version: 2025-03-26"); len(h.several) != 1 {
		t.Errorf("got %s", h.text)
	}
}

func TestACallSaysAHundredThingsAtOnceAndTwentyASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0.0
		var told []int
		d := newDesk(t, telling(func(ctx context.Context) error {
			for _, pause := range []time.Duration{0, time.Second, time.Second / 2, time.Hour} {
				time.Sleep(pause)
				for range 500 {
					n++
					if benzene.Progress(ctx, n, 0, ""); int(n)%2 == 0 {
						mcp.Log(ctx, mcp.LevelInfo, "", "x")
					}
				}
				told = append(told, 0)
			}
			return nil
		}))
		events := d.record(t, request(tell, "Mcp-Session-Id: "+sessionOf(t, d, `{}`))).events(t)
		for _, p := range params(t, events) {
			var m struct {
				Progress float64 `json:"progress"`
			}
			_ = json.Unmarshal([]byte(p), &m)
			if m.Progress > 0 {
				n = m.Progress
			}
			told[int((n-1)/500)%len(told)]++
		}
		if diff := cmp.Diff([]int{100, 20, 10, 100}, told); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAHandlerReportsProgressWithoutKnowingWho(t *testing.T) {
	registry, err := benzene.NewRegistry(benzene.Handle("count", func(ctx context.Context, _ nothing) (string, error) {
		benzene.Progress(ctx, 3, 4, "three")
		return "four", nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	dispatcher := benzene.NewDispatcher(registry, nil)
	h, err := http.Handler(dispatcher, mcp.Endpoint(mcp.Tool("tell", "Counts.", "count"),
		mcp.Func("ask", "Counts.", mcp.Object(), func(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
			return call.Ask(ctx, "count", nothing{})
		})))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Handler: h}
	for _, tool := range []string{"tell", "ask"} {
		w := d.record(t, modernRequest(tool, `,"progressToken":1`))
		if got := params(t, w.events(t)); len(got) != 1 || got[0] != `{"progressToken":1,"progress":3,"total":4,"message":"three"}` {
			t.Errorf("%s: got %q", tool, got)
		}
	}
	if reply, err := dispatcher.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "count"}, Body: []byte(`{}`)}); err != nil {
		t.Errorf("without a client: %v, %v", reply, err)
	}
}
