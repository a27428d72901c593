package seal

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A State is what a request has come to, kept by its client as requestState
// until it asks again (MCP 2026-07-28, MRTR).
type State struct {
	Round   int                       // how often the client has been asked
	Asked   []string                  // the keys of what it was asked last: only they are answers
	Answers map[string]jsontext.Value // that it has given so far, to what was asked before
	Own     jsontext.Value            // what the handler wants to know again; nil for nothing
	Issued  time.Time                 // to the millisecond; zero when sealing means now
}

// About is the request that a state belongs to; it fits no other.
type About struct {
	Method    string
	Target    string         // the tool's or prompt's name, or the resource's URI
	Arguments jsontext.Value // absent, null and {} are the same
	Principal Principal
}

// bound is what a seal vouches for besides the state: the head of the text and
// the request.
func (of About) bound(head []byte) ([]byte, error) {
	arguments := of.Arguments
	if len(arguments) == 0 || arguments.Kind() == 'n' {
		arguments = jsontext.Value("{}")
	}
	sum, err := digestOf(arguments)
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 256), head...)
	b = appendField(appendField(b, of.Method), of.Target)
	b = append(b, sum[:]...)
	return of.Principal.append(b), nil
}

// A writtenState is a state as it is sealed.
type writtenState struct {
	Issued  int64                     `json:"issued"` // milliseconds since 1970
	Round   int                       `json:"round"`
	Asked   []string                  `json:"asked,omitempty"`
	Answers map[string]jsontext.Value `json:"answers,omitempty"`
	Own     jsontext.Value            `json:"own,omitzero"`
}

// plain writes s, always in the same way.
func (s State) plain() ([]byte, error) {
	if s.Issued.IsZero() {
		s.Issued = time.Now()
	}
	return json.Marshal(writtenState{s.Issued.UnixMilli(), s.Round, s.Asked, s.Answers, s.Own}, json.Deterministic(true))
}

func readState(plain []byte) (State, error) {
	var w writtenState
	if err := json.Unmarshal(plain, &w); err != nil {
		return State{}, err
	}
	return State{Round: w.Round, Asked: w.Asked, Answers: w.Answers, Own: w.Own, Issued: time.UnixMilli(w.Issued)}, nil
}

// A badState says why a requestState is refused. The reason is for us; a
// caller, who may be probing, reads the same sentence whatever it is.
type badState string

func (badState) Error() string {
	return "requestState is not one that this server gave out for this request, or it is too old"
}
