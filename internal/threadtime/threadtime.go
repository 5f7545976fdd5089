// Package threadtime measures for how long a thread has run, for benchmarks on busy machines.
package threadtime

import "time"

var started = time.Now()

// sinceStart is the time on the clock, where there is none of the thread.
func sinceStart() time.Duration { return time.Since(started) }
