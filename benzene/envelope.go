package benzene

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// problemType is the media type of a Problem in JSON (RFC 9457).
const problemType = "application/problem+json"

type requestEnvelope struct {
	Topic   string    `json:"topic"`
	Headers HeaderMap `json:"headers"`
	Body    string    `json:"body"`
}

type replyEnvelope struct {
	StatusCode   Status    `json:"statusCode"`
	IsSuccessful bool      `json:"isSuccessful"`
	Headers      HeaderMap `json:"headers"`
	Body         string    `json:"body"`
}

// ReadEnvelope reads a message from its wire envelope, a JSON object with
// topic, headers (text to text) and body (text: the payload as it was written).
// Headers that only the framework may set are left out. The error is a
// BadRequest that says by member what does not fit.
func ReadEnvelope(data []byte) (Message, error) {
	var e requestEnvelope
	if err := decodeJSON(data, &e, reading); err != nil {
		return Message{}, &Error{Status: BadRequest, Details: explain(data, reflect.TypeFor[requestEnvelope](), err)}
	}
	headers := make(HeaderMap, len(e.Headers))
	for key, value := range e.Headers {
		key = strings.ToLower(key)
		if _, twice := headers[key]; twice {
			return Message{}, &Error{Status: BadRequest, Details: []Detail{again(item("headers", key))}}
		}
		headers[key] = value
	}
	maps.DeleteFunc(headers, func(key, _ string) bool { return TrustedHeader(key) })
	return Message{Topic: Topic{ID: e.Topic}, Headers: headers, Body: []byte(e.Body)}, nil
}

// WriteEnvelope writes msg as its wire envelope. A Value is written with the
// message's codec; the version travels as the first version header of names.
func WriteEnvelope(msg Message, names Names) ([]byte, error) {
	body := msg.Body
	headers := HeaderMap{}
	if msg.Headers != nil {
		for key, value := range msg.Headers.All() {
			headers.Set(key, value)
		}
	}
	if msg.Topic.Version != "" {
		headers.Set(names.withDefaults().Version[0], msg.Topic.Version)
	}
	if msg.Value != nil {
		var err error
		if body, err = codecOf(msg.Codec).Encode(msg.Value); err != nil {
			return nil, fmt.Errorf("topic %q: the request: %w", msg.Topic.ID, err)
		}
	}
	return JSON.Encode(requestEnvelope{msg.Topic.ID, headers, string(body)})
}

// WriteReplyEnvelope writes what Dispatch returned for a message in codec (JSON
// when nil) as the wire envelope of the answer. A nil outcome is what makes it
// successful, whatever the status; of a failure the body is its Problem.
func WriteReplyEnvelope(reply Reply, outcome error, codec Codec) ([]byte, error) {
	e := replyEnvelope{StatusCode: cmp.Or(reply.Status, OK), IsSuccessful: outcome == nil, Headers: HeaderMap{}, Body: string(reply.Body)}
	for key, value := range reply.Headers {
		e.Headers.Set(key, value)
	}
	if outcome != nil {
		problem, err := JSON.Encode(reply.Problem(outcome))
		if err != nil {
			return nil, fmt.Errorf("the problem document: %w", err)
		}
		e.StatusCode, e.Body = StatusOf(outcome), string(problem)
		e.Headers["content-type"] = problemType
	} else if e.Body != "" && e.Headers["content-type"] == "" {
		e.Headers["content-type"] = codecOf(codec).ContentType()
	}
	return JSON.Encode(e)
}

// ReadReplyEnvelope reads an answer from its wire envelope: the reply of a
// success, and of a failure an Error with the sender's status, details and
// document. isSuccessful decides; where an old sender left it out, the status
// does. The error is UnexpectedError when data is no such envelope.
func ReadReplyEnvelope(data []byte) (Reply, error) {
	var e struct {
		StatusCode   jsontext.Value `json:"statusCode"`
		IsSuccessful *bool          `json:"isSuccessful"`
		Headers      HeaderMap      `json:"headers"`
		Body         string         `json:"body"`
	}
	err := decodeJSON(data, &e, reading)
	status := statusOf(e.StatusCode)
	if err != nil || status == "" {
		return Reply{}, UnexpectedError.Wrap(err, "the answer is no envelope")
	}
	headers := make(HeaderMap, len(e.Headers))
	for key, value := range e.Headers.All() { // of two spellings the last one wins, always
		headers.Set(key, value)
	}
	successful := status.Success()
	if e.IsSuccessful != nil {
		successful = *e.IsSuccessful
	}
	if successful {
		return Reply{Status: status, Headers: headers, Body: []byte(e.Body)}, nil
	}
	return Reply{Headers: headers}, failure(status, []byte(e.Body))
}

// statusOf reads a status, which old senders write as a number; it is "" for
// anything else.
func statusOf(code jsontext.Value) Status {
	switch code.Kind() {
	case '0':
		return Status(code)
	case '"':
		text, _ := jsontext.AppendUnquote(nil, code) // known to be JSON
		return Status(text)
	default:
		return ""
	}
}

// failure makes the Error of a failure that another service described. The
// document is kept, so that an application's own type survives the hop.
func failure(status Status, body []byte) error {
	var p Problem
	if json.Unmarshal(body, &p, reading) != nil {
		return &Error{Status: status}
	}
	e := &Error{Status: status, Message: p.Detail, Details: p.Errors}
	if p.Reference != "" {
		e.Cause = fmt.Errorf("the other service knows it under reference %s", p.Reference)
		p.Reference = ""
	}
	if p.Type != "" && p.Type != problemTypes+string(status) || p.Instance != "" || p.Members != nil {
		e.Problem = &p
	}
	return e
}
