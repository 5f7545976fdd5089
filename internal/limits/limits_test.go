package limits

import (
	"math"
	"runtime"
	"testing"
)

func TestJobs(t *testing.T) {
	for _, n := range []int{1, 2, 1024} {
		if got, err := Jobs(n); got != n || err != nil {
			t.Errorf("Jobs(%d) = %d, %v", n, got, err)
		}
	}
	if got, err := Jobs(0); got != runtime.GOMAXPROCS(0) || err != nil {
		t.Errorf("Jobs(0) = %d, %v", got, err)
	}
	for _, n := range []int{-1, math.MinInt, mostJobs() + 1, 1_000_000_000, math.MaxInt} {
		if _, err := Jobs(n); err == nil {
			t.Errorf("Jobs(%d) is no error", n)
		}
	}
}

func TestMemory(t *testing.T) {
	for _, n := range []uint64{0, 1, 64 << 20} {
		if err := Memory(n); err != nil {
			t.Errorf("Memory(%d): %v", n, err)
		}
	}
	for _, n := range []uint64{1 << 50, math.MaxUint64} {
		if err := Memory(n); err == nil {
			t.Errorf("Memory(%d) is no error", n)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 bytes", 9999: "9999 bytes", 64 << 10: "64 KiB", 64 << 20: "64 MiB", 20 << 30: "20 GiB", math.MaxUint64: "16383 PiB",
	} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}
