//go:build unix && !linux && !solaris

package guard

// canWake reports that no thread can be woken here.
func canWake(int) bool { return false }

func isFull(int) bool { return false }

func wake() {}
