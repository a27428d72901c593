package benzene

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Dispatcher takes messages to their endpoints, through one pipeline. It is
// safe for use by several goroutines, and it is a Sender.
type Dispatcher struct {
	pipeline  Pipeline
	names     Names
	choose    VersionSelector // nil for exactVersion
	service   Topic           // ID is the name, Version the version
	contracts []Contract
	topics    map[string]*line
	nobody    Next // for messages that no endpoint has the topic of

	mu       sync.Mutex
	attached []Endpoint
}

// A way is an endpoint and the pipeline composed around it.
type way struct {
	endpoint *Endpoint
	contract *Contract
	next     Next
}

// A DispatcherOption changes a default of NewDispatcher.
type DispatcherOption func(*Dispatcher)

// ReservedNames gives the headers that carry meaning other names.
func ReservedNames(names Names) DispatcherOption {
	return func(d *Dispatcher) { d.names = names.withDefaults() }
}

// Select replaces the choice between versions.
func Select(choose VersionSelector) DispatcherOption {
	return func(d *Dispatcher) { d.choose = choose }
}

// Named says which service this is, and in which version.
func Named(service, version string) DispatcherOption {
	return func(d *Dispatcher) { d.service = Topic{service, version} }
}

// NewDispatcher composes pipeline around each endpoint of registry. It is the
// last moment at which middleware plans; from here on it only runs.
func NewDispatcher(registry *Registry, pipeline Pipeline, options ...DispatcherOption) *Dispatcher {
	d := &Dispatcher{
		pipeline:  pipeline,
		names:     Names{}.withDefaults(),
		contracts: registry.Contracts(),
		topics:    map[string]*line{},
	}
	for _, option := range options {
		option(d)
	}
	for _, e := range registry.endpoints {
		d.add(d.compose(e))
	}
	d.nobody = pipeline.Then(Contract{}, d.refuse)
	return d
}

func (d *Dispatcher) compose(e Endpoint) *way {
	last := e.use.Then(e.contract, e.serve)
	return &way{&e, &e.contract, d.pipeline.Then(e.contract, last)}
}

func (d *Dispatcher) add(w *way) {
	topic := w.contract.Topic
	l := d.topics[topic.ID]
	if l == nil {
		l = &line{}
		d.topics[topic.ID] = l
	}
	l.served = append(l.served, topic.Version)
	if topic.Version == "" {
		l.plain = w
		return
	}
	if l.versions == nil {
		l.versions = map[string]*way{}
	}
	l.versions[topic.Version] = w
}

// Dispatch takes msg to the endpoint of its topic. It returns when the message
// has been handled and its scope has ended. An error is the message's outcome,
// causes included: StatusOf classifies it, and Reply.Problem makes what the
// caller is told. It never panics.
func (d *Dispatcher) Dispatch(ctx context.Context, msg Message) (Reply, error) {
	f := &frame{Context: ctx}
	f.inv.Message = msg
	return d.run(f, nil)
}

// noContract is that of a message that nobody answers.
var noContract = &Contract{}

// run takes a message along w, or along the way of its topic where w is nil.
func (d *Dispatcher) run(f *frame, w *way) (reply Reply, err error) {
	inv := &f.inv
	inv.scope.base, inv.Contract = f, noContract
	if inv.Headers == nil {
		inv.Headers = HeaderMap(nil)
	}
	settled := false
	defer func() {
		if settled {
			return
		}
		value := recover()
		if value == nil && inv.Abandoned != nil {
			defer func() { inv.Abandoned(reply, err) }() // also when an end leaves as the handler did
		}
		err = caught(value)
		reply, err = inv.settle(Reply{}, err)
	}()
	if w == nil {
		w = d.find(&inv.Message)
	}
	next := d.nobody
	if w != nil {
		inv.Contract, inv.endpoint, next = w.contract, w.endpoint, w.next
	}
	reply, err = next(f, inv)
	reply, err = inv.settle(reply, sound(err))
	settled = true
	return reply, err
}

// find chooses the way of a message, and notes the version it asks for. It is
// nil when nobody answers.
func (d *Dispatcher) find(msg *Message) *way {
	l := d.topics[msg.Topic.ID]
	if l == nil {
		return nil
	}
	if l.versions == nil && d.choose == nil {
		return l.plain
	}
	if msg.Topic.Version == "" {
		msg.Topic.Version = d.names.version(msg.Headers)
	}
	return d.pick(l, msg.Topic)
}

// refuse answers what no endpoint has the topic of.
func (d *Dispatcher) refuse(_ context.Context, inv *Invocation) (Reply, error) {
	l := d.topics[inv.Topic.ID]
	switch {
	case inv.Topic.ID == "":
		return Reply{}, ValidationError.Errorf("the message names no topic; it is read from %q", d.names.Topic)
	case l != nil:
		return Reply{}, NotFound.Errorf("topic %q has no handler for version %q; it has %s",
			inv.Topic.ID, shortened(inv.Topic.Version, longestName), strings.Join(quotedAll(l.served), ", "))
	default:
		return Reply{}, unserved(inv.Topic.ID)
	}
}

func unserved(topic string) error {
	return NotFound.Errorf("topic %q has no handler", shortened(topic, longestName))
}

func quotedAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = fmt.Sprintf("%q", text)
	}
	return out
}

// Resolve finds the contract that a message of topic would meet.
func (d *Dispatcher) Resolve(topic Topic) (Contract, bool) {
	l := d.topics[topic.ID]
	if l == nil {
		return Contract{}, false
	}
	w := d.pick(l, topic)
	if w == nil {
		return Contract{}, false
	}
	return *w.contract, true
}

// Contracts lists what the registry's endpoints promise, sorted by topic id and
// version.
func (d *Dispatcher) Contracts() []Contract { return slices.Clone(d.contracts) }

// Name says which service this is, and in which version; both may be "".
func (d *Dispatcher) Name() (service, version string) { return d.service.ID, d.service.Version }

// Names are the names of the headers that carry meaning, none of them empty.
func (d *Dispatcher) Names() Names { return d.names }
