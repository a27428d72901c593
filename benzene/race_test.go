//go:build race

package benzene_test

// raceEnabled says that the race detector counts allocations of its own, and
// takes its time.
const raceEnabled = true
