package benzene

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// A Codec reads and writes the bodies of messages. Decode must refuse what it
// does not understand, keep integers exact, and hold no reference to body
// after it returned. What a codec of application/json refuses is explained to
// the caller field by field. A Codec may be used from several goroutines.
type Codec interface {
	ContentType() string // a media type such as "application/json"
	Decode(body []byte, into any) error
	Encode(value any) ([]byte, error)
}

// JSON is the codec of messages that name none. It reads member names without
// regard to case and ignores unknown ones; it refuses duplicate members (also
// two spellings of one field), invalid UTF-8 and anything after the value. A
// whole number in a field of type any becomes an int64, or a uint64 above its
// range; any other number a float64, or a jsontext.Value where a float64 would
// overflow. It reads a time.Duration as text such as "1m30s", but writes none
// (see CheckTypes). It writes nil slices as [] and nil maps as {}, map keys sorted,
// invalid UTF-8 replaced.
var JSON Codec = jsonCodec{}

type jsonCodec struct{}

func (jsonCodec) ContentType() string { return "application/json" }

func (jsonCodec) Decode(body []byte, into any) error {
	return decodeJSON(body, into, readingOf(reflect.TypeOf(into)))
}

func (jsonCodec) Encode(value any) ([]byte, error) {
	body, err := json.Marshal(value, writing)
	if err != nil {
		return nil, err // half a value is none
	}
	return body, nil
}

func decodeJSON(body []byte, into any, options json.Options) error {
	return json.Unmarshal(body, into, options)
}

var (
	writing = json.JoinOptions(
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsontext.EscapeForJS(true),
	)
	reading = json.JoinOptions(
		json.MatchCaseInsensitiveNames(true),
		jsonv1.MatchCaseSensitiveDelimiter(true), // or "c-us_tomer" would fill "customer"
	)
	readingSpecial = json.JoinOptions(reading, json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(decodeNumber), json.UnmarshalFromFunc(decodeDuration),
	)))
)

// readingOf picks the options that decode into type t: exact numbers for an
// any, and durations, cost every decode a fifth, so only types that hold one pay
// for them.
func readingOf(t reflect.Type) json.Options {
	if holdsSpecial(t, map[reflect.Type]bool{}) {
		return readingSpecial
	}
	return reading
}

func holdsSpecial(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsSpecial(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsSpecial(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return t == durationType
}
