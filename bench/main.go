package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"
)

func main() {
	short := flag.Bool("short", false, "two brief rounds: a smoke test, not a measurement")
	only := flag.String("only", "", "run the scenario of this `name` alone")
	flag.Parse()
	runtime.GOMAXPROCS(1)                   // or idle cores hide goroutine hand-offs and garbage
	rounds, span := 48, 40*time.Millisecond // many short rounds: a busy neighbour spoils few of them
	if *short {
		rounds, span = 2, 5*time.Millisecond
	}
	if err := run(rounds, span, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(rounds int, span time.Duration, only string) error {
	for _, s := range []scenario{dispatch(), validatedDispatch(), largerDispatch(), route(), toolCall(), memoryQueue()} {
		if only != "" && s.name != only {
			continue
		}
		figures, err := s.measure(rounds, span)
		if err != nil {
			return err
		}
		report(s.name, figures)
	}
	return nil
}

func report(name string, figures []figure) {
	fmt.Printf("\n%s\n%-52s %9s %7s %14s %7s\n", name, "", "ns/op", "ratio", "(min … max)", "allocs")
	for _, f := range figures {
		fmt.Printf("%-52s %9.0f %7.2f %6.2f … %5.2f %7.0f\n", f.name, median(f.times), median(f.ratios),
			slices.Min(f.ratios), slices.Max(f.ratios), f.allocs)
	}
}

// allocations is the number of heap allocations of one operation.
func allocations(loop func(int)) float64 {
	return testing.AllocsPerRun(200, func() { loop(1) })
}
