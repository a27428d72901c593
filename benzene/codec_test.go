package benzene_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestJSONIsWrittenTheSameWayEveryTime(t *testing.T) {
	type value struct {
		List  []int          `json:"list"`
		Map   map[string]int `json:"map"`
		Text  string         `json:"text"`
		Bytes []byte         `json:"bytes"`
	}
	for _, c := range []struct{ value, want any }{
		{value{}, `{"list":[],"map":{},"text":"","bytes":""}`},
		{map[string]int{"c": 3, "a": 1, "b": 2}, `{"a":1,"b":2,"c":3}`},
		{"a\xffb\u2028\u2029<>&", `"a` + "\ufffd" + `b\u2028\u2029<>&"`},
	} {
		got, err := benzene.JSON.Encode(c.value)
		if diff := cmp.Diff(c.want, any(string(got))); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func TestHalfAValueIsNone(t *testing.T) {
	body, err := benzene.JSON.Encode(map[string]any{"a": 1, "b": func() {}})
	if err == nil || body != nil {
		t.Errorf("got %q, %v", body, err)
	}
	s := serve(t, benzene.Handle("t", func(context.Context, struct{}) (map[string]any, error) {
		return map[string]any{"a": 1, "b": func() {}}, nil
	}))
	reply, err := s.Dispatch(t.Context(), message("t", ""))
	if benzene.StatusOf(err) != benzene.UnexpectedError || reply.Body != nil || reply.Value != nil {
		t.Errorf("got %+v, %v", reply, err)
	}
}

// A shout is a codec that writes text in upper case.
type shout struct{}

func (shout) ContentType() string { return "text/shout" }

func (shout) Decode(body []byte, into any) error {
	text, ok := into.(*string)
	if !ok || strings.ToUpper(string(body)) != string(body) {
		return errors.New(secret)
	}
	*text = strings.ToLower(string(body))
	return nil
}

func (shout) Encode(value any) ([]byte, error) {
	return []byte(strings.ToUpper(reflect.Indirect(reflect.ValueOf(value)).String())), nil
}

func TestAMessageNamesItsCodec(t *testing.T) {
	s := serve(t, benzene.Handle("t", echo[string]))
	msg := message("t", "HELLO")
	msg.Codec = shout{}
	if reply, err := s.Dispatch(t.Context(), msg); err != nil || string(reply.Body) != "HELLO" || returned(reply) != "hello" {
		t.Errorf("got %+v, %v", reply, err)
	}

	msg.Body = []byte("hello")
	reply, err := s.Dispatch(t.Context(), msg)
	told := reply.Problem(err)
	if told.Benzene != benzene.BadRequest || told.Detail != "the body could not be read as text/shout" || told.Reference == "" {
		t.Errorf("the caller is told %+v", told)
	}
	if !strings.Contains(err.Error(), secret) {
		t.Errorf("operators are told %v", err)
	}
}

// A plain is JSON by another name, as a codec is that checks what it writes.
type plain struct{ benzene.Codec }

type numbered struct {
	Seats int `json:"seats"`
}

func TestACodecThatReadsJSONIsExplainedAsJSON(t *testing.T) {
	s := serve(t, benzene.Handle("t", func(_ context.Context, r numbered) (int, error) { return r.Seats, nil }))
	for _, codec := range []benzene.Codec{nil, plain{benzene.JSON}} {
		msg := message("t", `{"seats":"four"}`)
		msg.Codec = codec
		own := refused(t, s, msg)
		if len(own.Details) != 1 || own.Details[0].Field != "seats" || own.Details[0].Message != `seats must be a whole number, got "four"` {
			t.Errorf("%T: got %+v", codec, own)
		}
	}
}
