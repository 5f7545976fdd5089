// Package limits keeps numbers from outside within what the machine can do.
package limits

import (
	"fmt"
	"runtime"
)

// Jobs returns how many jobs to use for a requested number, where 0 means one for each processor.
// The error continues a sentence that begins with the name of the flag or field.
func Jobs(n int) (int, error) {
	switch most := max(1024, 16*runtime.NumCPU()); {
	case n < 0:
		return 0, fmt.Errorf("cannot be %d: it must be at least 0", n)
	case n > most:
		return 0, fmt.Errorf("cannot be %d: the maximum on this machine is %d", n, most)
	case n == 0:
		return runtime.GOMAXPROCS(0), nil
	}

	return n, nil
}

// unknown is assumed if a machine does not report its memory.
const unknown = 1 << 40

// Memory returns an error if a number of bytes is more than the machine has or, if that is unknown,
// more than a tebibyte.
func Memory(bytes uint64) error {
	if most := machineMemory(); bytes > most {
		return fmt.Errorf("cannot be %s: the machine has %s", Size(bytes), Size(most))
	}
	return nil
}

// MemoryAtMost returns a number of bytes, but no more than the machine has.
func MemoryAtMost(bytes int64) int64 {
	return int64(min(uint64(max(bytes, 0)), machineMemory(), unknown))
}

// Size formats a number of bytes in the largest unit that leaves a value of at least ten.
func Size(n uint64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	i := 0
	for ; n >= 10<<10 && i < len(units)-1; i++ {
		n >>= 10
	}
	return fmt.Sprintf("%d %s", n, units[i])
}
