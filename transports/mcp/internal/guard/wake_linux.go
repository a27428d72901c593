package guard

import (
	"os"
	"strconv"
	"syscall"
)

const threads = "/proc/self/task"

// canWake reports whether isFull sees a descriptor, and wake the threads.
func canWake(fd int) bool {
	_, err := os.Stat(threads)
	return err == nil && fd < syscall.FD_SETSIZE
}

// isFull reports whether who writes to fd would have to wait, as far as it can
// see.
func isFull(fd int) bool {
	var set syscall.FdSet
	if fd >= syscall.FD_SETSIZE {
		return false
	}
	set.Bits[fd/strconv.IntSize] |= 1 << (fd % strconv.IntSize)
	n, err := syscall.Select(fd+1, nil, &set, nil, &syscall.Timeval{})
	return n == 0 && err == nil
}

// wake has every thread that waits in a system call begin it again. A write that
// waits looks its descriptor up anew then, and finds where it leads now. The
// signal is the one by which the Go runtime interrupts its threads at any time.
func wake() {
	list, _ := os.ReadDir(threads) // what could be read of it is better than nothing
	for _, thread := range list {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Tgkill(os.Getpid(), id, syscall.SIGURG) // it has ended
		}
	}
}
