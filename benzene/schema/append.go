package schema

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Append appends s to b as JSON without white space, keywords in a fixed order.
func (s *Schema) Append(b []byte) []byte {
	if s == nil {
		return append(b, "{}"...)
	}
	o := object(append(b, '{'))
	o.text("$ref", s.Ref)
	o.text("type", s.Type)
	o.text("title", s.Title)
	o.text("description", s.Description)
	o.value(s)
	o.array(s)
	o.members(s)
	o.list("oneOf", s.OneOf)
	o.list("anyOf", s.AnyOf)
	o.raw("default", s.Default)
	o.text("x-mcp-header", s.Header)
	o.named("$defs", s.Defs)
	return append(o, '}')
}

// MarshalJSON is [Schema.Append]; it has no error to return.
func (s *Schema) MarshalJSON() ([]byte, error) {
	return s.Append(nil), nil
}

// An object is the text of a JSON object that is still open.
type object []byte

func (o *object) value(s *Schema) {
	o.text("format", s.Format)
	o.text("contentEncoding", s.ContentEncoding)
	o.text("pattern", s.Pattern)
	o.count("minLength", s.MinLength)
	o.count("maxLength", s.MaxLength)
	o.raws("enum", s.Enum)
	o.texts("enumNames", s.EnumNames)
	o.raw("const", s.Const)
	o.raw("minimum", s.Minimum)
	o.raw("maximum", s.Maximum)
	o.raw("exclusiveMinimum", s.ExclusiveMinimum)
	o.raw("exclusiveMaximum", s.ExclusiveMaximum)
}

func (o *object) array(s *Schema) {
	o.schema("items", s.Items)
	o.count("minItems", s.MinItems)
	o.count("maxItems", s.MaxItems)
}

func (o *object) members(s *Schema) {
	o.named("properties", s.Properties)
	o.texts("required", s.Required)
	o.others(s)
	o.count("minProperties", s.MinProperties)
	o.count("maxProperties", s.MaxProperties)
}

func (o *object) others(s *Schema) {
	if s.Closed && s.AdditionalProperties == nil {
		o.raw("additionalProperties", jsontext.Value("false"))
		return
	}
	o.schema("additionalProperties", s.AdditionalProperties)
}

func (o *object) name(name string) {
	if b := *o; b[len(b)-1] != '{' {
		*o = append(b, ',')
	}
	*o = append(quote(*o, name), ':')
}

func (o *object) text(name, text string) {
	if text == "" {
		return
	}
	o.name(name)
	*o = quote(*o, text)
}

func (o *object) count(name string, n *int) {
	if n == nil {
		return
	}
	o.name(name)
	*o = strconv.AppendInt(*o, int64(*n), 10)
}

func (o *object) raw(name string, v jsontext.Value) {
	if len(v) == 0 {
		return
	}
	o.name(name)
	*o = append(*o, v...)
}

func (o *object) schema(name string, s *Schema) {
	if s == nil {
		return
	}
	o.name(name)
	*o = s.Append(*o)
}

func (o *object) raws(name string, list []jsontext.Value) {
	appendList(o, name, list, func(b []byte, v jsontext.Value) []byte { return append(b, v...) })
}

func (o *object) texts(name string, list []string) {
	appendList(o, name, list, quote)
}

func (o *object) list(name string, list []*Schema) {
	appendList(o, name, list, func(b []byte, s *Schema) []byte { return s.Append(b) })
}

// named writes an empty list too, if there is one: some readers take an
// object schema without properties for a mistake.
func (o *object) named(name string, list []Property) {
	if list == nil {
		return
	}
	o.name(name)
	inner := append(*o, '{')
	for _, p := range list {
		inner.name(p.Name)
		inner = p.Schema.Append(inner)
	}
	*o = append(inner, '}')
}

func appendList[E any](o *object, name string, list []E, element func([]byte, E) []byte) {
	if len(list) == 0 {
		return
	}
	o.name(name)
	b := append(*o, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, e)
	}
	*o = append(b, ']')
}

func quote(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text) // fails on invalid UTF-8 only, having replaced it
	return b
}
