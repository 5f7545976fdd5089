// Package threadtime measures for how long a thread has run, for tests and benchmarks on busy
// machines.
package threadtime

import (
	"runtime"
	"time"
)

// Within reports whether f returns before another thread, which runs all the while, has run for as
// long as a limit says. On a machine with other work that takes as much longer as f does, so that a
// test of how soon something ends does not depend on that work. If f has not returned, it is left
// alone.
func Within(limit time.Duration, f func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for begun := Now(); ; runtime.Gosched() {
		late := Now()-begun >= limit
		select {
		case <-done:
			return true
		default:
		}

		if late {
			return false
		}
	}
}
