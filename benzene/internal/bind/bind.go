package bind

import (
	"encoding"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A Plan knows which fields of one struct type text can fill, and how.
type Plan struct {
	slots map[string]slot // by the JSON name
	names []string
}

type slot struct {
	index []int
	set   setter
	typ   reflect.Type // what the text becomes: the element where list
	list  bool
}

type setter func(into reflect.Value, text string) error

// Of plans struct type t, or what it points to. Other types, and a nil t, make
// a plan that fills nothing.
func Of(t reflect.Type) *Plan {
	p := &Plan{slots: map[string]slot{}}
	if t == nil {
		return p
	}
	for _, f := range Fields(t) {
		s, ok := slotOf(f)
		if !ok {
			continue
		}
		p.slots[f.Name] = s
		p.names = append(p.names, f.Name)
	}
	return p
}

func slotOf(f Field) (slot, bool) {
	if set := setterOf(f.Type); set != nil {
		return slot{f.Index, set, f.Type, false}, true
	}
	if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() != reflect.Uint8 { // bytes are base64 in JSON, and nobody writes that in a path
		if set := setterOf(f.Type.Elem()); set != nil {
			return slot{f.Index, set, f.Type.Elem(), true}, true
		}
	}
	return slot{}, false
}

// Names lists the fields that text can fill, in order of declaration.
func (p *Plan) Names() []string { return p.names }

// Spelling finds the field that name means, exactly or else without regard to
// case, and returns the field's own spelling of it.
func (p *Plan) Spelling(name string) (spelling string, ok bool) {
	if _, ok := p.slots[name]; ok {
		return name, true
	}
	for _, own := range p.names {
		if strings.EqualFold(own, name) {
			return own, true
		}
	}
	return "", false
}

// A Mismatch is a text that its field cannot hold.
type Mismatch struct {
	Want string // what it has to be: see Want
}

func (m *Mismatch) Error() string { return "must be " + m.Want }

// Set fills the field called name, in its own spelling, of the struct into
// with text. On a slice it replaces the content when first is true and appends
// otherwise. A name without a field changes nothing; a text that does not fit
// is a *Mismatch.
func (p *Plan) Set(into reflect.Value, name, text string, first bool) error {
	s, ok := p.slots[name]
	if !ok {
		return nil
	}
	field := reachable(into, s.index)
	if !s.list {
		return s.mismatch(s.set(field, text))
	}
	if first {
		field.SetZero() // not SetLen: what the slice points to may be the caller's
	}
	item := reflect.New(s.typ).Elem()
	if err := s.set(item, text); err != nil {
		return s.mismatch(err)
	}
	field.Set(reflect.Append(field, item))
	return nil
}

func (s slot) mismatch(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange) && Range(s.typ) != "":
		return &Mismatch{Range(s.typ)}
	default:
		return &Mismatch{Want(s.typ)}
	}
}

// reachable is FieldByIndex that makes the embedded pointers on its way.
func reachable(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}

func setterOf(t reflect.Type) setter {
	if t.Kind() == reflect.Pointer {
		return pointerSetter(t.Elem())
	}
	switch {
	case t == durationType:
		return setDuration
	case reflect.PointerTo(t).Implements(textType):
		return setText
	}
	switch t.Kind() {
	case reflect.String:
		return func(into reflect.Value, text string) error { into.SetString(text); return nil }
	case reflect.Bool:
		return setBool
	case reflect.Float32, reflect.Float64:
		return setFloat
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return setInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return setUint
	}
	return nil
}

func pointerSetter(t reflect.Type) setter {
	set := setterOf(t)
	if set == nil || t.Kind() == reflect.Pointer {
		return nil
	}
	return func(into reflect.Value, text string) error {
		value := reflect.New(t)
		if err := set(value.Elem(), text); err != nil {
			return err
		}
		into.Set(value)
		return nil
	}
}

func setText(into reflect.Value, text string) error {
	return into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
}

func setDuration(into reflect.Value, text string) error {
	d, err := time.ParseDuration(text)
	if err == nil {
		into.SetInt(int64(d))
	}
	return err
}

// setBool reads "true" and "false" alone: what else ParseBool takes, such as
// "t" or "1", JSON would refuse.
func setBool(into reflect.Value, text string) error {
	if text != "true" && text != "false" {
		return strconv.ErrSyntax
	}
	into.SetBool(text == "true")
	return nil
}

func setInt(into reflect.Value, text string) error {
	n, err := strconv.ParseInt(text, 10, into.Type().Bits())
	if err == nil {
		into.SetInt(n)
	}
	return err
}

func setUint(into reflect.Value, text string) error {
	n, err := strconv.ParseUint(text, 10, into.Type().Bits())
	if err == nil {
		into.SetUint(n)
	}
	if errors.Is(err, strconv.ErrSyntax) && negative(text) {
		return strconv.ErrRange
	}
	return err
}

func negative(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// setFloat refuses what JSON has no number for: NaN, infinities, hexadecimal.
func setFloat(into reflect.Value, text string) error {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(text, into.Type().Bits())
	if err == nil {
		into.SetFloat(f)
	}
	return err
}
