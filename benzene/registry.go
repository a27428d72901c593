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
	slices.SortStableFunc(sorted, byTopic)
	var wrong []error
	for i, e := range sorted {
		switch {
		case e.contract.Topic.ID == "":
			wrong = append(wrong, Finding{Check: "missing-topic", Message: fmt.Sprintf(
				"an endpoint for %v has no topic; name one in benzene.Handle", e.contract.Request)})
		case e.call == nil:
			wrong = append(wrong, Finding{Check: "missing-topic", Message: fmt.Sprintf(
				"topic %q has no handler; give benzene.Handle a function", e.contract.Topic)})
		case i > 0 && sorted[i-1].contract.Topic == e.contract.Topic:
			wrong = append(wrong, duplicate(sorted[i-1], e))
		}
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return &Registry{sorted}, nil
}

func byTopic(a, b Endpoint) int {
	return cmp.Or(
		cmp.Compare(a.contract.Topic.ID, b.contract.Topic.ID),
		cmp.Compare(a.contract.Topic.Version, b.contract.Topic.Version),
	)
}

func duplicate(a, b Endpoint) Finding {
	return Finding{Check: "duplicate-topic", Message: fmt.Sprintf(
		"topic %q has two handlers, %s and %s; remove one, or give it a version with benzene.Version",
		a.contract.Topic.String(), a.describe(), b.describe())}
}

// describe tells one endpoint from another to a person.
func (e Endpoint) describe() string {
	if e.contract.Summary == "" {
		return e.handler
	}
	return fmt.Sprintf("%s (%q)", e.handler, e.contract.Summary)
}

// Contracts lists what the endpoints promise, sorted by topic id and version.
func (r *Registry) Contracts() []Contract { return contractsOf(r.endpoints) }

func contractsOf(endpoints []Endpoint) []Contract {
	contracts := make([]Contract, len(endpoints))
	for i, e := range endpoints {
		contracts[i] = e.contract
	}
	return contracts
}
