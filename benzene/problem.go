package benzene

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// problemTypes begins the type of every failure of the vocabulary.
const problemTypes = "https://benzene.app/problems/"

// A Problem is what a caller is told about a failure: an RFC 9457 document with
// the Benzene status beside it.
type Problem struct {
	Type      string         // a URI; "" for a status outside the vocabulary
	Title     string         // fixed for each type
	Status    int            // the HTTP status, set by HTTP alone; 0 is left out
	Detail    string         // the messages of Errors joined by ", "
	Instance  string         // the application's own; never made up
	Benzene   Status         // travels as benzeneStatus
	Errors    []Detail       // what is wrong, each on its own, in order
	Reference string         // under which operators find the cause; "" when there is none to find
	Members   map[string]any // the application's own members; they cannot replace those above
}

// ProblemOf makes the document of a failure: the words, the details and the
// authored document of an Error; of any other error its status alone. It is
// the zero Problem for nil.
func ProblemOf(err error) Problem {
	if err == nil {
		return Problem{}
	}
	own, made := madeOf(err)
	if !made {
		status := StatusOf(err)
		own = &Error{Status: status, Message: failed[status]}
	}
	return own.problem()
}

func (e *Error) problem() Problem {
	var p Problem
	if e.Problem != nil {
		p = *e.Problem
	}
	p.Status, p.Benzene = 0, StatusOf(e)
	if title, ok := titles[p.Benzene]; ok && p.Type == "" {
		p.Type = problemTypes + string(p.Benzene)
		p.Title = cmp.Or(p.Title, title)
	}
	p.Errors = e.Details
	if len(p.Errors) == 0 && e.Message != "" {
		p.Errors = []Detail{{Message: e.Message}}
	}
	p.Detail = cmp.Or(p.Detail, e.words())
	return p
}

// Problem makes the document of the failure err, which Dispatch returned beside
// r, and gives it the reference where a cause is kept from the caller.
func (r Reply) Problem(err error) Problem {
	p := ProblemOf(err)
	if hides(err) {
		p.Reference = r.Reference
	}
	return p
}

// String is the failure in one line for a person or a model to read:
// "not-found: there is no order 7".
func (p Problem) String() string {
	text := string(p.Benzene)
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	if p.Reference != "" {
		text += fmt.Sprintf(" (reference %s)", p.Reference)
	}
	return text
}

// problemDocument is the shape of a Problem on the wire.
type problemDocument struct {
	Type      string   `json:"type,omitempty"`
	Title     string   `json:"title,omitempty"`
	Status    int      `json:"status,omitzero"`
	Detail    string   `json:"detail,omitempty"`
	Instance  string   `json:"instance,omitempty"`
	Benzene   Status   `json:"benzeneStatus"`
	Errors    []Detail `json:"errors,omitempty"`
	Reference string   `json:"reference,omitempty"`
}

// document names the members that an application cannot replace.
var document = []string{"type", "title", "status", "detail", "instance", "benzeneStatus", "errors", "reference"}

// ofDocument reports whether a reader would take name for one of those: Benzene
// services read names in any case.
func ofDocument(name string) bool {
	return slices.ContainsFunc(document, func(own string) bool { return strings.EqualFold(own, name) })
}

// MarshalJSONTo writes the document, its own members first and the
// application's after them in order of name. One that cannot be written is left
// out: the caller still learns what failed.
func (p Problem) MarshalJSONTo(enc *jsontext.Encoder) error {
	own, err := json.Marshal(problemDocument{
		p.Type, p.Title, p.Status, p.Detail, p.Instance, p.Benzene, p.Errors, p.Reference,
	}, writing)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(p.Members)) {
		if ofDocument(name) {
			continue
		}
		own = appendMember(own, name, p.Members[name])
	}
	return enc.WriteValue(own)
}

// appendMember adds one member to the object that body holds, if it can be
// written: an application's own type may refuse, or panic.
func appendMember(body []byte, name string, value any) (with []byte) {
	with = body
	defer func() { _ = recover() }()
	member, err := json.Marshal(map[string]any{name: value}, writing)
	if err == nil {
		with = append(append(body[:len(body)-1], ','), member[1:]...)
	}
	return with
}

// MarshalJSON writes what MarshalJSONTo writes.
func (p Problem) MarshalJSON() ([]byte, error) { return json.Marshal(p, writing) }

// UnmarshalJSON reads a document that another service sent. Members that are
// not the document's own are kept in Members.
func (p *Problem) UnmarshalJSON(data []byte) error {
	var d problemDocument
	if err := json.Unmarshal(data, &d, reading); err != nil {
		return err
	}
	all := map[string]any{}
	if err := json.Unmarshal(data, &all, readingSpecial); err != nil {
		return err
	}
	maps.DeleteFunc(all, func(name string, _ any) bool { return ofDocument(name) })
	*p = Problem{d.Type, d.Title, d.Status, d.Detail, d.Instance, d.Benzene, d.Errors, d.Reference, nil}
	if len(all) > 0 {
		p.Members = all
	}
	return nil
}
