package guard

import (
	"fmt"
	"strings"
	"testing"
)

func TestABacklogIsTakenInOrder(t *testing.T) {
	b := newBacklog()
	for _, piece := range []string{"one\ntw", "o\n", "", "three"} {
		b.add([]byte(piece))
	}
	if b.idle() {
		t.Error("it is idle before it was taken")
	}
	if got := string(b.take()); got != "one\ntwo\nthree" {
		t.Errorf("got %q", got)
	}
	if b.idle() {
		t.Error("it is idle before it was passed on")
	}
	b.end()
	if got := b.take(); got != nil || !b.idle() {
		t.Errorf("got %q", got)
	}
}

func dropped(n int) string {
	return fmt.Sprintf("mcp: %d bytes of standard error were dropped, because nobody read it\n", n)
}

func TestAFullBacklogDropsWholeLines(t *testing.T) {
	b := newBacklog()
	line := strings.Repeat("x", 1023) + "\n"
	for range 300 {
		b.add([]byte(line[:500])) // in pieces, so that room runs out within a line
		b.add([]byte(line[500:]))
	}
	if got := string(b.take()); got != strings.Repeat(line, 256)+dropped(44<<10) {
		t.Errorf("got %d bytes that end with %q", len(got), got[max(0, len(got)-100):])
	}
	b.add([]byte("later\n"))
	if got := string(b.take()); got != "later\n" {
		t.Errorf("got %q", got)
	}
}

func TestALineThatWasDroppedIsMissedWhereItWas(t *testing.T) {
	b := newBacklog()
	b.add([]byte(strings.Repeat("x", mostHeld-1) + "\n" + "too much"))
	_ = b.take()
	b.add([]byte(" of it\nlater\n"))
	if got := string(b.take()); got != dropped(len(" of it\n"))+"later\n" {
		t.Errorf("got %q", got)
	}
}

func TestALineWithoutEndIsCut(t *testing.T) {
	b := newBacklog()
	for range 1000 {
		b.add([]byte(strings.Repeat("x", 1<<10)))
	}
	b.add([]byte("\n"))
	if got := string(b.take()); got != strings.Repeat("x", 2*mostHeld)+"\n"+dropped(1000<<10-2*mostHeld+1) {
		t.Errorf("got %d bytes that end with %q", len(got), got[max(0, len(got)-100):])
	}
}

func TestWhatCannotBePassedOnIsCounted(t *testing.T) {
	b := newBacklog()
	b.add([]byte("lost\n"))
	b.lose(len(b.take()))
	b.add([]byte("later\n"))
	if got := string(b.take()); got != dropped(5)+"later\n" {
		t.Errorf("got %q", got)
	}
}
