package threadtime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Now returns the time that the calling thread has run; what other programs take of the processor
// is not in it. The goroutine must be locked to its thread ([runtime.LockOSThread]).
func Now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err) // every Linux has that clock
	}
	return time.Duration(t.Nano())
}
