package main

import (
	"fmt"
	"slices"
	"time"
)

// A scenario is one unit of work; its first contender is the floor that the
// others are compared with.
type scenario struct {
	name       string
	contenders []contender
}

type contender struct {
	name string
	once func() error // does the work once and checks the answer
	loop func(n int)  // does it n times
}

// A figure is what was measured of one contender.
type figure struct {
	contender
	times  []float64 // nanoseconds per operation, one for each round
	ratios []float64 // to the floor of the same round
	allocs float64
}

// measure runs every contender once per round, in turn.
func (s scenario) measure(rounds int, span time.Duration) ([]figure, error) {
	figures := make([]figure, len(s.contenders))
	for i, c := range s.contenders {
		figures[i].contender = c
		if err := c.once(); err != nil {
			return nil, fmt.Errorf("%s, %s, before timing: %w", s.name, c.name, err)
		}
		figures[i].allocs = allocations(c.loop)
	}
	for range rounds {
		for i := range figures {
			f := &figures[i]
			f.times = append(f.times, timed(f.loop, span))
			f.ratios = append(f.ratios, f.times[len(f.times)-1]/figures[0].times[len(f.times)-1])
		}
	}
	for _, c := range s.contenders {
		if err := c.once(); err != nil {
			return nil, fmt.Errorf("%s, %s, after timing: %w", s.name, c.name, err)
		}
	}
	return figures, nil
}

// timed is nanoseconds per operation over about span.
func timed(loop func(int), span time.Duration) float64 {
	n := 1
	for {
		start := time.Now()
		loop(n)
		took := time.Since(start)
		if took >= span {
			return float64(took) / float64(n)
		}
		n = max(n+1, int(float64(n)*min(100, 1.2*float64(span)/float64(max(took, 1)))))
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}
