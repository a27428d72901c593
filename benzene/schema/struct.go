package schema

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
)

func (w *walk) fillStruct(s *shape, t reflect.Type, at spot) {
	s.base.Type = "object"
	if why := w.refusal(t); why != "" {
		w.fail(at, t, "is refused by the codec ("+why+"); correct its fields or their json tags")
		return
	}
	fields, rest := fieldsOf(t)
	for _, f := range fields {
		s.members = append(s.members, w.member(f, at))
	}
	if rest != nil && rest.Type.Kind() == reflect.Map {
		values := w.place(rest.Type.Elem(), at.field(*rest).element("[value]"))
		s.rest = &values
	}
}

// refusal is what the codec has against struct t, "" when nothing. It is asked
// with an empty object, for which it looks at t only.
func (w *walk) refusal(t reflect.Type) string {
	if reader := methodsOf(Input); reader.json(t) || reader.text(t) {
		return "" // it would be asked instead
	}
	err := json.Unmarshal([]byte("{}"), reflect.New(t).Interface())
	var bad *json.SemanticError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &bad) && bad.Err != nil:
		return bad.Err.Error()
	}
	return err.Error()
}

func (w *walk) member(f field, outer spot) member {
	at := outer.field(f)
	if w.direction == Input && f.sealed {
		w.fail(at, f.Type, "lies behind an embedded pointer that the decoder can not set; embed the struct itself, or export its type")
	}
	_, pointers := indirect(f.Type)
	m := member{
		place:    w.place(f.Type, at),
		name:     f.name,
		required: at.checked && !f.pointer && at.rules.refuseZero(f.Type),
		emitted:  !f.omitempty && !f.omitzero && !f.pointer,
	}
	m.description = f.Tag.Get("description")
	m.null = m.null && !f.omitempty && !(f.omitzero && pointers == 1)
	return m
}

// field is the spot of a struct's member.
func (at spot) field(f field) spot {
	in := spot{
		path:    at.path + "." + f.path,
		checked: at.checked && f.checked,
		quoted:  f.quoted,
		depth:   at.depth + 1,
	}
	if in.checked {
		in.rules = rulesOf(f.Tag.Get("validate"))
	}
	return in
}
