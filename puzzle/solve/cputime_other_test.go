//go:build !linux

package solve

import "time"

// cpuTime gives the time on the clock: see the Linux form for what it should be.
func cpuTime() time.Duration { return time.Since(started) }
