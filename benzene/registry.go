package benzene

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Registry holds the endpoints of a service, at most one for each topic and
// version.
type Registry struct{ endpoints []Endpoint } // sorted by topic id, then version

// NewRegistry collects endpoints. Two for one topic, and an endpoint without a
// topic or a handler, are Findings of the check "duplicate-topic" or
// "missing-topic", all of them joined into one error.
func NewRegistry(endpoints ...Endpoint) (*Registry, error) {
	sorted := slices.Clone(endpoints)
	slices.SortStableFunc(sorted, func(a, b Endpoint) int { return byTopic(a.contract, b.contract) })
	var wrong []error
	for i, e := range sorted {
		switch {
		case e.contract.Topic.ID == "":
			wrong = append(wrong, Finding{"missing-topic", fmt.Sprintf(
				"an endpoint for %v has no topic; name one in benzene.Handle", e.contract.Request)})
		case e.call == nil:
			wrong = append(wrong, Finding{"missing-topic", fmt.Sprintf(
				"topic %q has no handler; give benzene.Handle a function", e.contract.Topic)})
		case i > 0 && sorted[i-1].contract.Topic == e.contract.Topic:
			wrong = append(wrong, duplicate(sorted[i-1].contract, e.contract))
		}
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return &Registry{sorted}, nil
}

func byTopic(a, b Contract) int {
	return cmp.Or(cmp.Compare(a.Topic.ID, b.Topic.ID), cmp.Compare(a.Topic.Version, b.Topic.Version))
}

func duplicate(a, b Contract) Finding {
	return Finding{"duplicate-topic", fmt.Sprintf(
		"topic %q has two handlers, one for %s and one for %s; remove one, or give it a version with benzene.Version",
		a.Topic.String(), a.describe(), b.describe())}
}

// describe tells one endpoint from another to a person.
func (c Contract) describe() string {
	text := fmt.Sprint(c.Request)
	if c.Summary != "" {
		text += fmt.Sprintf(" (%q)", c.Summary)
	}
	return text
}

// Contracts lists what the endpoints promise, sorted by topic id and version.
func (r *Registry) Contracts() []Contract {
	contracts := make([]Contract, len(r.endpoints))
	for i, e := range r.endpoints {
		contracts[i] = e.contract
	}
	return contracts
}
