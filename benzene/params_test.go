package benzene_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

type search struct {
	ID     int64      `json:"id"`
	Name   string     `json:"name"`
	Urgent *bool      `json:"urgent"`
	Price  float64    `json:"price"`
	Age    uint8      `json:"age"`
	Since  time.Time  `json:"since"`
	From   netip.Addr `json:"from"`
	Colour colour     `json:"colour"`
	Tags   []string   `json:"tags"`
	Years  []int      `json:"years"`
	Nested part       `json:"nested"`
	page
}

type page struct {
	Limit int `json:"limit"`
}

// found is what the handler gets of msg.
func found(t *testing.T, msg benzene.Message) search {
	t.Helper()
	msg.Topic.ID, msg.Want = "search", benzene.WantValue
	reply, err := serve(t, benzene.Handle("search", echo[search])).Dispatch(t.Context(), msg)
	if err != nil {
		t.Fatal(err)
	}
	return returned(reply).(search)
}

func TestParamsFillTheRequest(t *testing.T) {
	got := found(t, benzene.Message{Params: []benzene.Param{
		{"id", "9007199254740993"}, {"name", "ten"}, {"urgent", "false"}, {"price", "1.5"}, {"age", "255"},
		{"since", "2026-01-02T03:04:05Z"}, {"from", "127.0.0.1"}, {"colour", "red"}, {"limit", "-7"},
		{"tags", "a"}, {"tags", "b"}, {"years", "2025"}, {"tags", "c"},
	}})
	urgent := false
	want := search{
		ID: 9007199254740993, Name: "ten", Urgent: &urgent, Price: 1.5, Age: 255,
		Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), From: netip.MustParseAddr("127.0.0.1"), Colour: "red",
		page: page{Limit: -7}, Tags: []string{"a", "b", "c"}, Years: []int{2025},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(search{}), cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParamsWinOverTheBody(t *testing.T) {
	got := found(t, benzene.Message{
		Body:   []byte(`{"id":1,"name":"of the body","tags":["x","y","z"],"limit":1}`),
		Params: []benzene.Param{{"id", "2"}, {"tags", "a"}, {"limit", "2"}},
	})
	if got.ID != 2 || got.Name != "of the body" || got.Limit != 2 || !cmp.Equal(got.Tags, []string{"a"}) {
		t.Errorf("got %+v", got)
	}
}

func TestParamsDoNotReachIntoTheCallersValue(t *testing.T) {
	theirs := search{Tags: []string{"x", "y"}}
	got := found(t, benzene.Message{Value: theirs, Params: []benzene.Param{{"tags", "a"}}})
	if !cmp.Equal(got.Tags, []string{"a"}) || !cmp.Equal(theirs.Tags, []string{"x", "y"}) {
		t.Errorf("the handler got %q, and the caller has %q", got.Tags, theirs.Tags)
	}
}

func TestAParamOfNoFieldChangesNothing(t *testing.T) {
	if got := found(t, benzene.Message{Params: []benzene.Param{{"unknown", "x"}, {"nested", "x"}, {"ID", "1"}}}); got.ID != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAParamThatDoesNotFitIsASentence(t *testing.T) {
	d := serve(t, benzene.Handle("search", echo[search]))
	for _, c := range []struct{ name, value, want string }{
		{"id", "ten", `id must be a whole number, got "ten"`},
		{"id", "", `id must be a whole number, got ""`},
		{"id", "1.0", `id must be a whole number, got "1.0"`},
		{"id", "1e3", `id must be a whole number, got "1e3"`},
		{"id", "9223372036854775808", `id must be a whole number from -9223372036854775808 to 9223372036854775807, got "9223372036854775808"`},
		{"age", "256", `age must be a whole number from 0 to 255, got "256"`},
		{"age", "-1", `age must be a whole number from 0 to 255, got "-1"`},
		{"urgent", "yes", `urgent must be true or false, got "yes"`},
		{"urgent", "1", `urgent must be true or false, got "1"`},
		{"price", "NaN", `price must be a number, got "NaN"`},
		{"price", "0x1p-2", `price must be a number, got "0x1p-2"`},
		{"price", "1e999", `price must be a number from -1.7e308 to 1.7e308, got "1e999"`},
		{"since", "yesterday", `since must be a date-time such as 2006-01-02T15:04:05Z, got "yesterday"`},
		{"from", "here", `from must be text in the form that its type reads, got "here"`},
		{"colour", "blue", `colour must be one of red, green, got "blue"`},
		{"years", "now", `years must be a whole number, got "now"`},
		{"limit", "\xff\n", `limit must be a whole number, got "\xff\n"`},
	} {
		msg := benzene.Message{Topic: benzene.Topic{ID: "search"}, Params: []benzene.Param{{c.name, c.value}}}
		wantDetails(t, detailsOf(t, d, msg), benzene.Detail{Message: c.want, Field: c.name})
	}
}

func TestBodyAndParamsAreRefusedTogether(t *testing.T) {
	d := serve(t, benzene.Handle("search", echo[search]))
	msg := message("search", `{"name":7}`)
	msg.Params = []benzene.Param{{"id", "ten"}, {"limit", "some"}}
	wantDetails(t, detailsOf(t, d, msg),
		benzene.Detail{Message: `name must be text, got 7`, Field: "name"},
		benzene.Detail{Message: `id must be a whole number, got "ten"`, Field: "id"},
		benzene.Detail{Message: `limit must be a whole number, got "some"`, Field: "limit"})

	msg.Params = nil
	for range 1000 {
		msg.Params = append(msg.Params, benzene.Param{Name: "years", Value: strings.Repeat("x", 1000)})
	}
	if got := detailsOf(t, d, msg); len(got) != 10 || len(got[9].Message) > 200 {
		t.Errorf("%d details, the last of %d bytes", len(got), len(got[9].Message))
	}
}

func TestAContractSpellsItsParams(t *testing.T) {
	c := benzene.Handle("search", echo[search]).Contract()
	if spelling, ok := c.Param("LIMIT"); spelling != "limit" || !ok {
		t.Errorf("limit is spelled %q, %v", spelling, ok)
	}
	if _, ok := c.Param("nested"); ok {
		t.Error("text fills an object")
	}
	want := []string{"id", "name", "urgent", "price", "age", "since", "from", "colour", "tags", "years", "limit"}
	if diff := cmp.Diff(want, c.Params()); diff != "" {
		t.Errorf("params (-want +got):\n%s", diff)
	}
	if got := (benzene.Contract{}).Params(); got != nil {
		t.Errorf("nobody's params: %q", got)
	}
}

func TestARequestThatIsAPointerIsFilledToo(t *testing.T) {
	d := serve(t, benzene.Handle("t", func(_ context.Context, req *search) (int64, error) { return req.ID, nil }))
	msg := message("t", "")
	msg.Params = []benzene.Param{{"id", "7"}}
	if reply, err := d.Dispatch(t.Context(), msg); err != nil || string(reply.Body) != "7" {
		t.Errorf("got %s, %v", reply.Body, err)
	}
}
