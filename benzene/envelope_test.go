package benzene_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestAnEnvelopeIsAMessage(t *testing.T) {
	got, err := benzene.ReadEnvelope([]byte(`{"topic":"seat:hold","headers":{"Benzene-Version":"2","benzene-mcp-tool":"forged","BENZENE-MCP-Session":"x"},"body":"{\"seat\":\"14C\"}","more":[1]}`))
	want := benzene.Message{
		Topic: benzene.Topic{ID: "seat:hold"}, Headers: benzene.HeaderMap{"benzene-version": "2"}, Body: []byte(`{"seat":"14C"}`),
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAnEnvelopeMayLeaveOutWhatIsEmpty(t *testing.T) {
	for _, data := range []string{`{"topic":"t"}`, `{"topic":"t","headers":null,"body":null}`, `{"topic":"t","headers":{},"body":""}`} {
		got, err := benzene.ReadEnvelope([]byte(data))
		if err != nil || got.Topic.ID != "t" || len(got.Body) != 0 || got.Headers.Get("a") != "" {
			t.Errorf("%s: %+v, %v", data, got, err)
		}
	}
}

func TestAnEnvelopeThatDoesNotFitIsASentence(t *testing.T) {
	for _, c := range []struct{ data, field, message string }{
		{``, "", `the body must be JSON, got nothing`},
		{`[]`, "", `the body must be an object, got a list`},
		{`{"topic":7}`, "topic", `topic must be text, got 7`},
		{`{"topic":"t","body":{"seat":"14C"}}`, "body", `body must be text, got an object`},
		{`{"topic":"t","headers":{"a":1}}`, "headers[a]", `headers[a] must be text, got 1`},
		{`{"topic":"t","headers":[]}`, "headers", `headers must be an object, got a list`},
		{`{"topic":"t","topic":"u"}`, "topic", `topic must be given once, got it again`},
		{`{"topic":"t","Topic":"u"}`, "topic", `topic must be given once, got "topic" and "Topic"`},
		{`{"topic":"t","headers":{"Tenant":"a","tenant":"b"}}`, "headers[tenant]", `headers[tenant] must be given once, got it again`},
	} {
		_, err := benzene.ReadEnvelope([]byte(c.data))
		var own *benzene.Error
		if !errors.As(err, &own) || own.Status != benzene.BadRequest {
			t.Errorf("%s: %v", c.data, err)
			continue
		}
		wantDetails(t, own.Details, benzene.Detail{Message: c.message, Field: c.field})
	}
}

func TestAMessageIsWrittenAsItsEnvelope(t *testing.T) {
	for _, c := range []struct {
		msg   benzene.Message
		names benzene.Names
		want  string
	}{
		{message("t", `{"a":1}`), benzene.Names{}, `{"topic":"t","headers":{},"body":"{\"a\":1}"}`},
		{benzene.Message{Topic: benzene.Topic{ID: "t", Version: "2"}, Value: part{SKU: "A"}, Headers: benzene.HeaderMap{"tenant": "a"}}, benzene.Names{},
			`{"topic":"t","headers":{"benzene-version":"2","tenant":"a"},"body":"{\"sku\":\"A\",\"qty\":0,\"next\":null}"}`},
		{benzene.Message{Topic: benzene.Topic{ID: "t", Version: "2"}}, benzene.Names{Version: []string{"Api", "rev"}},
			`{"topic":"t","headers":{"api":"2"},"body":""}`},
		{benzene.Message{Topic: benzene.Topic{ID: "t"}, Value: "hello", Codec: shout{}}, benzene.Names{},
			`{"topic":"t","headers":{},"body":"HELLO"}`},
	} {
		got, err := benzene.WriteEnvelope(c.msg, c.names)
		if diff := cmp.Diff(c.want, string(got)); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	if _, err := benzene.WriteEnvelope(benzene.Message{Value: func() {}}, benzene.Names{}); err == nil {
		t.Error("a function was written")
	}
}

func TestAnAnswerIsWrittenAsItsEnvelope(t *testing.T) {
	for _, c := range []struct {
		name    string
		reply   benzene.Reply
		outcome error
		codec   benzene.Codec
		want    string
	}{
		{"a success", benzene.Reply{Status: benzene.Created, Body: []byte(`{"id":1}`)}, nil, nil,
			`{"statusCode":"created","isSuccessful":true,"headers":{"content-type":"application/json"},"body":"{\"id\":1}"}`},
		{"nothing to say", benzene.Reply{Status: benzene.Accepted}, nil, nil,
			`{"statusCode":"accepted","isSuccessful":true,"headers":{},"body":""}`},
		{"no status", benzene.Reply{}, nil, nil,
			`{"statusCode":"ok","isSuccessful":true,"headers":{},"body":""}`},
		{"another codec", benzene.Reply{Status: benzene.OK, Body: []byte(`HELLO`)}, nil, shout{},
			`{"statusCode":"ok","isSuccessful":true,"headers":{"content-type":"text/shout"},"body":"HELLO"}`},
		{"a content type of its own", benzene.Reply{Status: benzene.OK, Body: []byte(`x`), Headers: benzene.HeaderMap{"Content-Type": "text/csv"}}, nil, nil,
			`{"statusCode":"ok","isSuccessful":true,"headers":{"content-type":"text/csv"},"body":"x"}`},
		{"a failure status that was handled", benzene.Reply{Status: benzene.ServiceUnavailable, Body: []byte(`{}`)}, nil, nil,
			`{"statusCode":"service-unavailable","isSuccessful":true,"headers":{"content-type":"application/json"},"body":"{}"}`},
		{"a failure", benzene.Reply{Headers: benzene.HeaderMap{"retry-after": "7"}, Reference: "0af76519"}, benzene.TooManyRequests.Errorf("later"), nil,
			`{"statusCode":"too-many-requests","isSuccessful":false,"headers":{"content-type":"application/problem+json","retry-after":"7"},` +
				`"body":"{\"type\":\"https://benzene.app/problems/too-many-requests\",\"title\":\"Too many requests\",\"detail\":\"later\",\"benzeneStatus\":\"too-many-requests\",\"errors\":[{\"message\":\"later\"}]}"}`},
		{"a stranger", benzene.Reply{Reference: "0af76519"}, errors.New(secret), nil,
			`{"statusCode":"service-unavailable","isSuccessful":false,"headers":{"content-type":"application/problem+json"},` +
				`"body":"{\"type\":\"https://benzene.app/problems/service-unavailable\",\"title\":\"Service unavailable\",\"detail\":\"the service could not handle the message\",` +
				`\"benzeneStatus\":\"service-unavailable\",\"errors\":[{\"message\":\"the service could not handle the message\"}],\"reference\":\"0af76519\"}"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := benzene.WriteReplyEnvelope(c.reply, c.outcome, c.codec)
			if diff := cmp.Diff(c.want, string(got)); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestAnAnswerIsReadFromItsEnvelope(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       benzene.Reply
		status     benzene.Status
	}{
		{"a success", `{"statusCode":"created","isSuccessful":true,"headers":{"Content-Type":"application/json"},"body":"{}"}`,
			benzene.Reply{Status: "created", Headers: benzene.HeaderMap{"content-type": "application/json"}, Body: []byte(`{}`)}, benzene.OK},
		{"the flag decides", `{"statusCode":"service-unavailable","isSuccessful":true,"headers":{},"body":"{}"}`,
			benzene.Reply{Status: "service-unavailable", Headers: benzene.HeaderMap{}, Body: []byte(`{}`)}, benzene.OK},
		{"an own status with the flag", `{"statusCode":"queued","isSuccessful":true,"body":""}`,
			benzene.Reply{Status: "queued", Headers: benzene.HeaderMap{}, Body: []byte{}}, benzene.OK},
		{"an old sender's success", `{"statusCode":"ok","headers":{},"body":""}`,
			benzene.Reply{Status: "ok", Headers: benzene.HeaderMap{}, Body: []byte{}}, benzene.OK},
		{"an old sender's own status", `{"statusCode":"queued","headers":{},"body":""}`,
			benzene.Reply{Headers: benzene.HeaderMap{}}, "queued"},
		{"the flag against a success", `{"statusCode":"conflict","isSuccessful":false,"headers":{"a":"1"},"body":""}`,
			benzene.Reply{Headers: benzene.HeaderMap{"a": "1"}}, benzene.Conflict},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := benzene.ReadReplyEnvelope([]byte(c.data))
			if diff := cmp.Diff(c.want, got); benzene.StatusOf(err) != c.status || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	for _, data := range []string{``, `x`, `[]`, `{}`, `{"statusCode":"ok","body":{}}`, `{"statusCode":"ok","statusCode":"ok"}`} {
		if _, err := benzene.ReadReplyEnvelope([]byte(data)); benzene.StatusOf(err) != benzene.UnexpectedError {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func TestAFailureSurvivesTheHop(t *testing.T) {
	authored := &benzene.Problem{Type: "https://example.com/problems/seat-taken", Instance: "/bookings/77", Members: map[string]any{"seat": "14C"}}
	for name, sent := range map[string]*benzene.Error{
		"words":    {Status: benzene.NotFound, Message: "there is no order 7"},
		"nothing":  {Status: benzene.Forbidden},
		"details":  {Status: benzene.ValidationError, Details: []benzene.Detail{{Message: "name is required", Field: "name", Code: "required"}, {Message: "a, b"}}},
		"own word": {Status: "over-quota", Message: "enough"},
		"document": {Status: benzene.Conflict, Message: "taken", Problem: authored},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := benzene.WriteReplyEnvelope(benzene.Reply{}, sent, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, got := benzene.ReadReplyEnvelope(data)
			if diff := cmp.Diff(benzene.ProblemOf(sent), benzene.ProblemOf(got)); diff != "" {
				t.Errorf("told at the far end (-sent +got):\n%s", diff)
			}
		})
	}
}

func TestTheOtherServicesReferenceIsTheCause(t *testing.T) {
	data, err := benzene.WriteReplyEnvelope(benzene.Reply{Reference: "0af76519"}, errors.New(secret), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, failure := benzene.ReadReplyEnvelope(data)
	s := serve(t, handle(func(context.Context) error { return failure }))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	told := reply.Problem(err)
	if told.Reference != reply.Reference || told.Reference == "0af76519" {
		t.Errorf("the caller is told %s", told)
	}
	if want := "the other service knows it under reference 0af76519"; errors.Unwrap(failure).Error() != want {
		t.Errorf("operators are told %v", err)
	}
}

func TestADocumentThatIsNoneLeavesTheStatus(t *testing.T) {
	for _, body := range []string{``, `not JSON`, `[]`, `{\"status\":\"conflict\",\"detail\":\"taken\"}`} {
		_, err := benzene.ReadReplyEnvelope([]byte(`{"statusCode":"conflict","isSuccessful":false,"body":"` + body + `"}`))
		if benzene.StatusOf(err) != benzene.Conflict {
			t.Errorf("%s: %v", body, err)
		}
	}
}
