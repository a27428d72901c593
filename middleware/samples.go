package middleware

import (
	"fmt"
	"reflect"

	"github.com/go-playground/validator/v10"
)

// deepestSample is how far into a type its samples are filled.
const deepestSample = 3

// samples are two values of t: the zero value, and one in which pointers point
// to something and lists and maps have one element. Of an any they are one of
// each kind that JSON may put there.
func samples(t reflect.Type) []reflect.Value {
	if t.Kind() == reflect.Interface && t.NumMethod() == 0 {
		all := []reflect.Value{reflect.Zero(t)}
		for _, value := range []any{false, "", int64(0), uint64(0), 0.5, []any{}, map[string]any{}} {
			all = append(all, reflect.ValueOf(value))
		}
		return all
	}
	full := reflect.New(t).Elem()
	fill(full, deepestSample)
	return []reflect.Value{reflect.Zero(t), full}
}

func fill(v reflect.Value, depth int) {
	if depth == 0 || !v.CanSet() {
		return
	}
	switch t := v.Type(); t.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		fill(v.Elem(), depth-1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 1, 1))
		fill(v.Index(0), depth-1)
	case reflect.Map:
		element := reflect.New(t.Elem()).Elem()
		fill(element, depth-1)
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(reflect.Zero(t.Key()), element)
	case reflect.Struct:
		for i := range t.NumField() {
			fill(v.Field(i), depth-1)
		}
	}
}

// reads returns the panic with which the validator answers a tag that it
// cannot read.
func reads(v *validator.Validate, tag string) error {
	_, err := guarded(func() error { return v.Var(nil, tag) })
	return err
}

// apply validates value, a field of owner, by one rule. err is the panic with
// which the validator answers a rule that it cannot apply.
func apply(v *validator.Validate, value, owner reflect.Value, text string) (holds bool, err error) {
	if value.Kind() == reflect.Struct || value.Kind() == reflect.Pointer && !value.IsNil() && withoutPointers(value.Type()).Kind() == reflect.Struct {
		return applyAlone(v, value, text)
	}
	return guarded(func() error { return v.VarWithValue(value.Interface(), owner.Interface(), text) })
}

// applyAlone validates a struct as the only field of another one: by itself the
// validator would look at its fields and not at the rule.
func applyAlone(v *validator.Validate, value reflect.Value, text string) (holds bool, err error) {
	tag := fmt.Sprintf("validate:%q", text+",nostructlevel")
	holder := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "Value", Type: value.Type(), Tag: reflect.StructTag(tag)},
	})).Elem()
	holder.Field(0).Set(value)
	return guarded(func() error { return v.Struct(holder.Interface()) })
}

// guarded runs a validation and makes an error of its panic.
func guarded(validate func() error) (holds bool, err error) {
	defer func() {
		if value := recover(); value != nil {
			holds, err = false, fmt.Errorf("%v", value)
		}
	}()
	return validate() == nil, nil
}
