//go:build !race

package benzene_test

const raceEnabled = false
