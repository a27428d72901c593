package benzene

import (
	"context"
	"errors"
)

// A Check is something that has to hold before a service handles its first
// message: a database that answers, a setting that is there. It runs once.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// A Finding is one thing that is wrong with how a service is put together.
// Several are joined with errors.Join. Check names what found it, so that it
// can be softened or switched off; any other error at start is enforced.
type Finding struct {
	Check   string // such as "http-routes"
	Message string // what was looked for, where, and what to add
	Advice  bool   // it works, but is seldom meant: a warning, unless Check is enforced
}

// Error is the message alone: a reader meets it in a list of its kind.
func (f Finding) Error() string { return f.Message }

// A Health is asked again and again, for probes.
type Health struct {
	Name, Type string                                                 // Type is a word such as "Sql" or "Queue"
	Run        func(context.Context) (data map[string]any, err error) // a Warning degrades, any other error fails
}

// The topics under which a service says how well it is.
const (
	HealthTopic    = "benzene:healthcheck" // everything
	LivenessTopic  = "benzene:liveness"    // that the process answers
	ReadinessTopic = "benzene:readiness"   // that it can take messages
)

// A Reporter is a transport, or a part of one, that knows how well it is.
type Reporter interface{ Health() Health }

// A Warning is a Health's error that degrades the service without failing it.
type Warning string

// Error is the warning's text.
func (w Warning) Error() string { return string(w) }

// ErrFinished is what a Transport's Serve returns when the service is over and
// all is well, such as at the end of standard input.
var ErrFinished = errors.New("the transport has finished")
