package startup

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// healthLimit is how long one health check may take. Probes give up after a few
// seconds, so a check that is slower has failed.
const healthLimit = 5 * time.Second

// A Report is what the health topics answer.
type Report struct {
	IsHealthy    bool                   `json:"isHealthy"` // false when a check has failed; a warning leaves it true
	HealthChecks map[string]HealthCheck `json:"healthChecks"`
}

// A HealthCheck is what one benzene.Health has found.
type HealthCheck struct {
	Status string         `json:"status"` // "ok", "warning" or "failed"
	Type   string         `json:"type"`
	Data   map[string]any `json:"data"` // what the Health returned; a failure adds "error", a word for its kind
}

// Probes makes the endpoints of the three health topics. Liveness answers as
// soon as the process does; readiness asks ready; health asks ready and others.
// Every service has them: Probes is for those that use no fx.
//
// The checks of a report run at the same time, each for at most five seconds,
// and two probes that ask at the same time share one run. Names that collide
// get -2, -3. A report with a failed check has the status service-unavailable
// and is still an answer. Callers are not told a failure's words: they go to
// slog's default logger, whenever the check's status changes.
func Probes(ready, others []benzene.Health) []benzene.Endpoint {
	names := map[string]bool{}
	first, second := checkups(ready, names), checkups(others, names)
	return []benzene.Endpoint{
		probe(benzene.HealthTopic, "Says how well the service and everything it needs is.", append(first[:len(first):len(first)], second...)),
		probe(benzene.LivenessTopic, "Says that the process answers.", nil),
		probe(benzene.ReadinessTopic, "Says whether the service can take messages.", first),
	}
}

func checkups(healths []benzene.Health, names map[string]bool) []*checkup {
	all := make([]*checkup, len(healths))
	for i, h := range healths {
		base := cmp.Or(h.Name, h.Type, "health")
		name := base
		for n := 2; names[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		names[name] = true
		all[i] = &checkup{name: name, health: h, status: statusOK}
	}
	return all
}

func probe(topic, summary string, all []*checkup) benzene.Endpoint {
	return benzene.HandleResult(topic, func(ctx context.Context, _ struct{}) benzene.Result[Report] {
		r := examine(ctx, all)
		if !r.IsHealthy {
			return benzene.Succeed(benzene.ServiceUnavailable, r)
		}
		return benzene.Succeed(benzene.OK, r)
	}, benzene.Summary(summary))
}

func examine(ctx context.Context, all []*checkup) Report {
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	runs := make([]*checking, len(all))
	for i, c := range all {
		runs[i] = c.run()
	}
	r := Report{IsHealthy: true, HealthChecks: make(map[string]HealthCheck, len(all))}
	for i, c := range all {
		found := c.await(ctx, runs[i])
		r.HealthChecks[c.name] = found
		r.IsHealthy = r.IsHealthy && found.Status != statusFailed
	}
	return r
}
