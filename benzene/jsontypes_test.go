package benzene_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// findings checks what a service with the request type Req has to hear.
func findings[Req any](t *testing.T) []string {
	t.Helper()
	err := benzene.CheckTypes([]benzene.Contract{{Topic: benzene.Topic{ID: "t"}, Request: reflect.TypeFor[Req]()}})
	return findingsOf(t, err, "json-types")
}

func findingsOf(t *testing.T, err error, check string) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("%T is not joined: %v", err, err)
	}
	var messages []string
	for _, e := range joined.Unwrap() {
		var f benzene.Finding
		if !errors.As(e, &f) || f.Check != check {
			t.Fatalf("%#v is no finding of %s", e, check)
		}
		messages = append(messages, f.Message)
	}
	return messages
}

type money struct{ cents int }

func (m money) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d", m.cents), nil }

func (m *money) UnmarshalText(text []byte) error {
	_, err := fmt.Sscan(string(text), &m.cents)
	return err
}

type sound struct {
	ID       int64            `json:"id"`
	Name     string           `json:"name,omitempty"`
	Count    int              `json:"count,omitzero"`
	Exact    int64            `json:"exact,string"`
	When     time.Time        `json:"when"`
	Until    *time.Time       `json:"until,omitempty"`
	Price    money            `json:"price"`
	From     netip.Addr       `json:"from"`
	Raw      json.RawMessage  `json:"raw"`
	Any      any              `json:"any"`
	Bytes    []byte           `json:"bytes"`
	Lines    []*soundLine     `json:"lines"`
	ByText   map[string]any   `json:"byText"`
	ByNumber map[int]*sound   `json:"byNumber"`
	ByPrice  map[money]string `json:"byPrice"`
	Next     *sound           `json:"next"`
	Secret   chan int         `json:"-"`
	hidden   func()
	soundEmbedded
}

type soundLine struct {
	Next []soundLine `json:"next"`
}

type soundEmbedded struct {
	Note string `json:"note"`
}

func TestSoundTypesPassTheCheck(t *testing.T) {
	_ = sound{}.hidden
	if got := findings[sound](t); got != nil {
		t.Errorf("findings: %q", got)
	}
	if got := findings[struct{}](t); got != nil {
		t.Errorf("findings: %q", got)
	}
}

