package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

// A scenario compares contenders and prints what it found.
type scenario struct {
	name string
	run  func(effort) error
}

// An effort is how much is done for a figure.
type effort struct {
	rounds  int
	span    time.Duration // of one contender in one round
	clients int           // that idle
}

var (
	thorough = effort{rounds: 48, span: 40 * time.Millisecond, clients: 10_000} // many short rounds: a busy neighbour spoils few of them
	brief    = effort{rounds: 2, span: 5 * time.Millisecond, clients: 1_000}
)

func scenarios() []scenario {
	return []scenario{
		{"dispatch", timing(dispatch)},
		{"dispatch, validated: get an order", timing(validatedDispatch)},
		{"dispatch, validated: place an order of two lines", timing(largerDispatch)},
		{"http, one POST route", timing(route)},
		{"mcp, tools/call, structured", timing(toolCall)},
		{"mcp, tools/call, text", timing(textToolCall)},
		{"mcp, tools/call, structured, 2026-07-28", timing(statelessToolCall)},
		{"mcp, tools/list of 100 tools", timing(toolList)},
		{"mcp, stdio round trip", timing(stdio)},
		{"mcp, idle clients", idleClients},
		{"queue, in memory, publishing included", timing(memoryQueue)},
	}
}

func main() {
	short := flag.Bool("short", false, "two brief rounds: a smoke test, not a measurement")
	only := flag.String("only", "", "run the scenario of this `name` alone")
	flag.Parse()
	runtime.GOMAXPROCS(1) // or idle cores hide goroutine hand-offs and garbage
	e := thorough
	if *short {
		e = brief
	}
	if err := run(e, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(e effort, only string) error {
	found := false
	for _, s := range scenarios() {
		if only != "" && s.name != only {
			continue
		}
		found = true
		fmt.Printf("\n%s\n", s.name)
		if err := s.run(e); err != nil {
			return fmt.Errorf("%s, %w", s.name, err)
		}
	}
	if !found {
		return fmt.Errorf("there is no scenario %q", only)
	}
	return nil
}

func report(figures []figure) {
	fmt.Printf("%-52s %9s %7s %14s %7s\n", "", "ns/op", "ratio", "(min … max)", "allocs")
	for _, f := range figures {
		fmt.Printf("%-52s %9.0f %7.2f %6.2f … %5.2f %7.0f\n", f.name, median(f.times), median(f.ratios),
			slices.Min(f.ratios), slices.Max(f.ratios), f.allocs)
	}
}
