package main

import "testing"

// Nothing is kept of a client but what it brings along.
func TestAnIdleClientCostsNothing(t *testing.T) {
	bytes, goroutines, err := idleCost(ourTools(oneTool), 10_000)
	if err != nil {
		t.Fatal(err)
	}
	if bytes > 16 || goroutines > 0 {
		t.Errorf("an idle client costs %.1f bytes and %v goroutines, want at most 16 and none", bytes, goroutines)
	}
}
