package threadtime

import (
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	if !Within(time.Minute, func() {}) || !Within(time.Minute, func() { time.Sleep(time.Millisecond) }) {
		t.Error("what ends soon does not")
	}
	end := make(chan struct{})
	defer close(end)
	if Within(5*time.Millisecond, func() { <-end }) {
		t.Error("what does not end has ended")
	}
	// A thread that waits has not run: it is the one that asks that does.
	if Within(time.Millisecond, func() { time.Sleep(time.Minute) }) {
		t.Error("a minute is less than a millisecond")
	}
}
