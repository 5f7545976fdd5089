package limits

import (
	"fmt"
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
	for _, n := range []int{-1, math.MinInt, max(1024, 16*runtime.NumCPU()) + 1, 1_000_000_000,
		math.MaxInt} {
		if got, err := Jobs(n); err == nil || got != 0 {
			t.Errorf("Jobs(%d) = %d, %v; want an error", n, got, err)
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
		0: "0 bytes", 9999: "9999 bytes", 10<<10 - 1: "10239 bytes", 10 << 10: "10 KiB",
		64 << 10: "64 KiB",
		64 << 20: "64 MiB", 20 << 30: "20 GiB", math.MaxUint64: "16383 PiB",
	} {
		if got := Size(n); got != want {
			t.Errorf("Size(%d) = %q, want %q", n, got, want)
		}
	}
}

// 1,024 jobs may be asked for, or sixteen for each processor.
func TestMostJobs(t *testing.T) {
	most := 1024
	if runtime.NumCPU() > 64 {
		most = 16 * runtime.NumCPU()
	}
	if got, err := Jobs(most); got != most || err != nil {
		t.Errorf("Jobs(%d) = %d, %v", most, got, err)
	}
	want := fmt.Sprintf("cannot be %d: the maximum on this machine is %d", most+1, most)
	if _, err := Jobs(most + 1); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// All the memory that there is may be asked for, and not a byte more.
func TestMostMemory(t *testing.T) {
	most := machineMemory()
	if err := Memory(most); err != nil {
		t.Error(err)
	}
	if err := Memory(most + 1); err == nil {
		t.Error("a byte more than the machine has may be asked for")
	}
}

// What is refused is told in words that go on from the name of a flag.
func TestMessages(t *testing.T) {
	if _, err := Jobs(-3); err == nil || err.Error() != "cannot be -3: it must be at least 0" {
		t.Error(err)
	}
	const much = 1 << 62
	want := "cannot be 4096 PiB: the machine has " + Size(machineMemory())
	if err := Memory(much); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
