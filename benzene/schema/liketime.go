package schema

import (
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
)

// likeTime reports whether the methods of t are those of a time.Time within it.
// A struct that embeds one travels as it does, unless it has methods of its
// own, which reflection does not tell apart: so a sample is sent through them.
func (m methods) likeTime(t reflect.Type) (like bool) {
	index := embeddedTime(t)
	if index == nil {
		return false
	}
	defer func() {
		if recover() != nil {
			like = false // whatever its methods want, it is not a plain time
		}
	}()
	v := reflect.New(t)
	held := v.Elem().FieldByIndex(index)
	if held.Kind() == reflect.Pointer {
		held.Set(reflect.New(timeType))
		held = held.Elem()
	}
	if m.direction == Output {
		return writesLikeTime(v, held)
	}
	return readsLikeTime(v, held)
}

// embeddedTime is the index of the time.Time that t embeds, nil without one.
func embeddedTime(t reflect.Type) []int {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			continue
		}
		if f.Type == timeType || f.Type == reflect.PointerTo(timeType) {
			return []int{i}
		}
		if index := embeddedTime(f.Type); index != nil {
			return append([]int{i}, index...)
		}
	}
	return nil
}

const sampleJSON = `"2006-01-02T15:04:05Z"`

func sampleTime() time.Time {
	return time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC)
}

func writesLikeTime(v, held reflect.Value) bool {
	held.Set(reflect.ValueOf(sampleTime()))
	body, err := json.Marshal(v.Interface())
	return err == nil && string(body) == sampleJSON
}

func readsLikeTime(v, held reflect.Value) bool {
	for _, other := range []string{`"2006-01-02"`, `""`, `1136214245`} {
		if json.Unmarshal([]byte(other), v.Interface()) == nil {
			return false
		}
	}
	err := json.Unmarshal([]byte(sampleJSON), v.Interface())
	read, ok := held.Interface().(time.Time)
	return err == nil && ok && read.Equal(sampleTime())
}
