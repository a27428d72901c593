//go:build unix && !linux && !solaris

package guard

import "syscall"

// redirect makes the descriptor to lead where from does.
func redirect(from, to int) error { return syscall.Dup2(from, to) }
