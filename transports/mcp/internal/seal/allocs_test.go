//go:build !race

// The race detector allocates, and a pool forgets under it.

package seal

import "testing"

func TestReadingASessionAllocatesNothing(t *testing.T) {
	id := newSession(agreed, 0x10)
	if got := testing.AllocsPerRun(100, func() { _, _ = readSession(id) }); got > 0 {
		t.Errorf("an open one: %v allocations", got)
	}
	s := sessionSealOf(t, secretOf('a'), secretOf('b'))
	id = s.Issue(agreed, 0x10, ada)
	if got := testing.AllocsPerRun(100, func() { _, _ = s.Read(id, ada) }); got > 0 {
		t.Errorf("a sealed one: %v allocations", got)
	}
}

// What is done to a text of a megabyte takes the memory of its members, not of
// its characters.
func TestADigestAllocatesLittle(t *testing.T) {
	value := longList(1 << 20)
	if got := testing.AllocsPerRun(5, func() { _, _ = digestOf(value) }); got > 20 {
		t.Errorf("%v allocations", got)
	}
}