func TestTypesThatJSONCannotCarryAreFindings(t *testing.T) {
	type inner struct {
		Feed chan int      `json:"feed"`
		Wait time.Duration `json:"wait"`
	}
	type unsound struct {
		Waits   []*time.Duration      `json:"waits"`
		Call    func()                `json:"call"`
		Root    complex128            `json:"root"`
		Named   fmt.Stringer          `json:"named"`
		ByFlag  map[bool]string       `json:"byFlag"`
		ByInner map[inner]string      `json:"byInner"`
		Nested  map[string][][]*inner `json:"nested"`
	}
	want := []string{
		"field Waits of benzene_test.unsound: a time.Duration has no JSON form; make it text, whole milliseconds, or a type with MarshalText and UnmarshalText",
		"field Call of benzene_test.unsound: a func() has no JSON form; take it out, or hide it with `json:\"-\"`",
		"field Root of benzene_test.unsound: a complex128 has no JSON form; take it out, or hide it with `json:\"-\"`",
		"field Named of benzene_test.unsound: JSON does not say which fmt.Stringer it is; make it a concrete type, or any",
		"field ByFlag of benzene_test.unsound: the keys of map[bool]string are no names; make them text, numbers, or a type with MarshalText and UnmarshalText",
		"field ByInner of benzene_test.unsound: the keys of map[benzene_test.inner]string are no names; make them text, numbers, or a type with MarshalText and UnmarshalText",
		"field Feed of benzene_test.inner: a chan int has no JSON form; take it out, or hide it with `json:\"-\"`",
		"field Wait of benzene_test.inner: a time.Duration has no JSON form; make it text, whole milliseconds, or a type with MarshalText and UnmarshalText",
	}
	if diff := cmp.Diff(want, findings[unsound](t)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestTagsThatDoNotDoWhatTheySayAreFindings(t *testing.T) {
	type unsound struct {
		Count  int    `json:"count,omitempty"`
		Urgent bool   `json:"urgent,omitempty"`
		Text   string `json:"text,string"`
		Plain  string
		Twice  string `json:"twice"`
		TWICE  string `json:"TWICE"`
	}
	want := []string{
		`type benzene_test.unsound: the json names "twice" and "TWICE" differ by case only, and readers may take one for the other; rename one`,
		"field Count of benzene_test.unsound: omitempty leaves out no number and no flag; write omitzero",
		"field Urgent of benzene_test.unsound: omitempty leaves out no number and no flag; write omitzero",
		"field Text of benzene_test.unsound: the option string is for numbers alone; take it out",
		"field Plain of benzene_test.unsound has no json name; give it one, or leave it out with `json:\"-\"`",
	}
	if diff := cmp.Diff(want, findings[unsound](t)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestNamesThatAnEmbeddedStructBringsAreCompared(t *testing.T) {
	type Embedded struct {
		Ident string `json:"id"`
	}
	type unsound struct {
		Embedded
		ID string `json:"ID"`
	}
	want := []string{
		`type benzene_test.unsound: the json names "id" and "ID" differ by case only, and readers may take one for the other; rename one`,
	}
	if diff := cmp.Diff(want, findings[unsound](t)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// Struct types are built here because go vet refuses these tags in source.
func TestEveryTagThatTheCodecRefusesIsAFinding(t *testing.T) {
	text := reflect.TypeFor[string]()
	unsound := reflect.StructOf([]reflect.StructField{
		{Name: "Shouted", Type: text, Tag: `json:"shouted,omitEmpty"`},
		{Name: "Formed", Type: reflect.TypeFor[time.Time](), Tag: `json:"formed,format:RFC3339"`},
		{Name: "hidden", PkgPath: "orders", Type: text, Tag: `json:"hidden"`},
		{Name: "A", Type: text, Tag: `json:"same"`},
		{Name: "B", Type: text, Tag: `json:"same"`},
	})
	err := benzene.CheckTypes([]benzene.Contract{{Response: unsound}})
	got := findingsOf(t, err, "json-types")
	for i, field := range []string{"Shouted", "Formed", "hidden"} {
		if i >= len(got) || !strings.Contains(got[i], field) || !strings.HasSuffix(got[i], "; mend its json tags") {
			t.Errorf("finding %d is about %s; got %q", i, field, got)
		}
	}

	same := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: text, Tag: `json:"same"`},
		{Name: "B", Type: text, Tag: `json:"same"`},
	})
	got = findingsOf(t, benzene.CheckTypes([]benzene.Contract{{Request: same}}), "json-types")
	if len(got) != 1 || !strings.Contains(got[0], `"same"`) {
		t.Errorf("two fields of one name: %q", got)
	}
}

func TestATypeIsReportedOnceHoweverManyContractsHaveIt(t *testing.T) {
	type unsound struct{ Plain string }
	handler := func(context.Context, unsound) (unsound, error) { return unsound{}, nil }
	registry, err := benzene.NewRegistry(benzene.Handle("a", handler), benzene.Handle("b", handler))
	if err != nil {
		t.Fatal(err)
	}
	if got := findingsOf(t, benzene.CheckTypes(registry.Contracts()), "json-types"); len(got) != 1 {
		t.Errorf("findings: %q", got)
	}
}

func TestATypeThatIsNoStructIsNamedByItsTopic(t *testing.T) {
	want := []string{`the request of topic "t": a chan int has no JSON form; take it out, or hide it with ` + "`json:\"-\"`"}
	if diff := cmp.Diff(want, findings[chan int](t)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

type pointsToItself *pointsToItself

type holdsItself []holdsItself

func TestTypesThatHoldThemselvesEndTheWalk(t *testing.T) {
	findings[pointsToItself](t)
	findings[holdsItself](t)
	findings[map[string]holdsItself](t)
}

func TestADurationMayBeAskedForButNotAnswered(t *testing.T) {
	type poll struct {
		Wait time.Duration `json:"wait"`
	}
	ask := benzene.Handle("poll", func(_ context.Context, req poll) (string, error) { return req.Wait.String(), nil })
	if err := benzene.CheckTypes([]benzene.Contract{ask.Contract()}); err != nil {
		t.Errorf("as a request: %v", err)
	}
	if err := benzene.CheckTypes([]benzene.Contract{benzene.Handle("poll", echo[poll]).Contract()}); err == nil {
		t.Error("as a response too: no finding")
	}
	s := serve(t, ask)
	for _, msg := range []benzene.Message{
		message("poll", `{"wait":"1m30s"}`),
		{Topic: benzene.Topic{ID: "poll"}, Params: []benzene.Param{{Name: "wait", Value: "1m30s"}}},
	} {
		if reply, err := s.Dispatch(t.Context(), msg); err != nil || string(reply.Body) != `"1m30s"` {
			t.Errorf("%s %v: %s, %v", msg.Body, msg.Params, reply.Body, err)
		}
	}
	wantDetails(t, detailsOf(t, s, message("poll", `{"wait":"soon"}`)),
		benzene.Detail{Message: `wait must be a duration such as 1m30s, got "soon"`, Field: "wait"})
}
