//go:build !linux

package threadtime

import "time"

var started = time.Now()

// Now returns the time on the clock: see the Linux form for what it should be.
func Now() time.Duration { return time.Since(started) }
