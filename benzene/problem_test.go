package benzene_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func document(t *testing.T, p benzene.Problem) string {
	t.Helper()
	body, err := benzene.JSON.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAProblemIsAnRFC9457Document(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"a message is its only error", benzene.NotFound.Errorf("there is no order 7"),
			`{"type":"https://benzene.app/problems/not-found","title":"Not found","detail":"there is no order 7",` +
				`"benzeneStatus":"not-found","errors":[{"message":"there is no order 7"}]}`},
		{"details are joined", &benzene.Error{Status: benzene.ValidationError, Message: "not read", Details: []benzene.Detail{
			{Message: "name is required", Field: "name", Code: "required"}, {Message: "too many"}}},
			`{"type":"https://benzene.app/problems/validation-error","title":"Validation failed","detail":"name is required, too many",` +
				`"benzeneStatus":"validation-error","errors":[{"message":"name is required","field":"name","code":"required"},{"message":"too many"}]}`},
		{"a status alone is enough", &benzene.Error{Status: benzene.Forbidden},
			`{"type":"https://benzene.app/problems/forbidden","title":"Forbidden","benzeneStatus":"forbidden"}`},
		{"an own status has no registry type", benzene.Status("over-quota").Errorf("enough"),
			`{"detail":"enough","benzeneStatus":"over-quota","errors":[{"message":"enough"}]}`},
		{"a stranger is told by its status", errors.New(secret),
			`{"type":"https://benzene.app/problems/service-unavailable","title":"Service unavailable",` +
				`"detail":"the service could not handle the message","benzeneStatus":"service-unavailable",` +
				`"errors":[{"message":"the service could not handle the message"}]}`},
		{"an authored document is kept", &benzene.Error{Status: benzene.Conflict, Message: "taken", Problem: &benzene.Problem{
			Type: "https://example.com/problems/seat-taken", Title: "Seat taken", Instance: "/bookings/77",
			Status: 409, Benzene: "ignored", Members: map[string]any{"seat": "14C", "row": 14}}},
			`{"type":"https://example.com/problems/seat-taken","title":"Seat taken","detail":"taken","instance":"/bookings/77",` +
				`"benzeneStatus":"conflict","errors":[{"message":"taken"}],"row":14,"seat":"14C"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := document(t, benzene.ProblemOf(c.err)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAnOutcomeWithoutFailureIsNoProblem(t *testing.T) {
	if diff := cmp.Diff(benzene.Problem{}, benzene.ProblemOf(nil)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnAuthoredDocumentIsNotChangedByBeingSent(t *testing.T) {
	authored := &benzene.Problem{Type: "https://example.com/problems/seat-taken"}
	err := &benzene.Error{Status: benzene.Conflict, Message: "taken", Problem: authored}
	benzene.Reply{Reference: "0af76519"}.Problem(err)
	if diff := cmp.Diff(&benzene.Problem{Type: "https://example.com/problems/seat-taken"}, authored); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMembersOfTheApplicationReplaceNoneOfTheDocument(t *testing.T) {
	p := benzene.Problem{Benzene: benzene.Conflict, Members: map[string]any{
		"benzeneStatus": "ok", "BenzeneStatus": "ok", "Status": 200, "errors": 1, "seat": "14C",
	}}
	if got, want := document(t, p), `{"benzeneStatus":"conflict","seat":"14C"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAProblemSurvivesBeingSentAndRead(t *testing.T) {
	sent := benzene.Problem{
		Type: "https://example.com/problems/seat-taken", Title: "Seat taken", Status: 409, Detail: "taken, lapsed",
		Instance: "/bookings/77", Benzene: benzene.Conflict, Reference: "0af76519",
		Errors:  []benzene.Detail{{Message: "taken", Field: "seat", Code: "seat-taken"}, {Message: "lapsed"}},
		Members: map[string]any{"seat": "14C", "order": int64(9007199254740993), "free": []any{"14D"}},
	}
	var read benzene.Problem
	if err := benzene.JSON.Decode([]byte(document(t, sent)), &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sent, read); diff != "" {
		t.Errorf("(-sent +read):\n%s", diff)
	}
}

func TestAProblemIsTheSameToTheStandardCodec(t *testing.T) {
	p := benzene.ProblemOf(benzene.NotFound.Errorf("there is no order 7"))
	body, err := json.Marshal(p)
	if err != nil || string(body) != document(t, p) {
		t.Errorf("got %s, %v", body, err)
	}
	var read benzene.Problem
	if err := json.Unmarshal(body, &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, read); diff != "" {
		t.Errorf("(-sent +read):\n%s", diff)
	}
}

func TestAProblemInOneLine(t *testing.T) {
	p := benzene.Problem{Benzene: benzene.ServiceUnavailable, Detail: "payments are down", Reference: "0af76519"}
	if got := p.String(); got != "service-unavailable: payments are down (reference 0af76519)" {
		t.Error(got)
	}
	if got := (benzene.Problem{Benzene: benzene.Forbidden}).String(); got != "forbidden" {
		t.Error(got)
	}
}

func TestTextThatIsNoUTF8IsReplaced(t *testing.T) {
	got := document(t, benzene.ProblemOf(benzene.NotFound.Errorf("no \xff\u2028")))
	if !strings.Contains(got, `"detail":"no `+"\ufffd"+`\u2028"`) {
		t.Error(got)
	}
}

func TestAMemberThatCannotBeWrittenIsLeftOut(t *testing.T) {
	odd := &benzene.Problem{Members: map[string]any{"limit": 3, "why": func() {}}}
	body, err := benzene.WriteReplyEnvelope(benzene.Reply{}, &benzene.Error{Status: benzene.Conflict, Message: "taken", Problem: odd}, nil)
	if err != nil || !strings.Contains(string(body), `\"limit\":3`) || strings.Contains(string(body), "why") {
		t.Errorf("got %s, %v", body, err)
	}
}
