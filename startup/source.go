package startup

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
)

// A part is a kind of thing that a service is made of.
type part struct {
	verb  string // how it is given
	slots []slot
}

// A slot takes the values of one type.
type slot struct {
	of  reflect.Type
	put func(*parts, reflect.Value)
}

func slotOf[T any](put func(*parts, T)) slot {
	of := reflect.TypeFor[T]()
	return slot{of, func(p *parts, v reflect.Value) { put(p, v.Convert(of).Interface().(T)) }}
}

var (
	endpointPart = part{"startup.Handlers", []slot{
		slotOf(func(p *parts, e benzene.Endpoint) { p.endpoints = append(p.endpoints, e) }),
	}}
	transportPart = part{"startup.Transports", []slot{
		slotOf(func(p *parts, t benzene.Transport) { p.transports = append(p.transports, t) }),
	}}
	checkPart = part{"startup.Checks", []slot{
		slotOf(func(p *parts, c benzene.Check) { p.checks = append(p.checks, c) }),
		slotOf(func(p *parts, h benzene.Health) { p.healths = append(p.healths, h) }),
	}}
	workerPart = part{"startup.Background", []slot{
		slotOf(func(p *parts, w Worker) { p.workers = append(p.workers, w) }),
	}}
	middlewarePart = part{"startup.Pipeline", []slot{
		slotOf(func(p *parts, m benzene.Middleware) {
			last := &p.pipelines[len(p.pipelines)-1]
			last.Pipeline = append(last.Pipeline, m)
		}),
	}}
)

// String is for people: "benzene.Check or benzene.Health".
func (p part) String() string {
	names := make([]string, len(p.slots))
	for i, s := range p.slots {
		names[i] = s.of.String()
	}
	return strings.Join(names, " or ")
}

// slotFor finds the slot for a value of type t, or for each element of one.
func (p part) slotFor(t reflect.Type) (slot, bool) {
	for _, s := range p.slots {
		if t.AssignableTo(s.of) || t.Kind() == reflect.Slice && t.Elem().AssignableTo(s.of) {
			return s, true
		}
	}
	return slot{}, false
}

// from makes the option that adds sources.
func (p part) from(sources []any, where string) fx.Option {
	options := make([]fx.Option, len(sources))
	for i, given := range sources {
		options[i] = (&source{p, where, reflect.ValueOf(given)}).option()
	}
	return fx.Options(options...)
}

// A source is one value that the application has given for a part.
type source struct {
	part  part
	where string
	given reflect.Value
}

// option asks whether the source is a part before it asks for a constructor: a
// bare middleware is a function too.
func (s *source) option() fx.Option {
	if !s.given.IsValid() {
		return s.adding(func(p *parts) { p.wrong = append(p.wrong, s.refused("nil")) })
	}
	t := s.given.Type()
	if slot, ok := s.part.slotFor(t); ok {
		return s.adding(func(p *parts) { s.put(p, slot, s.given) })
	}
	if slot, ok := s.result(t); ok {
		return s.construct(slot)
	}
	what := s.what()
	if strings.HasPrefix(what, unnamed) {
		what = "a function of type " + t.String()
	}
	return s.adding(func(p *parts) { p.wrong = append(p.wrong, s.refused(what)) })
}

// unnamed begins the name of a function that has none but its place.
const unnamed = "the function that "

func (s *source) adding(put func(*parts)) fx.Option { return adding(s.part.verb, s.where, put) }

func (s *source) refused(what string) error {
	return wrongf("startup: %s at %s was given %s, which is neither a %s nor a constructor of one; give it a value, or a function that returns one and perhaps an error",
		s.part.verb, s.where, what, s.part)
}

// result finds the slot for what a constructor of type t returns.
func (s *source) result(t reflect.Type) (slot, bool) {
	if t.Kind() != reflect.Func || t.NumOut() < 1 || t.NumOut() > 2 {
		return slot{}, false
	}
	if t.NumOut() == 2 && t.Out(1) != reflect.TypeFor[error]() {
		return slot{}, false
	}
	return s.part.slotFor(t.Out(0))
}

// put adds a value, or each element of one.
func (s *source) put(p *parts, into slot, v reflect.Value) {
	if v.Type().AssignableTo(into.of) {
		s.putOne(p, into, v)
		return
	}
	for i := range v.Len() {
		s.putOne(p, into, v.Index(i))
	}
}

func (s *source) putOne(p *parts, into slot, v reflect.Value) {
	switch v.Kind() {
	case reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		if v.IsNil() {
			p.wrong = append(p.wrong, wrongf("startup: %s at %s was given a %s that is nil (%s); give it one that is made",
				s.part.verb, s.where, v.Type(), s.what()))
			return
		}
	}
	into.put(p, v)
}

// A built is what a constructor returned.
type built struct {
	value reflect.Value
	err   error
}

// construct has dig call the constructor, and adds what it returned. The result
// has a name of its own and is optional: dig calls it absent when something is
// missing, and goes on, so that the next source can report what it misses.
func (s *source) construct(into slot) fx.Option {
	name := fmt.Sprintf("%p", s)
	return fx.Options(
		fx.Provide(fx.Annotated{Name: name, Target: s.constructor()}),
		fx.Invoke(fx.Annotate(func(p *parts, b *built) error {
			return p.take(s.part.verb, s.where, func(p *parts) {
				switch {
				case b == nil:
					p.wrong = append(p.wrong, &unbuilt{name, s.what(), s.needs()})
				case b.err != nil:
					p.wrong = append(p.wrong, failed(s.what(), b.err)...)
				default:
					s.put(p, into, b.value)
				}
			})
		}, fx.ParamTags(``, fmt.Sprintf(`name:%q optional:"true"`, name)))),
	)
}

// constructor has the parameters of the one that was given, and returns *built.
func (s *source) constructor() any {
	t, call := s.given.Type(), s.given.Call
	if t.IsVariadic() {
		call = s.given.CallSlice
	}
	in := make([]reflect.Type, t.NumIn())
	for i := range in {
		in[i] = t.In(i)
	}
	out := []reflect.Type{reflect.TypeFor[*built]()}
	return reflect.MakeFunc(reflect.FuncOf(in, out, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		results := call(args)
		b := &built{value: results[0]}
		if len(results) == 2 {
			failure, _ := results[1].Interface().(error)
			attempt(func() error { return failure }, func(err error) { b.err = err })
		}
		return []reflect.Value{reflect.ValueOf(b)}
	}).Interface()
}

// what names the source as the application knows it.
func (s *source) what() string {
	if s.given.Kind() != reflect.Func {
		return "a value of type " + s.given.Type().String()
	}
	name := "a function"
	if f := runtime.FuncForPC(s.given.Pointer()); f != nil {
		name = strings.TrimSuffix(path.Base(f.Name()), "-fm")
	}
	if strings.Contains(name, ".func") {
		return unnamed + s.part.verb + " was given at " + s.where
	}
	return name
}

func (s *source) needs() []string {
	t := s.given.Type()
	needs := make([]string, t.NumIn())
	for i := range needs {
		needs[i] = short(t.In(i).String())
	}
	return needs
}
