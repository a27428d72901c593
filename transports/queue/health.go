package queue

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/benzene-go/framework/benzene"
)

// An outage is a row of calls of Receive that failed.
type outage struct {
	since    time.Time
	failures int
}

// and adds a failure to those there were.
func (o *outage) and() *outage {
	if o == nil {
		return &outage{time.Now(), 1}
	}
	return &outage{o.since, o.failures + 1}
}

// Health implements benzene.Reporter: failed while Receive fails, else what the
// source says of itself. The cause of a failure is in the log, not here.
func (l *listener) Health() benzene.Health {
	own, _ := l.source.(benzene.Reporter)
	return benzene.Health{Name: l.name, Type: "Queue", Run: func(ctx context.Context) (map[string]any, error) {
		data := map[string]any{"failedSettlements": l.unsettled.Load()}
		var err error
		if own != nil {
			var more map[string]any
			more, err = own.Health().Run(ctx)
			maps.Copy(data, more)
		}
		if out := l.outage.Load(); out != nil {
			data["failedReceives"] = out.failures
			err = fmt.Errorf("nothing can be received since %s", out.since.UTC().Format(time.RFC3339))
		}
		return data, err
	}}
}
