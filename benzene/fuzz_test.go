package benzene_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

// wantSentences are what a caller can read, and not too much of it.
func wantSentences(t *testing.T, err error) {
	t.Helper()
	var own *benzene.Error
	if !errors.As(err, &own) || own.Status != benzene.BadRequest {
		t.Fatalf("outcome: %v", err)
	}
	if len(own.Details) == 0 || len(own.Details) > 10 {
		t.Errorf("%d details", len(own.Details))
	}
	for _, d := range own.Details {
		if d.Message == "" || len(d.Message) > 1000 || !utf8.ValidString(d.Message) {
			t.Errorf("message %.1000q of %d bytes", d.Message, len(d.Message))
		}
		if len(d.Field) > 500 || !utf8.ValidString(d.Field) {
			t.Errorf("field %.1000q of %d bytes", d.Field, len(d.Field))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, `{}`, `[]`, `7`, `"x"`, `{"limit":"ten"}`, `{"limit":1,"LIMIT":2}`, `{"exact":7}`, `{"pair":[1]}`,
		`{"parts":[{"sku":1,"next":{"qty":"x"}}]}`, `{"when":"2026-01-02T03:04:05Z"}`, `{"stamp":7}`, `{"colour":"blue"}`,
		`{"counts":{"\u0007":"x"}}`, `{"byYear":{"now":1}}`, `{"bytes":"@"}`, `{"loose":[1e999,{"a":18446744073709551616}]}`,
		`{"loose":1e999}x`, "{\"name\":\"\xff\"}", `{"\ud800":1}`, `{"limit":9223372036854775808}`, `{"byYear":{"0":"a","-0":"b"}}`,
	} {
		f.Add([]byte(seed))
	}
	d := serve(f, benzene.Handle("t", echo[everyKind]))
	f.Fuzz(func(t *testing.T, body []byte) {
		var into everyKind
		decodes := len(body) == 0 || benzene.JSON.Decode(body, &into) == nil
		_, err := d.Dispatch(t.Context(), benzene.Message{Topic: benzene.Topic{ID: "t"}, Body: body, Want: benzene.WantNothing})
		switch {
		case decodes && err != nil:
			t.Errorf("refused: %v", err)
		case !decodes:
			wantSentences(t, err)
		}
	})
}

func FuzzReadEnvelope(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `[]`, `{"topic":"t","headers":{"A":"1"},"body":"{}"}`, `{"topic":7}`, `{"topic":"t","headers":{"A":"1","a":"2"}}`,
		`{"topic":"t","headers":{"benzene-mcp-tool":"x"}}`, `{"topic":"t","body":{}}`, `{"topic":"\ud800"}`, `{"topic":"t","Topic":"u"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		msg, err := benzene.ReadEnvelope(data)
		if err != nil {
			wantSentences(t, err)
			return
		}
		written, err := benzene.WriteEnvelope(msg, benzene.Names{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := benzene.ReadEnvelope(written)
		if diff := cmp.Diff(msg, again); err != nil || diff != "" {
			t.Errorf("%v (-first +again):\n%s", err, diff)
		}
	})
}
