package threadtime

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The time is that of the thread by the system's clock, which lies between what the clock says before and after.
func TestNow(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	clock := func() time.Duration {
		var now unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
			t.Skip(err)
		}
		return time.Duration(now.Nano())
	}
	for range 100 {
		before, now, after := clock(), Now(), clock()
		if now < before || now > after {
			t.Fatalf("%v, which is not from %v to %v", now, before, after)
		}
	}
	if now := sinceStart(); now <= 0 {
		t.Errorf("%v since the start", now)
	}
}
