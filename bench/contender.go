package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A contender does the unit of work of a scenario. The first of a scenario is
// the floor that the others are compared with.
type contender struct {
	name  string
	open  func() error // nil where nothing has to be opened first
	once  func() error // does the work once and checks the answer
	loop  func(n int)  // does it n times
	close func() error // undoes open
}

// A figure is what was measured of one contender.
type figure struct {
	contender
	times  []float64 // nanoseconds per operation, one for each round
	ratios []float64 // to the floor of the same round
	allocs float64
}

// timing is a scenario that times contenders, which are made when it runs.
func timing(contenders func() []contender) func(effort) error {
	return func(e effort) error {
		figures, err := measure(contenders(), e)
		if err == nil {
			report(figures)
		}
		return err
	}
}

func measure(contenders []contender, e effort) (figures []figure, err error) {
	for _, c := range contenders {
		if c.open == nil {
			continue
		}
		defer func() { err = errors.Join(err, c.named(c.close())) }()
		if err := c.named(c.open()); err != nil {
			return nil, err
		}
	}
	if err := checkAll(contenders, "before"); err != nil {
		return nil, err
	}
	figures = rounds(contenders, e)
	return figures, checkAll(contenders, "after")
}

func (c contender) named(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", c.name, err)
	}
	return err
}

// rounds times every contender once per round, in turn.
func rounds(contenders []contender, e effort) []figure {
	figures := make([]figure, len(contenders))
	for i, c := range contenders {
		figures[i] = figure{contender: c, allocs: allocations(c.loop)}
	}
	for round := range e.rounds {
		for i := range figures {
			f := &figures[i]
			runtime.GC() // nobody pays for the garbage of another
			f.times = append(f.times, timed(f.loop, e.span))
			f.ratios = append(f.ratios, f.times[round]/figures[0].times[round])
		}
	}
	return figures
}

func checkAll(contenders []contender, when string) error {
	for _, c := range contenders {
		if err := c.once(); err != nil {
			return fmt.Errorf("%s, %s timing: %w", c.name, when, err)
		}
	}
	return nil
}

// allocations is the number of heap allocations of one operation.
func allocations(loop func(int)) float64 {
	start := time.Now()
	loop(1)
	runs := min(200, max(10, int(100*time.Millisecond/time.Since(start))))
	return testing.AllocsPerRun(runs, func() { loop(1) })
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
