package solve

import (
	"syscall"
	"time"
	"unsafe"
)

// cpuTime gives the time that this thread has run. Other programs' turns on the processor are not in it.
func cpuTime() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0); err != 0 {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}
