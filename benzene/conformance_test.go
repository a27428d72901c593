package benzene_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
)

// fixture reads one file of the specification's conformance fixtures. A member
// that this runner does not know fails the test: it would not be asserted.
func fixture[T any](t *testing.T, name string) T {
	t.Helper()
	folder := os.Getenv("BENZENE_CONFORMANCE_DIR")
	if folder == "" {
		t.Skip("BENZENE_CONFORMANCE_DIR does not say where the conformance fixtures are")
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	var file T
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return file
}

func TestTheStatusVocabularyConforms(t *testing.T) {
	file := fixture[struct {
		Description string
		Statuses    []struct {
			Status    benzene.Status
			IsSuccess *bool
		}
	}](t, "status-vocabulary.json")
	if len(file.Statuses) == 0 {
		t.Fatal("the file has no statuses")
	}
	for _, row := range file.Statuses {
		if row.IsSuccess == nil {
			t.Errorf("%s asserts nothing", row.Status)
			continue
		}
		if !row.Status.Known() || row.Status.Success() != *row.IsSuccess {
			t.Errorf("%s: known %v, success %v", row.Status, row.Status.Known(), row.Status.Success())
		}
	}
}

type envelopeCase struct {
	Name    string
	Request struct {
		Topic   string            `json:"topic"`
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}
	Expected struct {
		StatusCode     benzene.Status
		IsSuccessful   *bool
		Body           map[string]any
		Headers        map[string]string
		BodyExclude    []string
		HeadersExclude []string
	}
}

func TestEnvelopesConform(t *testing.T) {
	file := fixture[struct {
		Description string
		Cases       []envelopeCase
	}](t, "envelope-cases.json")
	runEnvelopes(t, file.Cases)
}

func TestProblemDetailsConform(t *testing.T) {
	file := fixture[struct {
		Description string
		Registry    struct {
			Description string
			Rows        []struct {
				BenzeneStatus benzene.Status
				Type          string
				HTTPStatus    int
			}
			UnknownStatus json.RawMessage // asserted where HTTP is bound
		}
		EnvelopeCases []envelopeCase
		HTTPRules     json.RawMessage // asserted where HTTP is bound
	}](t, "problem-details-cases.json")
	if len(file.Registry.Rows) == 0 {
		t.Fatal("the registry has no rows")
	}
	for _, row := range file.Registry.Rows {
		if got := benzene.ProblemOf(&benzene.Error{Status: row.BenzeneStatus}).Type; row.Type == "" || got != row.Type {
			t.Errorf("%s is of type %q, want %q", row.BenzeneStatus, got, row.Type)
		}
	}
	runEnvelopes(t, file.EnvelopeCases)
}

func runEnvelopes(t *testing.T, cases []envelopeCase) {
	if len(cases) == 0 {
		t.Fatal("the file has no cases")
	}
	d := serve(t, canonical()...)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { runEnvelope(t, d, c) })
	}
}

func runEnvelope(t *testing.T, d *benzene.Dispatcher, c envelopeCase) {
	if c.Expected.StatusCode == "" || c.Expected.IsSuccessful == nil {
		t.Fatal("the case asserts no status, or not whether it is a success")
	}
	request, err := json.Marshal(c.Request)
	if err != nil {
		t.Fatal(err)
	}
	answer := throughEnvelopes(t, d, request)
	if answer.StatusCode != c.Expected.StatusCode || answer.IsSuccessful == nil || *answer.IsSuccessful != *c.Expected.IsSuccessful {
		t.Errorf("got %s, successful %v", answer.StatusCode, answer.IsSuccessful)
	}
	var body any
	if answer.Body != "" {
		if err := json.Unmarshal([]byte(answer.Body), &body); err != nil {
			t.Fatalf("body %q: %v", answer.Body, err)
		}
	}
	if c.Expected.Body != nil {
		for _, miss := range missing("body", c.Expected.Body, body) {
			t.Error(miss)
		}
	}
	members, _ := body.(map[string]any)
	for _, name := range c.Expected.BodyExclude {
		if value, there := members[name]; there {
			t.Errorf("body has %s: %v", name, value)
		}
	}
	for key, want := range c.Expected.Headers {
		if got := answer.Headers[strings.ToLower(key)]; got != want {
			t.Errorf("header %s is %q, want %q", key, got, want)
		}
	}
	for _, key := range c.Expected.HeadersExclude {
		if value, there := answer.Headers[strings.ToLower(key)]; there {
			t.Errorf("header %s is there: %q", key, value)
		}
	}
}

type answerEnvelope struct {
	StatusCode   benzene.Status
	IsSuccessful *bool
	Headers      map[string]string
	Body         string
}

func throughEnvelopes(t *testing.T, d *benzene.Dispatcher, request []byte) (answer answerEnvelope) {
	t.Helper()
	msg, err := benzene.ReadEnvelope(request)
	if err != nil {
		t.Fatal(err)
	}
	reply, outcome := d.Dispatch(t.Context(), msg)
	data, err := benzene.WriteReplyEnvelope(reply, outcome, msg.Codec)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return answer
}

// missing says what of want is not in got: members of objects may be more,
// lists are as long.
func missing(path string, want, got any) (misses []string) {
	switch want := want.(type) {
	case map[string]any:
		members, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %v, want an object", path, got)}
		}
		for name, value := range want {
			misses = append(misses, missing(path+"."+name, value, members[name])...)
		}
		return misses
	case []any:
		items, ok := got.([]any)
		if !ok || len(items) != len(want) {
			return []string{fmt.Sprintf("%s is %v, want %v", path, got, want)}
		}
		for i, value := range want {
			misses = append(misses, missing(fmt.Sprintf("%s[%d]", path, i), value, items[i])...)
		}
		return misses
	}
	if !reflect.DeepEqual(want, got) {
		return []string{fmt.Sprintf("%s is %v, want %v", path, got, want)}
	}
	return nil
}

func TestThePanicOfTheFixturesIsServiceUnavailable(t *testing.T) {
	answer := throughEnvelopes(t, serve(t, canonical()...), []byte(`{"topic":"conformance:panic","headers":{},"body":"{}"}`))
	if answer.StatusCode != benzene.ServiceUnavailable || *answer.IsSuccessful {
		t.Errorf("got %+v", answer)
	}
}

func TestTheRunnerSeesWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		want, got string
		misses    int
	}{
		{`{"a":1}`, `{"a":1,"b":2}`, 0},
		{`{"a":{"b":[1,{"c":2}]}}`, `{"a":{"b":[1,{"c":2,"d":3}]}}`, 0},
		{`{"a":1,"b":2}`, `{"a":2}`, 2},
		{`{"a":[1]}`, `{"a":[1,2]}`, 1},
		{`{"a":[]}`, `{}`, 1},
		{`{"a":{}}`, `[]`, 1},
	} {
		var want, got any
		if json.Unmarshal([]byte(c.want), &want) != nil || json.Unmarshal([]byte(c.got), &got) != nil {
			t.Fatal("the case is no JSON")
		}
		if misses := missing("body", want, got); len(misses) != c.misses {
			t.Errorf("%s in %s: %q", c.want, c.got, misses)
		}
	}
}
